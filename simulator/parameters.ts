const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:\\[^]|[^"\\])*)"|([^\s;"]*))/g;

/**
 * A parameter of a header's value, such as `name` of `form-data; name="data"`; `undefined` when it is not there. What stands inside
 * quotes is never taken for another parameter. Only `\"` and `\\` are escapes, because browsers leave other backslashes as they are.
 */
export function parameterOf(value: string, name: string): string | undefined {
  for (const [, key = '', quoted, token = ''] of value.matchAll(PARAMETER)) {
    if (key.toLowerCase() === name) return quoted?.replace(/\\(["\\])/g, '$1') ?? token;
  }
  return undefined;
}

/** The same in the head of a multipart part, where quotes and line ends may also come percent-encoded. */
export function partParameterOf(head: string, name: string): string | undefined {
  const disposition = /(?:^|\r\n)content-disposition:([^\r\n]*)/i.exec(head)?.[1] ?? '';
  return parameterOf(disposition, name)?.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

/** The boundary of a multipart form; `undefined` when the body is said to be something else. */
export function boundaryOf(contentType: string): string | undefined {
  return /^multipart\/form-data\s*;/i.test(contentType) ? parameterOf(contentType, 'boundary') : undefined;
}
