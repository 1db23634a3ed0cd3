import type { JsonObject, JsonValue, WorkBudget } from '@vmgen/base/json';

/** A column: its definition in a Table, and the function that creates its cells. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0 if it is always shown; greater if only `-o wide` shows it. */
  readonly priority: number;
  /** @throws WorkLimitError if the budget of the table is exhausted */
  readonly cell: (object: JsonObject, now: number, budget: WorkBudget) => JsonValue;
}
