import type { DiagnosticExample } from './definition.js';

/**
 * Creates an example from its incorrect and its correct text, or from one diff of both. Lines of a diff start with `- `
 * if only the incorrect text has them, with `+ ` if only the correct text has them, and otherwise with two spaces.
 */
const exampleOf =
  (place: DiagnosticExample['place']) =>
  (wrongOrDiff: string, right?: string): DiagnosticExample =>
    right === undefined
      ? { place, wrong: sideOf(wrongOrDiff, '+'), right: sideOf(wrongOrDiff, '-') }
      : { place, wrong: wrongOrDiff, right };

/** The text of a diff without the lines that only the other side has. */
const sideOf = (diff: string, other: '+' | '-'): string =>
  diff
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith(other))
    .map((line) => line.slice(2))
    .join('\n');

export const field = exampleOf('field');
export const kind = exampleOf('kind');
export const type = exampleOf('type');
export const packageComment = exampleOf('package');
export const file = exampleOf('file');
export const files = exampleOf('files');
export const shell = exampleOf('shell');
