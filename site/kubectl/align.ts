/** How columns are aligned. */
interface Alignment {
  /** The minimum width of a column with its padding. */
  readonly minWidth: number;
  /** The spaces after the longest cell of a column. */
  readonly padding: number;
}

/**
 * Aligns lines of cells. As in Go's text/tabwriter, a column is a run of consecutive lines that have a further
 * cell after it, so the last cell of a line belongs to no column.
 */
export function alignLines(
  lines: readonly (readonly string[])[],
  { minWidth, padding }: Alignment,
): string {
  const widths = lines.map((): number[] => []);
  const hasColumn = (line: number, column: number): boolean =>
    (lines[line]?.length ?? 0) - 1 > column;
  const measure = (from: number, to: number, column: number): void => {
    for (let start = from; start < to; start++) {
      if (!hasColumn(start, column)) continue;
      let end = start;
      let width = minWidth;
      while (end < to && hasColumn(end, column)) {
        width = Math.max(width, lengthOf(lines[end]?.[column] ?? '') + padding);
        end++;
      }
      for (let line = start; line < end; line++) widths[line]?.push(width);
      measure(start, end, column + 1);
      start = end;
    }
  };
  measure(0, lines.length, 0);
  return lines.map((cells, line) => `${padCells(cells, widths[line] ?? [])}\n`).join('');
}

/** Pads all cells but those after the last width. */
export const padCells = (cells: readonly string[], widths: readonly number[]): string =>
  cells.map((cell, index) => cell + ' '.repeat(missing(cell, widths[index]))).join('');

const missing = (cell: string, width = 0): number => Math.max(0, width - lengthOf(cell));

/** The number of code points. */
export const lengthOf = (text: string): number => Array.from(text).length;
