/**
 * Waits for what a callback of a user gave back, whatever that is, and tells `onFailure` when it
 * rejects. Never rejects itself as long as `onFailure` does not throw: a thenable that throws, or
 * whose `then` cannot be read, is a failure like any other.
 */
export async function settled(result: unknown, onFailure: (error: unknown) => void): Promise<void> {
  try {
    await result;
  } catch (error) {
    onFailure(error);
  }
}

/** Whether a callback gave back something that has to be waited for. Throws where a proxy does. */
export function isPending(result: unknown): boolean {
  return (
    ((typeof result === 'object' && result !== null) || typeof result === 'function') &&
    'then' in result
  );
}
