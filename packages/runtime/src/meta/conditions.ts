import { formatTime } from './time.js';
import type { Condition, Int64, Time } from './types.js';

/**
 * The fields of a condition that these functions read. Built-in kinds have their own condition
 * types.
 */
export interface ConditionLike {
  /** The type of the condition, such as `Ready`. */
  readonly type: string;
  /** Whether the condition holds: `True`, `False` or `Unknown`. */
  readonly status: string;
}

/** The input of {@link setCondition}. */
export interface ConditionInput extends Pick<Condition, 'type' | 'status' | 'reason' | 'message'> {
  /** The `metadata.generation` of the object that was observed. */
  readonly observedGeneration?: Int64 | undefined;
  /** When the status last changed. Defaults to `now`. */
  readonly lastTransitionTime?: Time | undefined;
}

/** Options of {@link setCondition}. */
export interface SetConditionOptions {
  /** The transition time of a status that changes. Defaults to the current time. */
  readonly now?: Date;
}

/**
 * Sets a condition (`meta.SetStatusCondition`): replaces the condition of the same type or appends
 * a new one. `lastTransitionTime` is kept while the status is unchanged. Modifies `conditions` and
 * returns whether anything changed; an unchanged status need not be written.
 *
 * @example
 * const conditions: Condition[] = [];
 * const changed = setCondition(conditions, {
 *   type: 'Ready',
 *   status: 'True',
 *   reason: 'Running',
 *   message: 'the machine is reachable',
 *   observedGeneration: vm.metadata.generation,
 * });
 */
export function setCondition(
  conditions: Condition[],
  condition: ConditionInput,
  { now = new Date() }: SetConditionOptions = {},
): boolean {
  const index = conditions.findIndex(({ type }) => type === condition.type);
  const before = conditions[index];
  const lastTransitionTime =
    before?.status === condition.status
      ? before.lastTransitionTime
      : (condition.lastTransitionTime ?? formatTime(now));
  if (before === undefined) {
    conditions.push({ ...condition, lastTransitionTime });
    return true;
  }
  if (isSame(before, condition)) return false;
  // Keep the additional fields that a kind has in its conditions.
  conditions[index] = {
    ...before,
    observedGeneration: undefined,
    ...condition,
    lastTransitionTime,
  };
  return true;
}

/** Compares everything except the transition time. */
function isSame(before: Condition, condition: ConditionInput): boolean {
  return (
    before.status === condition.status &&
    before.reason === condition.reason &&
    before.message === condition.message &&
    before.observedGeneration === condition.observedGeneration
  );
}

/** Returns the condition of a type, or undefined if it is absent or there are no conditions. */
export function findCondition<C extends ConditionLike>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Returns whether a condition of this type exists and its status is True. */
export function isConditionTrue(
  conditions: readonly ConditionLike[] | undefined,
  type: string,
): boolean {
  return findCondition(conditions, type)?.status === 'True';
}

/**
 * Removes the condition of a type and returns whether it existed. Keeps the order of the others.
 */
export function removeCondition(conditions: ConditionLike[], type: string): boolean {
  const index = conditions.findIndex((condition) => condition.type === type);
  if (index === -1) return false;
  conditions.splice(index, 1);
  return true;
}
