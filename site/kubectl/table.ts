import { goText, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { lengthOf, padCells } from './align.js';
import { objectAt, objectsAt, stringAt } from './json-at.js';
import { type Resource, typeName } from './resources.js';

/** How tables are printed. */
interface TableOptions {
  readonly isWide: boolean;
  readonly hasHeaders: boolean;
  readonly hasLabels: boolean;
  /** Whether rows begin with the namespace of their object. */
  readonly hasNamespaces: boolean;
  /** Whether names have the form `TYPE/NAME`. */
  readonly hasTypes: boolean;
}

const MIN_WIDTH = 6;
const PADDING = 3;

/** Prints the tables of one resource. Columns get wider with each text, as in the output of a watch. */
export class TablePrinter {
  readonly #resource: Resource;
  readonly #options: TableOptions;
  #columns: readonly JsonObject[] = [];
  #header: readonly string[] = [];
  #widths: readonly number[] = [];

  constructor(resource: Resource, options: TableOptions) {
    this.#resource = resource;
    this.#options = options;
  }

  /** Returns the rows of tables, after a header if its columns differ from those before. */
  print(tables: readonly JsonObject[]): string {
    const lines: (readonly string[])[] = [];
    for (const table of tables) {
      const columns = objectsAt(table, 'columnDefinitions');
      // The events of a watch have columns only at first.
      if (columns.length > 0) this.#columns = columns;
      const header = this.#decorate(
        this.#columns.map((column) => stringAt(column, 'name').toUpperCase()),
        { namespace: 'NAMESPACE', labels: 'LABELS' },
      );
      const rows = objectsAt(table, 'rows');
      if (
        rows.length > 0 &&
        this.#options.hasHeaders &&
        header.join('\t') !== this.#header.join('\t')
      ) {
        lines.push(header);
        this.#header = header;
      }
      for (const row of rows) lines.push(this.#rowOf(row));
    }
    return this.#align(lines);
  }

  #rowOf(row: JsonObject): readonly string[] {
    const metadata = objectAt(row, 'object', 'metadata');
    const labels = Object.entries(objectAt(metadata, 'labels')).map(
      ([name, value]) => `${name}=${goText(value ?? '')}`,
    );
    const cells = Array.isArray(row['cells']) ? row['cells'] : [];
    const texts = this.#columns.map((column, index) => {
      const text = cellText(cells[index]);
      const isName = column['format'] === 'name' && column['type'] === 'string';
      return this.#options.hasTypes && isName ? `${typeName(this.#resource)}/${text}` : text;
    });
    return this.#decorate(texts, {
      namespace: stringAt(metadata, 'namespace'),
      labels: labels.length === 0 ? '<none>' : labels.sort().join(','),
    });
  }

  #decorate(
    cells: readonly string[],
    { namespace, labels }: { readonly namespace: string; readonly labels: string },
  ): readonly string[] {
    const { isWide, hasNamespaces, hasLabels } = this.#options;
    const shown = cells.filter((_, index) => isWide || isNarrow(this.#columns[index]));
    return [...(hasNamespaces ? [namespace] : []), ...shown, ...(hasLabels ? [labels] : [])];
  }

  #align(lines: readonly (readonly string[])[]): string {
    for (const cells of lines) {
      this.#widths = cells
        .slice(0, -1)
        .map((cell, index) => Math.max(this.#widths[index] ?? MIN_WIDTH, lengthOf(cell) + PADDING));
    }
    return lines.map((cells) => `${padCells(cells, this.#widths)}\n`).join('');
  }
}

/** Whether a column is also shown without `-o wide`. */
const isNarrow = (column: JsonObject | undefined): boolean => (column?.['priority'] ?? 0) === 0;

/** The text of a cell: its first line, without escape sequences for terminals. */
function cellText(cell: JsonValue | undefined): string {
  if (cell === undefined || cell === null) return '';
  const text = goText(cell);
  const end = text.search(/[\f\n\r]/);
  return (end === -1 ? text : `${text.slice(0, end)}...`).replaceAll('\u001b', '^[');
}
