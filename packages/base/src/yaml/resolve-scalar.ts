import { decodeBase64, decodeUtf8 } from '../bytes/index.js';
import { exactInteger, JsonSyntaxError, type JsonValue } from '../json/index.js';

const TAG_PREFIX = 'tag:yaml.org,2002:';

/** The tags of scalars that the server's parser supports. */
export const SCALAR_TAGS: readonly string[] = [
  ...['str', 'int', 'float', 'bool', 'null', 'binary', 'merge'].map((name) => TAG_PREFIX + name),
];

const MERGE_TAG = `${TAG_PREFIX}merge`;
const BINARY_TAG = `${TAG_PREFIX}binary`;

/**
 * An integer with more digits is beyond int64 in every base, and its conversion to a bigint takes
 * long.
 */
const MAX_INTEGER_LENGTH = 70;

const TRUE = /^(?:y|Y|yes|Yes|YES|on|On|ON|true|True|TRUE)$/;
const FALSE = /^(?:n|N|no|No|NO|off|Off|OFF|false|False|FALSE)$/;
const NULL = /^(?:~|null|Null|NULL)?$/;
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** Matches `0o17`, `017`, `0x1f`, `0b11` and decimal integers, after underscores are removed. */
const INTEGER = /^([-+]?)(?:0[oO]?([0-7]+)|0[xX]([\da-fA-F]+)|0[bB]([01]+)|([1-9]\d*|0))$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/** The source text of a scalar. */
export interface ScalarText {
  readonly text: string;
  /** The full tag, such as `tag:yaml.org,2002:str`. */
  readonly tag?: string | undefined;
  /** False for quoted and block scalars, which are strings unless they have a tag. */
  readonly isPlain: boolean;
}

/** A value that is infinite or not a number. JSON cannot express it. */
type NotFinite = { readonly notFinite: string };

/** Whether a key is `<<`, which merges maps. In quotes, it is an ordinary key. */
export function isMergeScalar({ text, tag, isPlain }: ScalarText): boolean {
  return text === '<<' && (tag === undefined ? isPlain : tag === MERGE_TAG);
}

/**
 * Computes the value of a scalar as Kubernetes' YAML parser does (sigs.k8s.io/yaml, a fork of
 * go-yaml v2): YAML 1.1 with `0o17`, without dates and sexagesimal numbers. Unknown tags are
 * strings.
 *
 * @throws JsonSyntaxError if the tag does not fit the text
 */
export function resolveScalar({ text, tag, isPlain }: ScalarText): JsonValue | NotFinite {
  if (tag === undefined || tag === '!') {
    return isPlain && tag === undefined ? resolvePlain(text) : text;
  }
  if (tag === BINARY_TAG) return decodeBinary(text);
  const type = tag.startsWith(TAG_PREFIX) ? tag.slice(TAG_PREFIX.length) : '';
  if (!['int', 'float', 'bool', 'null'].includes(type)) return text;
  const value = resolvePlain(text);
  if (!hasType(value, type, text)) {
    throw new JsonSyntaxError(
      `body is not YAML: cannot decode ${JSON.stringify(text.slice(0, 64))} as a !!${type}`,
      { upstream: `yaml: cannot decode !!str \`${text}\` as a !!${type}` },
    );
  }
  return value;
}

/** Whether plain text is a string for all readers of YAML 1.1. */
export function isPlainString(text: string): boolean {
  if (!/^[\d.+-]/.test(text)) return resolvePlain(text) === text;
  if (SEXAGESIMAL.test(text) || isTimestamp(text)) return false;
  return resolvePlain(text) === text;
}

const SEXAGESIMAL = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;

const TIMESTAMP =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|( ))(\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?(Z|[+-]\d\d:\d\d)?)?$/;

function isTimestamp(text: string): boolean {
  const parts = TIMESTAMP.exec(text);
  if (parts === null) return false;
  const [, year, month, day, space, hour, minute, second, zone = ''] = parts;
  // A time behind a space has no zone, any other time has one.
  if (hour !== undefined && (space === undefined) !== (zone !== '')) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isDate = date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1;
  const [zoneHour = 0, zoneMinute = 0] = zone.slice(1).split(':').map(Number);
  const isZone = zoneHour <= 24 && zoneMinute < 60;
  const isTime = Number(hour ?? 0) < 24 && Number(minute ?? 0) < 60 && Number(second ?? 0) < 60;
  return isDate && isTime && isZone;
}

function hasType(value: JsonValue | NotFinite, type: string, text: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'bool') return typeof value === 'boolean';
  const isInteger = INTEGER.test(text.replaceAll('_', ''));
  if (type === 'int') return typeof value === 'bigint' || (typeof value === 'number' && isInteger);
  return typeof value === 'number' || typeof value === 'bigint' || isNotFinite(value);
}

/** Whether a scalar is infinite or not a number. */
export function isNotFinite(value: unknown): value is NotFinite {
  return typeof value === 'object' && value !== null && 'notFinite' in value;
}

function resolvePlain(text: string): JsonValue | NotFinite {
  // Most scalars are words. The first character shows whether it may be another type.
  const first = text.charAt(0);
  if (/[\d.+-]/.test(first)) return resolveNumber(text);
  if (!/[~yYnNtTfFoO]/.test(first) && text !== '') return text;
  if (NULL.test(text)) return null;
  if (TRUE.test(text)) return true;
  return FALSE.test(text) ? false : text;
}

function resolveNumber(text: string): JsonValue | NotFinite {
  if (NOT_FINITE.test(text)) return { notFinite: text };
  // A number that starts with a point must not contain underscores.
  const plain = text.startsWith('.') ? text : text.replaceAll('_', '');
  const integer = INTEGER.exec(plain);
  if (integer !== null && plain.length <= MAX_INTEGER_LENGTH) {
    const value = integerOf(integer);
    if (value !== undefined) return value;
  }
  if (!FLOAT.test(plain)) return text;
  const value = Number(plain);
  // A number that exceeds the range of a double is a string.
  return Number.isFinite(value) ? value : text;
}

/** Undefined for integers beyond int64 and uint64. */
function integerOf([, sign, octal, hex, binary, decimal]: RegExpExecArray):
  number | bigint | undefined {
  const digits =
    octal !== undefined
      ? `0o${octal}`
      : hex !== undefined
        ? `0x${hex}`
        : binary !== undefined
          ? `0b${binary}`
          : (decimal ?? '');
  const value = sign === '-' ? -BigInt(digits) : BigInt(digits);
  // Integers beyond int64 become doubles, as in the server's JSON.
  return exactInteger(value) ?? (value > 0n && value < 2n ** 64n ? Number(value) : undefined);
}

function decodeBinary(text: string): string {
  const plain = text.replace(/[\r\n]/g, '');
  if (!/^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(plain) || plain.includes('_')) {
    throw new JsonSyntaxError('body is not YAML: !!binary value contains invalid base64 data', {
      upstream: 'yaml: !!binary value contains invalid base64 data',
    });
  }
  return decodeUtf8(decodeBase64(plain));
}
