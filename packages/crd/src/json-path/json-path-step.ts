/** A step of a JSON path. It maps the values found so far to the next ones. */
export type JsonPathStep =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'wildcard' }
  | { readonly type: 'recursive' }
  | { readonly type: 'slice'; readonly from?: number; readonly to?: number; readonly step?: number }
  | { readonly type: 'index'; readonly index: number }
  | { readonly type: 'union'; readonly paths: readonly JsonPathStep[][] }
  | { readonly type: 'filter'; readonly left: FilterOperand; readonly test?: FilterTest };

/** An operand of a filter's comparison: a path relative to the element, or a literal. */
export type FilterOperand =
  | { readonly path: readonly JsonPathStep[] }
  | { readonly literal: string | number | boolean; readonly float?: boolean };

interface FilterTest {
  readonly operator: string;
  readonly right: FilterOperand;
}
