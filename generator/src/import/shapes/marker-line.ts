import { SHORT_ESCAPES, unicodeEscape, UNSAFE } from '../../text/escape.js';
import { jsonText } from '../../text/json-text.js';

/** A text that no value of the grammar is but a string. */
const BARE = /^(?!(?:true|false|null)$)[A-Za-z][\w.-]*$/;

/** Whether a comment can contain a text without escapes. */
export const isPrintable = (text: string): boolean => text.search(UNSAFE) < 0;

/** A text between quotes; between backticks where they read better, or quotes would need escapes. */
export function quoted(text: string, quote: '"' | '`' = '"'): string {
  const canBeRaw = !text.includes('`') && !text.includes('*/') && isPrintable(text);
  if (canBeRaw && (quote === '`' || /["\\]/.test(text))) return `\`${text}\``;
  const escaped = text.replace(/[\\"]/g, '\\$&').replaceAll('*/', '*\\u002f');
  return `"${escaped.replace(UNSAFE, goEscape)}"`;
}

/** `\u` in Go requires four digits, `\U` eight. */
function goEscape(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return short;
  const digits = (character.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`;
}

/** A value as JSON in one line that a comment keeps. */
export function json(value: unknown): string {
  return jsonText(value).replace(UNSAFE, unicodeEscape).replaceAll('*/', '*\\/');
}

/** Values that the marker grammar writes without quotes. */
type MarkerScalar = string | number | bigint | boolean;

/** Whether the marker grammar can express a value; this is not the case for all lists and maps. */
export function isScalar(value: unknown): value is MarkerScalar {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** A scalar as the grammar of markers writes it. */
export function scalar(value: MarkerScalar): string {
  if (typeof value !== 'string') return String(value);
  return BARE.test(value) ? value : quoted(value);
}

/** The value of an argument; quotes a string that would be parsed as another type. */
type ArgumentValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly text: string | undefined }
  | { readonly raw: string }
  | undefined;

/** Prints `+name:argument=value,argument=value` for the defined arguments. */
export function markerOf(name: string, values: Readonly<Record<string, ArgumentValue>>): string {
  const parts = Object.entries(values).flatMap(([argument, value]) => {
    const text = argumentOf(value);
    return text === undefined ? [] : [`${argument}=${text}`];
  });
  return `+${name}:${parts.join(',')}`;
}

function argumentOf(value: ArgumentValue): string | undefined {
  if (typeof value !== 'object') return value === undefined ? undefined : scalar(value);
  if ('raw' in value) return quoted(value.raw, '`');
  if ('text' in value) return value.text === undefined ? undefined : quoted(value.text);
  const [only, ...more] = value.map(scalar);
  return more.length === 0 ? only : `{${[only, ...more].join(',')}}`;
}
