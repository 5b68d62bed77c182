/** Who uses the service. */
export interface Account {
  readonly userId: string;
  readonly accessKey: string;
}

/** Who may use a simulator that was told of nobody else. */
export const DEFAULT_ACCOUNT: Account = { userId: 'developer@example.com', accessKey: 'sim-access-key-1f9a' };

/** The `Authorization` of an account, as docs/design.md, service §5, has it. */
export function authorizationOf({ userId, accessKey }: Account): string {
  return `Basic ${Buffer.from(`${userId}:${accessKey}`).toString('base64')}`;
}

/** Reads an `Authorization` back; `undefined` when it is no Basic pair. The access key may hold colons, the user may not. */
export function accountOf(authorization: string | undefined): Account | undefined {
  const coded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '')?.[1] ?? '';
  const pair = Buffer.from(coded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : { userId: pair.slice(0, colon), accessKey: pair.slice(colon + 1) };
}
