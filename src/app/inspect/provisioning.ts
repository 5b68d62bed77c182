import { isJsonObject, objectIn } from '../../model/fields.ts';
import type { AppFacts } from '../../model/app-facts.ts';
import { readPropertyList } from './property-list.ts';

/** Reads a provisioning profile: a signed message (CMS) around a property list. `undefined` if it is not understood. */
export async function readProfile(file: Buffer): Promise<AppFacts['profile']> {
  const { BaseBlock, Constructed, fromBER, OctetString } = await import('asn1js');
  const childOf = (block: unknown, index: number): unknown =>
    block instanceof Constructed ? block.valueBlock.value[index] : undefined;
  try {
    // ContentInfo, its [0], SignedData, encapContentInfo, its [0], the content (RFC 5652 §3 to §5).
    const path = [1, 0, 2, 1, 0];
    const content = path.reduce<unknown>(childOf, fromBER(file).result);
    if (!(content instanceof BaseBlock) || !(content instanceof OctetString)) return undefined;
    return describeProfile(readPropertyList(Buffer.from(content.getValue())));
  } catch {
    return undefined;
  }
}

function describeProfile(profile: unknown): AppFacts['profile'] {
  if (!isJsonObject(profile)) return undefined;
  const expires = profile['ExpirationDate'];
  const isKnown = expires instanceof Date && !Number.isNaN(expires.getTime());
  return { kind: kindOf(profile), ...(isKnown && { expires: expires.toISOString() }) };
}

/** Only development profiles allow a debugger; the others differ in which devices they allow. */
function kindOf(profile: object): NonNullable<AppFacts['profile']>['kind'] {
  if (objectIn(profile, 'Entitlements')['get-task-allow'] === true) return 'development';
  if ('ProvisionsAllDevices' in profile) return 'enterprise';
  return 'ProvisionedDevices' in profile ? 'ad-hoc' : 'app-store';
}
