import type { ObjectMeta } from '../meta/types.js';

/**
 * The secret keys of an operator, which authenticate the annotations of conversions. The first key
 * signs; all of them are accepted. Without keys, no annotation is accepted or written.
 */
export type ConversionKeys = readonly Uint8Array[];

const KEY_BYTES = 32;

/**
 * Creates a random key of 32 bytes.
 *
 * @example
 * const keys: ConversionKeys = [createConversionKey()];
 */
export function createConversionKey(): Uint8Array {
  return new Uint8Array(process.getBuiltinModule('node:crypto').randomBytes(KEY_BYTES));
}

/** What a text is authentic for. */
interface SignedFor {
  readonly group: string;
  readonly kind: string;
  /** The version whose content is in the annotation. */
  readonly from: string;
  /** The version of the object that has the annotation. */
  readonly to: string;
  readonly metadata: ObjectMeta;
}

/** Changes with the form of the content, so that content of another form is not authentic. */
const FORM = 'vmgen-conversion-1';

/** Returns a text with its authentication; undefined without keys. */
export function signText(
  text: string,
  subject: SignedFor,
  [key]: ConversionKeys,
): string | undefined {
  const [identity = []] = identitiesOf(subject.metadata);
  return key && `${macOf(text, subject, identity, key)}.${text}`;
}

/** Returns a text without its authentication; undefined if it is not authentic for the object. */
export function authenticText(
  signed: string,
  subject: SignedFor,
  keys: ConversionKeys,
): string | undefined {
  const { timingSafeEqual } = process.getBuiltinModule('node:crypto');
  const end = signed.indexOf('.');
  const [mac, text] = [Buffer.from(signed.slice(0, Math.max(end, 0))), signed.slice(end + 1)];
  for (const identity of identitiesOf(subject.metadata)) {
    for (const key of keys) {
      const expected = Buffer.from(macOf(text, subject, identity, key));
      if (mac.length === expected.length && timingSafeEqual(mac, expected)) return text;
    }
  }
  return undefined;
}

type Identity = readonly string[];

/**
 * Returns the identity of an object, and then those that it had while it was created: mutating webhooks
 * of another version receive objects without UID, and objects with `generateName` without name.
 */
function identitiesOf({
  namespace = '',
  name = '',
  uid = '',
  generateName,
}: ObjectMeta): Identity[] {
  const unnamed = generateName === undefined ? [] : [[namespace, '', '', generateName]];
  if (name === '') return [...unnamed, [namespace, '', uid]];
  return [[namespace, name, uid], ...(uid === '' ? [] : [[namespace, name, '']]), ...unnamed];
}

function macOf(
  text: string,
  { group, kind, from, to }: SignedFor,
  identity: Identity,
  key: Uint8Array,
): string {
  const { createHmac } = process.getBuiltinModule('node:crypto');
  const signed = JSON.stringify([FORM, group, kind, from, to, identity, text]);
  return createHmac('sha256', key).update(signed).digest('base64url');
}
