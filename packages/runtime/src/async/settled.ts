/**
 * Waits for the result of a user's callback, whatever its type, and calls `onFailure` if it
 * rejects. Never rejects unless `onFailure` throws. A thenable that throws, or whose `then` cannot
 * be read, counts as a failure.
 */
export async function settled(result: unknown, onFailure: (error: unknown) => void): Promise<void> {
  try {
    await result;
  } catch (error) {
    onFailure(error);
  }
}

/** Whether a callback returned a thenable. Throws if a proxy throws. */
export function isPending(result: unknown): boolean {
  return (
    ((typeof result === 'object' && result !== null) || typeof result === 'function') &&
    'then' in result
  );
}
