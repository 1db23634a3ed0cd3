import { formatGoTime, goJson, isJsonObject, parseGoTime, type JsonValue } from '@vmgen/base/json';
import { errorMessage } from '@vmgen/base/text';
import { ObjectMetaTypeError } from '@vmgen/crd/internal';
import { parseQuantity } from '@vmgen/runtime/meta';

/** A place in an object as Go names it (`Container.spec.containers.image`), and its type. */
export interface GoPlace {
  readonly field: string;
  readonly type: string;
}

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
  if (typeof value !== 'string') throw ended(wrongType(value, { ...place, type: 'string' }));
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
  try {
    return readInteger(value, { ...place, type: 'int32' });
  } catch (error) {
    throw error instanceof ObjectMetaTypeError ? ended(error) : error;
  }
}

/** The error of a type with its own decoder, which ends decoding. */
const ended = ({ message }: ObjectMetaTypeError): ObjectMetaTypeError =>
  new ObjectMetaTypeError(message, { endsReading: true });

/** @throws ObjectMetaTypeError if the value is not an integer of the place's type */
export function readInteger(value: JsonValue, place: GoPlace): JsonValue {
  if (place.type.endsWith('int32')) {
    if (typeof value === 'number' && (value | 0) === value) return value;
  } else if (Number.isSafeInteger(value) || typeof value === 'bigint') {
    // parseJson returns a double for an integer that exceeds int64.
    return value;
  }
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  throw isNumber ? mismatch(`number ${goJson(value)}`, place) : wrongType(value, place);
}

/** Decodes base64 and returns its canonical form. */
export function readBytes(value: JsonValue, place: GoPlace): JsonValue {
  if (Array.isArray(value)) {
    const bytes = value.map((item) => readByte(item, { ...place, type: 'uint8' }));
    return Buffer.from(bytes).toString('base64');
  }
  if (typeof value !== 'string') throw wrongType(value, { ...place, type: '[]uint8' });
  const digits = value.replace(/[\r\n]/g, '');
  const at = /^[A-Za-z0-9+/]*/.exec(digits)?.[0].length ?? 0;
  const padding = digits.slice(at);
  const isWhole = digits.length % 4 === 0 && /^={0,2}$/.test(padding);
  if (!isWhole) {
    // Go reports the start of the group of four that ends too early.
    const end = padding === '' ? digits.length - (digits.length % 4) : digits.length;
    const wrong = /^=*$/.test(padding) ? end : at;
    throw new ObjectMetaTypeError(`illegal base64 data at input byte ${wrong}`);
  }
  return Buffer.from(digits, 'base64').toString('base64');
}

function readByte(value: JsonValue, place: GoPlace): number {
  if (value === null) return 0;
  const byte = Number(readInteger(value, place));
  if (byte >= 0 && byte <= 255) return byte;
  throw mismatch(`number ${byte}`, place);
}

/** The error for a value whose JSON type differs from that of its place. */
export function wrongType(value: JsonValue, place: GoPlace): ObjectMetaTypeError {
  return mismatch(nameOf(value), place);
}

function mismatch(name: string, { field, type }: GoPlace): ObjectMetaTypeError {
  return new ObjectMetaTypeError(
    `json: cannot unmarshal ${name} into Go struct field ${field} of type ${type}`,
  );
}

/** Go's name for the type of a value. */
function nameOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : 'number';
}
