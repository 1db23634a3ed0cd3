import type { Place } from '../markers/language/definition.js';

/** A marker, as completion and hover show it. Plain data, so that a worker can send it. */
export interface MarkerInfo {
  /** Without the `+`. */
  readonly name: string;
  /** The part before the arguments: `kubebuilder:printcolumn`. */
  readonly prefix: string;
  /** One line. */
  readonly help: string;
  /** The reference, with arguments and an example. */
  readonly description: string;
  /** What follows `=`; undefined if nothing does. */
  readonly value: ArgumentInfo | undefined;
  /** What follows `:` as `name=value`. */
  readonly arguments: readonly ArgumentInfo[];
  /** The declarations that may have it. */
  readonly places: readonly Place[];
  /** Whether vmgen also reads it from code outside of the APIs. */
  readonly isOfCode: boolean;
  /** Whether it has no effect or is an error. */
  readonly isUnsupported: boolean;
}

/** An argument of a marker. */
export interface ArgumentInfo {
  readonly name: string;
  readonly help: string;
  readonly isRequired: boolean;
  /** The possible or usual values; empty if there are too many. */
  readonly values: readonly string[];
}

/** A completion. */
export interface MarkerOption {
  readonly label: string;
  /** What is inserted. */
  readonly text: string;
  readonly detail: string;
  readonly info: string;
  readonly kind: 'marker' | 'argument' | 'value';
}

/** Completions that replace the text of the line from `from`, counted in UTF-16 units from 0. */
export interface MarkerCompletions {
  readonly from: number;
  readonly options: readonly MarkerOption[];
}

/** The marker at a position of a line; offsets count from 0. */
export interface FoundMarker {
  readonly marker: MarkerInfo;
  readonly from: number;
  readonly to: number;
}

/** A line of a comment that begins with a marker; its text follows the `+`. */
const MARKER_LINE = /^(\s*(?:\/\/|\/\*\*?|\*)\s*\+)(.*)$/;

/** Whether a column of a line, counted from 0, is behind the `+` of a marker. */
export const isInMarker = (line: string, column: number): boolean =>
  MARKER_LINE.test(line.slice(0, column));

/**
 * Returns the completions at a column of a line, counted from 0; undefined outside of markers.
 *
 * @param isAllowed whether a declaration may have the marker; defaults to all that have an effect
 */
export function completeMarker(
  line: string,
  column: number,
  markers: readonly MarkerInfo[],
  isAllowed: (marker: MarkerInfo) => boolean = () => true,
): MarkerCompletions | undefined {
  const [, head = '', text = ''] = MARKER_LINE.exec(line.slice(0, column)) ?? [];
  if (head === '') return undefined;
  const marker = markerOf(text, markers);
  const rest = marker && text.slice(marker.prefix.length);
  if (marker !== undefined && rest !== undefined) {
    const start = head.length + marker.prefix.length;
    if (marker.value !== undefined && rest.startsWith('=')) {
      return { from: start + 1, options: valuesOf(marker.value) };
    }
    if (marker.arguments.length > 0 && rest.startsWith(':')) {
      return completeArgument(rest, start, marker);
    }
  }
  return { from: head.length, options: names(markers.filter(isAllowed)) };
}

/** Returns the marker at a column of a line, counted from 0. */
export function markerAt(
  line: string,
  column: number,
  markers: readonly MarkerInfo[],
): FoundMarker | undefined {
  const [, head = '', text = ''] = MARKER_LINE.exec(line) ?? [];
  if (head === '') return undefined;
  const marker = markerOf(text, markers);
  if (marker === undefined) return undefined;
  const found = { marker, from: head.length - 1, to: head.length + marker.prefix.length };
  return column >= found.from && column <= found.to ? found : undefined;
}

/** The marker with the longest name that a text begins with. */
function markerOf(text: string, markers: readonly MarkerInfo[]): MarkerInfo | undefined {
  let longest: MarkerInfo | undefined;
  for (const marker of markers) {
    const { prefix } = marker;
    if (!text.startsWith(prefix) || !/^(?:[=:(\s]|$)/.test(text.slice(prefix.length))) continue;
    if (longest === undefined || prefix.length > longest.prefix.length) longest = marker;
    // Several markers share a prefix: the first argument is part of their name.
    else if (prefix.length === longest.prefix.length && text.startsWith(marker.name)) {
      longest = marker;
    }
  }
  return longest;
}

/** @param text from the colon on */
function completeArgument(
  text: string,
  start: number,
  marker: MarkerInfo,
): MarkerCompletions | undefined {
  const parts = partsOf(text.slice(1));
  const last = parts.at(-1) ?? '';
  const from = start + text.length - last.length;
  const equals = last.indexOf('=');
  if (equals < 0) {
    const used = new Set(parts.slice(0, -1).map((part) => part.split('=', 1)[0]));
    const free = marker.arguments.filter(({ name }) => !used.has(name));
    return { from, options: free.map(argumentOption) };
  }
  const named = marker.arguments.find(({ name }) => name === last.slice(0, equals));
  // The last item of a list.
  const itemStart = Math.max(equals, last.lastIndexOf(';')) + 1;
  return named && { from: from + itemStart, options: valuesOf(named) };
}

/** Splits arguments at commas outside of quotes and brackets. */
function partsOf(text: string): string[] {
  const parts = [''];
  let quote = '';
  let depth = 0;
  for (const character of text) {
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (`"'\``.includes(character)) quote = character;
    else if ('{[('.includes(character)) depth++;
    else if ('}])'.includes(character)) depth--;
    if (character === ',' && quote === '' && depth <= 0) parts.push('');
    else parts[parts.length - 1] = `${parts.at(-1) ?? ''}${character}`;
  }
  return parts;
}

/** Those that only vmgen knows, and that few APIs need, are last. */
const names = (markers: readonly MarkerInfo[]): MarkerOption[] =>
  markers
    .filter(({ isUnsupported }) => !isUnsupported)
    .sort((a, b) => Number(isOwn(a)) - Number(isOwn(b)))
    .map((marker) => ({
      label: `+${marker.name}`,
      text: `${marker.name}${suffixOf(marker)}`,
      detail: marker.help,
      info: marker.description,
      kind: 'marker',
    }));

const isOwn = ({ name }: MarkerInfo): boolean => name.startsWith('vmgen:');

/** What has to follow the name. */
function suffixOf({ name, prefix, value, arguments: known }: MarkerInfo): string {
  if (name !== prefix || value?.isRequired === true) return '=';
  return known.length > 0 ? ':' : '';
}

const argumentOption = ({ name, help, isRequired }: ArgumentInfo): MarkerOption => ({
  label: name,
  text: `${name}=`,
  detail: isRequired ? 'required' : 'optional',
  info: help,
  kind: 'argument',
});

/** The values of an argument as completions. */
export const valuesOf = ({ values, help }: Pick<ArgumentInfo, 'values' | 'help'>): MarkerOption[] =>
  values.map((value) => ({ label: value, text: value, detail: '', info: help, kind: 'value' }));
