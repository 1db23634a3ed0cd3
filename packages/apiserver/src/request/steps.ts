/**
 * Work that may wait for promises, which it yields. A generator, not an async function: the work of
 * a request that waits for nothing, which is almost all of them, completes synchronously.
 */
export type Steps<T> = Generator<Promise<unknown>, T, unknown>;

/** Waits for a promise: `const answer = yield* waitFor(call())`. */
export function* waitFor<T>(promise: Promise<T>): Steps<T> {
  const results: T[] = [];
  yield promise.then((value) => void results.push(value));
  for (const result of results) return result;
  throw new Error('the steps were continued before their promise was settled');
}

/** Limits how long steps wait. It rejects if they must not wait longer. */
type LimitWait = <T>(settled: Promise<T>) => Promise<T>;

/** Runs steps. Returns a promise only if they wait. A wait that the limit ends is their last. */
export function runSteps<T>(steps: Steps<T>, limit: LimitWait): T | Promise<T> {
  const first = steps.next();
  return first.done === true ? first.value : continueSteps(steps, first.value, limit);
}

async function continueSteps<T>(
  steps: Steps<T>,
  awaited: Promise<unknown>,
  limit: LimitWait,
): Promise<T> {
  let next: IteratorResult<Promise<unknown>, T> = { done: false, value: awaited };
  while (next.done !== true) {
    const result: object = await limit(settle(next.value));
    next = 'error' in result ? steps.throw(result.error) : steps.next();
  }
  return next.value;
}

async function settle(promise: Promise<unknown>): Promise<object> {
  try {
    await promise;
    return {};
  } catch (error) {
    return { error };
  }
}

/**
 * Runs steps that do not wait.
 *
 * @throws Error if they wait
 */
export function runSynchronously<T>(steps: Steps<T>): T {
  const first = steps.next();
  if (first.done === true) return first.value;
  throw new Error('a write that must complete synchronously waits for a promise');
}
