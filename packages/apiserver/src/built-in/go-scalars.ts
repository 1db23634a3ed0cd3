import { formatGoTime, goJson, isJsonObject, parseGoTime, type JsonValue } from '@vmgen/base/json';
import { errorMessage } from '@vmgen/base/text';
import { ObjectMetaTypeError } from '@vmgen/crd/internal';
import { parseQuantity } from '@vmgen/runtime/meta';

/** A place in an object as Go names it (`Container.spec.containers.image`), and its type. */
export interface GoPlace {
  readonly field: string;
  readonly type: string;
}

/**
 * Creates the error for a value of a wrong type. Go reads the rest of the object and reports only
 * the first such value, so most of these errors are never created.
 */
export type Mismatch = () => ObjectMetaTypeError;

const MACHINERY = 'io.k8s.apimachinery.pkg.';

/**
 * Types with their own JSON decoder. Each function returns the value that Go writes, or undefined
 * for Go's zero value.
 */
export const SELF_READING: ReadonlyMap<
  string,
  (value: JsonValue, place: GoPlace) => JsonValue | undefined
> = new Map([
  [`${MACHINERY}apis.meta.v1.Time`, (value, place) => readTime(value, place, 'seconds')],
  [`${MACHINERY}apis.meta.v1.MicroTime`, (value, place) => readTime(value, place, 'microseconds')],
  [`${MACHINERY}api.resource.Quantity`, readQuantity],
  [`${MACHINERY}util.intstr.IntOrString`, readIntOrString],
]);

function readTime(
  value: JsonValue,
  place: GoPlace,
  layout: 'seconds' | 'microseconds',
): JsonValue | undefined {
  if (typeof value !== 'string') throw ended(wrongType(value, { ...place, type: 'string' })());
  try {
    const time = parseGoTime(value, layout);
    return time === undefined ? undefined : formatGoTime(time, layout);
  } catch (cause) {
    throw new ObjectMetaTypeError(errorMessage(cause), { cause, endsReading: true });
  }
}

/** Quantities are stored in canonical form: `0.5` becomes `500m`. */
function readQuantity(value: JsonValue): JsonValue {
  const text = typeof value === 'string' ? value : goJson(value);
  try {
    return parseQuantity(text.trim()).toString();
  } catch (cause) {
    throw new ObjectMetaTypeError(QUANTITY_FORM, { cause, endsReading: true });
  }
}

const QUANTITY_FORM =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

function readIntOrString(value: JsonValue, place: GoPlace): JsonValue {
  if (typeof value === 'string') return value;
  const read = readInteger(value, { ...place, type: 'int32' });
  if (typeof read === 'function') throw ended(read());
  return read;
}

/** The error of a type with its own decoder, which ends decoding. */
const ended = ({ message }: ObjectMetaTypeError): ObjectMetaTypeError =>
  new ObjectMetaTypeError(message, { endsReading: true });

/** Returns a mismatch if the value is not an integer of the place's type. */
export function readInteger(value: JsonValue, place: GoPlace): JsonValue | Mismatch {
  if (place.type.endsWith('int32')) {
    if (typeof value === 'number' && (value | 0) === value) return value;
  } else if (Number.isSafeInteger(value) || typeof value === 'bigint') {
    // parseJson returns a double for an integer that exceeds int64.
    return value;
  }
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber ? mismatch(() => `number ${goJson(value)}`, place) : wrongType(value, place);
}

/** Decodes base64 and returns its canonical form. */
export function readBytes(value: JsonValue, place: GoPlace): string | Mismatch {
  if (Array.isArray(value)) return readByteList(value, { ...place, type: 'uint8' });
  if (typeof value !== 'string') return wrongType(value, { ...place, type: '[]uint8' });
  const digits = value.replace(/[\r\n]/g, '');
  const at = /^[A-Za-z0-9+/]*/.exec(digits)?.[0].length ?? 0;
  const padding = digits.slice(at);
  const isWhole = digits.length % 4 === 0 && /^={0,2}$/.test(padding);
  if (!isWhole) {
    // Go reports the start of the group of four that ends too early.
    const end = padding === '' ? digits.length - (digits.length % 4) : digits.length;
    const wrong = /^=*$/.test(padding) ? end : at;
    return () => new ObjectMetaTypeError(`illegal base64 data at input byte ${wrong}`);
  }
  return Buffer.from(digits, 'base64').toString('base64');
}

function readByteList(list: readonly JsonValue[], place: GoPlace): string | Mismatch {
  const bytes: number[] = [];
  for (const item of list) {
    const read = item === null ? 0 : readInteger(item, place);
    if (typeof read === 'function') return read;
    const byte = Number(read);
    if (byte < 0 || byte > 255) return mismatch(() => `number ${byte}`, place);
    bytes.push(byte);
  }
  return Buffer.from(bytes).toString('base64');
}

/** The mismatch of a value whose JSON type differs from that of its place. */
export function wrongType(value: JsonValue, place: GoPlace): Mismatch {
  return mismatch(() => nameOf(value), place);
}

function mismatch(name: () => string, place: GoPlace): Mismatch {
  return () =>
    new ObjectMetaTypeError(
      `json: cannot unmarshal ${name()} into Go struct field ${place.field} of type ${place.type}`,
    );
}

/** Go's name for the type of a value. */
function nameOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : 'number';
}
