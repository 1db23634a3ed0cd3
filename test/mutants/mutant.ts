import {
  correct,
  correctByHand,
  operatorOf,
  TWIN,
  TWIN_BY_HAND,
  type ByHand,
  type Operator,
  type Parts,
} from './operator.js';

/** A correct operator with one planted defect. */
export interface Mutant {
  /** What it does: `keeps the id of a record only in memory`. */
  readonly does: string;
  /** What this breaks, in one sentence. */
  readonly breaks: string;
  readonly operator: Operator;
  /** The correct operator that makes the same objects, if one exists. */
  readonly twin: Operator | undefined;
}

/** A mutant that replaces some functions of the correct operator. */
export const mutant = (does: string, breaks: string, replaced: Partial<Parts>): Mutant => ({
  does,
  breaks,
  operator: operatorOf({ ...correct, ...replaced }),
  twin: TWIN,
});

/** A mutant of the functions that `children.apply` makes unnecessary. */
export const mutantByHand = (
  does: string,
  breaks: string,
  byHand: Partial<ByHand>,
  replaced: Partial<Parts> = {},
): Mutant => ({
  does,
  breaks,
  operator: operatorOf({
    ...correctByHand,
    ...replaced,
    byHand: { ...correct.byHand, ...byHand },
  }),
  twin: TWIN_BY_HAND,
});
