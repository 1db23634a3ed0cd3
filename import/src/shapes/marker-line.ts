import { unicodeEscape } from '#generator/render/escape.js';
import { jsonText } from '#generator/render/json-text.js';

/** What no line of a comment keeps: controls, line separators, invisible characters, lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\uE000-\uE006]/gu;

/** A text that no value of the grammar is but a string. */
const BARE = /^(?!(?:true|false|null)$)[A-Za-z][\w.-]*$/;

/** Whether a text stands in a comment as it is. */
export const isPrintable = (text: string): boolean => text.search(UNSAFE) < 0;

/** A text between quotes; between backticks where they read better, or quotes would need escapes. */
export function quoted(text: string, quote: '"' | '`' = '"'): string {
  const canBeRaw = !text.includes('`') && !text.includes('*/') && isPrintable(text);
  if (canBeRaw && (quote === '`' || /["\\]/.test(text))) return `\`${text}\``;
  const escaped = text.replace(/[\\"]/g, '\\$&').replaceAll('*/', '*\\u002f');
  return `"${escaped.replace(UNSAFE, goEscape)}"`;
}

const SIMPLE: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Go's `\u` takes four digits, `\U` eight. */
function goEscape(character: string): string {
  const simple = SIMPLE[character];
  if (simple !== undefined) return simple;
  const digits = (character.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`;
}

/** A value as JSON in one line that a comment keeps. */
export function json(value: unknown): string {
  return jsonText(value).replace(UNSAFE, unicodeEscape).replaceAll('*/', '*\\/');
}

/** What the grammar of markers writes in one word. */
type MarkerScalar = string | number | bigint | boolean;

/** Whether a value has a form of its own in the grammar of markers, as lists and maps have not always. */
export function isScalar(value: unknown): value is MarkerScalar {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** A scalar as the grammar of markers writes it. */
export function scalar(value: MarkerScalar): string {
  if (typeof value !== 'string') return String(value);
  return BARE.test(value) ? value : quoted(value);
}

/** A value of an argument; a text that is always quoted, since it is one in words. */
type ArgumentValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly text: string | undefined }
  | { readonly raw: string }
  | undefined;

/** `+name:argument=value,argument=value` of the arguments that are there. */
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
