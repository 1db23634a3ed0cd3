import type { CallMessage, Calls, WorkerMessage } from './worker-client.js';

/** What a worker uses of its global scope. */
export interface WorkerScope {
  addEventListener(type: 'message', listener: (event: { data: CallMessage }) => void): void;
  postMessage(message: WorkerMessage): void;
}

/** Answers the calls of a {@link WorkerClient} with functions. A call of `ping` is always answered. */
export function serveCalls<C extends Calls<C>>(scope: WorkerScope, calls: C): void {
  scope.addEventListener('message', ({ data: { id, name, args } }) => {
    const answer = async (): Promise<unknown> => {
      if (name === 'ping') return undefined;
      if (!Object.hasOwn(calls, name)) throw new Error(`no function ${name}`);
      // The client has checked the types of the arguments.
      return calls[name as keyof C](...(args as never[]));
    };
    answer().then(
      (value) => scope.postMessage({ type: 'answer', id, value }),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        scope.postMessage({ type: 'failure', id, message });
      },
    );
  });
  scope.postMessage({ type: 'ready' });
}
