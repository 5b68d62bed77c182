/**
 * Sends a request to GitHub's REST API with the token of the job. A string is sent as the bytes of a file, anything else as JSON.
 *
 * @param path of the API, in which `{repository}` is that of the job, or the whole address of another host that GitHub gave
 * @returns the response; undefined if what is read does not exist (HTTP 404)
 * @throws if the response is another error
 */
export async function request(method: string, path: string, body?: unknown): Promise<unknown> {
  const { GITHUB_TOKEN: token = '', GITHUB_API_URL: api = '', GITHUB_REPOSITORY: repository = '' } = process.env;
  const response = await fetch(new URL(path.replace('{repository}', repository), `${api}/`), {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/octet-stream' }),
    },
    signal: AbortSignal.timeout(60_000),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 404 && method === 'GET') return undefined;
  if (!response.ok) throw new Error(`${method} ${path}: HTTP ${String(response.status)}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
