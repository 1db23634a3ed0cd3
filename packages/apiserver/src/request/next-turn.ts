/**
 * Calls a function in the next turn of the event loop, after pending input was processed. A timer of a
 * browser would wait for at least 4 milliseconds.
 */
export function callInNextTurn(call: () => void): void {
  if ('setImmediate' in globalThis) {
    globalThis.setImmediate(call);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  const onmessage = (): void => {
    port1.close();
    call();
  };
  // Setting this property starts the port. The types of Node lack it.
  Object.assign(port1, { onmessage });
  port2.postMessage(undefined);
}

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise(callInNextTurn);
}
