/** The answer of an operation that went well (service-api.md, the response envelope). */
export function envelope(data: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(JSON.stringify({ data, result_code: 0, result_msg: '', reason: '' }));
}
