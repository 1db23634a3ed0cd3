/**
 * Returns a function that runs work, never twice at a time. Calls while it runs cause one further run after it. An
 * error of the work rejects the calls that wait for it, and the next call runs it again.
 */
export function singleFlight(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isRequested = false;
  const loop = async (): Promise<void> => {
    try {
      while (isRequested) {
        isRequested = false;
        await work();
      }
    } finally {
      running = undefined;
    }
  };
  return () => {
    isRequested = true;
    running ??= loop();
    return running;
  };
}
