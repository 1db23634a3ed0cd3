import type { JsonObject, JsonValue, WorkBudget } from '@vmgen/base/json';

/** One column: its definition as it stands in a Table, and how an object's cell is made. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0: always shown; above: only with `-o wide`. */
  readonly priority: number;
  /** @throws WorkLimitError where the budget of the table is used up */
  readonly cell: (object: JsonObject, now: number, budget: WorkBudget) => JsonValue;
}
