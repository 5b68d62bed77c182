/** The response to a successful request (docs/design.md, service §2). */
export function envelope(data: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(JSON.stringify({ data, result_code: 0, result_msg: '', reason: '' }));
}
