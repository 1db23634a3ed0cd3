import type { Finding } from './finding.js';

/**
 * One finding for a terminal or log: `file:line:col`, what is wrong, the source line with the place
 * marked, and the edit that mends it. `sourceLine` gives the text of a line, where it is known.
 */
export function formatFinding(
  finding: Finding,
  sourceLine: (file: string, line: number) => string | undefined,
): string {
  const { position, severity, message, remedy } = finding;
  const lines = [
    position ? `${formatPlace(position)}: ${severity}: ${message}` : `${severity}: ${message}`,
  ];
  const source = position && sourceLine(position.file, position.line);
  if (position && source !== undefined) {
    const { text, column } = excerpt(source, position.column - 1);
    lines.push(`    ${text}`, `    ${' '.repeat(column)}^`);
  }
  if (remedy !== undefined) lines.push(`  ${remedy}`);
  return lines.join('\n');
}

function formatPlace(position: { file: string; line: number; column: number }): string {
  return `${position.file}:${position.line}:${position.column}`;
}

const EXCERPT_WIDTH = 120;

/** At most {@link EXCERPT_WIDTH} characters of a line around `column`, safe to print. */
function excerpt(line: string, column: number): { text: string; column: number } {
  const indent = line.length - line.trimStart().length;
  const start = Math.max(Math.min(indent, column), column - EXCERPT_WIDTH / 2);
  const text = line.slice(start, start + EXCERPT_WIDTH).trimEnd();
  return { text: visible(text), column: column - start };
}

/** Control and bidirectional characters could repaint the terminal; each becomes one `?`. */
export function visible(text: string): string {
  return text.replace(/\t/g, ' ').replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?');
}
