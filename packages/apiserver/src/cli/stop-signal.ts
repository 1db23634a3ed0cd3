/** SIGHUP is sent when the terminal is closed. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves with the first of {@link STOP_SIGNALS}. A second one ends the process immediately. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const name of STOP_SIGNALS) process.off(name, stop);
      resolve();
    };
    for (const name of STOP_SIGNALS) process.on(name, stop);
  });
}
