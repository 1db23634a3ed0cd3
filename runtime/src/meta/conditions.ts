import { formatTime } from './time.js';
import type { Condition, Int64, Time } from './types.js';

/** What is read of a condition: built-in kinds have types of their own for theirs. */
export interface ConditionLike {
  readonly type: string;
  readonly status: string;
}

/** A condition that is to be set. */
export interface ConditionInput extends Pick<Condition, 'type' | 'status' | 'reason' | 'message'> {
  /** The `metadata.generation` that the condition was judged on. */
  readonly observedGeneration?: Int64 | undefined;
  /** When the status became what it is. The time of the call when left out. */
  readonly lastTransitionTime?: Time | undefined;
}

/** How a condition is set. */
export interface SetConditionOptions {
  /** The time of the call, for a status that changes. The wall clock's when left out. */
  readonly now?: Date;
}

/**
 * Sets a condition (`meta.SetStatusCondition`): puts it in the place of the one of its type, or behind
 * the others. Its `lastTransitionTime` stays while the status does. Changes `conditions`, and returns
 * whether anything changed: a status that would say the same need not be written.
 *
 * @example
 * const conditions: Condition[] = [];
 * const changed = setCondition(conditions, {
 *   type: 'Ready',
 *   status: 'True',
 *   reason: 'Running',
 *   message: 'the machine answers',
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
  // What a kind adds to its conditions stays.
  conditions[index] = {
    ...before,
    observedGeneration: undefined,
    ...condition,
    lastTransitionTime,
  };
  return true;
}

/** Whether a condition says already what is to be said; its time counts for nothing then. */
function isSame(before: Condition, condition: ConditionInput): boolean {
  return (
    before.status === condition.status &&
    before.reason === condition.reason &&
    before.message === condition.message &&
    before.observedGeneration === condition.observedGeneration
  );
}

/** The condition of a type; undefined where there is none, or no conditions at all. */
export function findCondition<C extends ConditionLike>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether there is a condition of that type and its status is True. */
export function isConditionTrue(
  conditions: readonly ConditionLike[] | undefined,
  type: string,
): boolean {
  return findCondition(conditions, type)?.status === 'True';
}

/** Removes the condition of a type; returns whether there was one. The others keep their order. */
export function removeCondition(conditions: ConditionLike[], type: string): boolean {
  const index = conditions.findIndex((condition) => condition.type === type);
  if (index === -1) return false;
  conditions.splice(index, 1);
  return true;
}
