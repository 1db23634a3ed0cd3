/**
 * Returns a function that runs work, never twice at a time. Calls while it runs cause one further run after it. The
 * work handles its own errors.
 */
export function singleFlight(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isRequested = false;
  const loop = async (): Promise<void> => {
    while (isRequested) {
      isRequested = false;
      await work();
    }
    running = undefined;
  };
  return () => {
    isRequested = true;
    running ??= loop();
    return running;
  };
}
