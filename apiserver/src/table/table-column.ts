import type { JsonObject, JsonValue } from '../json/json-value.js';

/** One column: its definition as it stands in a Table, and how an object's cell is made. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0: always shown; above: only with `-o wide`. */
  readonly priority: number;
  readonly cell: (object: JsonObject, now: number) => JsonValue;
}
