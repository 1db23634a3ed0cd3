import { decodeBase64, encodeBase64 } from '@vmgen/base/bytes';
import { formatGoTime, goJson, parseGoTime, type JsonValue } from '@vmgen/base/json';
import { errorMessage } from '@vmgen/base/text';
import { ObjectMetaTypeError, wrongType } from '@vmgen/crd/internal';
import { parseQuantity } from '@vmgen/runtime/meta';

const MACHINERY = 'io.k8s.apimachinery.pkg.';

/**
 * Types with their own JSON decoder. Each function returns the value that Go writes, or undefined
 * for Go's zero value.
 */
export const SELF_READING: ReadonlyMap<
  string,
  (value: JsonValue, path: string) => JsonValue | undefined
> = new Map([
  [`${MACHINERY}apis.meta.v1.Time`, (value, path) => readTime(value, path, 'seconds')],
  [`${MACHINERY}apis.meta.v1.MicroTime`, (value, path) => readTime(value, path, 'microseconds')],
  [`${MACHINERY}api.resource.Quantity`, readQuantity],
  [
    `${MACHINERY}util.intstr.IntOrString`,
    (value, path) => (typeof value === 'string' ? value : readInteger(value, path, 'int32')),
  ],
]);

function readTime(
  value: JsonValue,
  path: string,
  layout: 'seconds' | 'microseconds',
): JsonValue | undefined {
  if (typeof value !== 'string') throw wrongType(value, path, 'string');
  try {
    const time = parseGoTime(value, layout);
    return time === undefined ? undefined : formatGoTime(time, layout);
  } catch (cause) {
    throw new ObjectMetaTypeError(`${errorMessage(cause)}, in ${path}`, { cause });
  }
}

/** Quantities are stored in canonical form: `0.5` becomes `500m`. */
function readQuantity(value: JsonValue, path: string): JsonValue {
  const text = typeof value === 'string' ? value : goJson(value);
  try {
    return parseQuantity(text.trim()).toString();
  } catch (cause) {
    throw new ObjectMetaTypeError(`${path}: ${QUANTITY_FORM}`, { cause });
  }
}

const QUANTITY_FORM =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/**
 * @param type `int32`, or any other text for an int64
 * @throws ObjectMetaTypeError if the value is not an integer of the type
 */
export function readInteger(value: JsonValue, path: string, type = 'int64'): JsonValue {
  // parseJson returns a double for an integer that exceeds int64.
  const isInteger =
    type === 'int32'
      ? typeof value === 'number' && (value | 0) === value
      : Number.isSafeInteger(value) || typeof value === 'bigint';
  if (!isInteger) throw wrongType(value, path, type);
  return value;
}

/** Decodes base64, or a list of bytes, and returns the canonical base64. */
export function readBytes(value: JsonValue, path: string): string {
  if (Array.isArray(value)) return encodeBase64(Uint8Array.from(bytesIn(value, path)));
  if (typeof value !== 'string') throw wrongType(value, path, 'bytes');
  const digits = value.replace(/[\r\n]/g, '');
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) {
    throw new ObjectMetaTypeError(`${path}: illegal base64 data`);
  }
  // Only the last digits may have bits that no byte contains.
  return digits.slice(0, -4) + encodeBase64(decodeBase64(digits.slice(-4)));
}

function bytesIn(list: readonly JsonValue[], path: string): number[] {
  return list.map((item) => {
    const byte = item ?? 0;
    if (typeof byte !== 'number' || !Number.isInteger(byte) || byte < 0 || byte > 255) {
      throw wrongType(byte, path, 'uint8');
    }
    return byte;
  });
}
