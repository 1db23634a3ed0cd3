import type { StoreEvent } from '../storage/event-log.js';
import type { ObjectStore } from '../storage/object-store.js';

/**
 * A part of kube-controller-manager that works inside the server. It is told of every change, and
 * works between requests: after the answer to a write is made, before the next request is read.
 */
export interface Controller {
  /** Notes a change. Writes nothing. */
  observe(store: ObjectStore, event: StoreEvent): void;
  /**
   * Does all that the changes so far ask for, its own included.
   *
   * @returns whether there was anything to do
   */
  run(): boolean;
}

/** Several controllers as one: each works until none of them finds anything to do. */
export function combineControllers(controllers: readonly Controller[]): Controller {
  return {
    observe(store, event) {
      for (const controller of controllers) controller.observe(store, event);
    },
    run() {
      let hadWork = false;
      for (let idle = 0, next = 0; idle < controllers.length; next++) {
        const isBusy = controllers[next % controllers.length]?.run() ?? false;
        hadWork ||= isBusy;
        idle = isBusy ? 1 : idle + 1;
      }
      return hadWork;
    },
  };
}
