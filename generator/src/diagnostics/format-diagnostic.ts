import type { DiagnosticCode } from './code.js';
import type { SourcePosition } from './diagnostic.js';
import type { LocatedDiagnostic, LocatedPlace } from './located-diagnostic.js';
import { DIAGNOSTICS } from './registry.js';
import { spanOf, type Span } from './span-of.js';
import { visibleText, visibleCharacter, widthOf } from './visible-text.js';

/** Adds colour to a text, or returns it unchanged. */
export interface Palette {
  /** Formats the severity and the underline of errors. */
  readonly error: (text: string) => string;
  /** Formats the severity and the underline of warnings. */
  readonly warning: (text: string) => string;
  /** Formats the severity and the underline of informational messages. */
  readonly info: (text: string) => string;
  /** Formats positions and related underlines. */
  readonly strong: (text: string) => string;
}

const asIs = (text: string): string => text;
export const PLAIN: Palette = { error: asIs, warning: asIs, info: asIs, strong: asIs };
export const COLOURS: Palette = {
  error: sgr('1;31'),
  warning: sgr('1;33'),
  info: sgr('1;36'),
  strong: sgr('1'),
};

/** Select Graphic Rendition of ECMA-48; `util.styleText` is still experimental in Node 20. */
function sgr(code: string): (text: string) => string {
  return (text) => `\u001b[${code}m${text}\u001b[0m`;
}

/**
 * Formats a diagnostic for a terminal or log: `file:line:col`, severity, code and name, the message, the
 * source line with the span underlined, related positions, and the fix.
 */
export function formatDiagnostic(diagnostic: LocatedDiagnostic, palette: Palette = PLAIN): string {
  const { position, severity, code, message, remedy, related = [] } = diagnostic;
  const colour = palette[severity];
  const place = position ? `${palette.strong(formatPlace(position))}: ` : '';
  const lines = [
    `${place}${colour(`${severity} ${labelOf(code)}:`)} ${indentRest(message)}`,
    ...underlined(diagnostic, '^', colour),
  ];
  for (const each of related) {
    const where = each.position ? `${palette.strong(formatPlace(each.position))}: ` : '';
    lines.push(`  ${where}${indentRest(each.label)}`, ...underlined(each, '-', palette.strong));
  }
  if (remedy !== undefined) lines.push(`  ${indentRest(remedy)}`);
  return lines.join('\n');
}

/** The code and name of a diagnostic: `VMGEN4001 (no-json-form)`. */
export function labelOf(code: DiagnosticCode): string {
  const name = DIAGNOSTICS.get(code)?.name;
  return name === undefined ? code : `${code} (${name})`;
}

/** The source line of a position, and a line below it that marks the span. */
function underlined(place: LocatedPlace, mark: string, colour: (text: string) => string): string[] {
  const span = spanOf(place);
  if (!span || place.sourceLine === undefined) return [];
  const { text, indent, width } = excerpt(place.sourceLine, span);
  return [`    ${text}`, `    ${' '.repeat(indent)}${colour(mark.repeat(width))}`];
}

/** `file:line:col`, which editors and terminals recognize as a link. */
function formatPlace({ file, line, column }: SourcePosition): string {
  return `${visibleText(file)}:${line}:${column}`;
}

/** Lines after the first are indented, so that none looks like another diagnostic. */
function indentRest(text: string): string {
  return text.split('\n').map(visibleText).join('\n  ');
}

/** A source line as it is printed, with the cells that are underlined. */
interface Excerpt {
  readonly text: string;
  readonly indent: number;
  readonly width: number;
}

/** How much of a long line is printed, in UTF-16 units. */
const LENGTH = 120;
/** How much of it may precede the span. */
const BEFORE = 60;

/** Cuts the context of a span out of its line, safe to print. */
function excerpt(line: string, span: Span): Excerpt {
  const code = line.length - line.trimStart().length;
  const from = Math.max(Math.min(code, span.start), span.start - BEFORE);
  const to = Math.min(from + LENGTH, line.trimEnd().length);
  let text = '';
  let indent = 0;
  let width = 0;
  let offset = from;
  for (const character of line.slice(from, Math.max(from, to))) {
    const shown = visibleCharacter(character);
    text += shown;
    // A position inside a surrogate pair refers to the whole character.
    if (offset + character.length <= span.start) indent += widthOf(shown);
    else if (offset < span.end) width += widthOf(shown);
    offset += character.length;
  }
  if (span.start > offset) indent += span.start - offset;
  return { text, indent, width: Math.max(width, 1) };
}
