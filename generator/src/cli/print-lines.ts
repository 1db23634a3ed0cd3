import { visibleLine } from '../findings/visible-text.js';

/** The one door for what this program prints: no text of others reaches the terminal as a command. */
export function printLines(
  stream: NodeJS.WritableStream,
  lines: readonly string[],
  hasColours = false,
): void {
  if (lines.length === 0) return;
  stream.write(`${lines.map((line) => visibleLine(line, hasColours)).join('\n')}\n`);
}
