import type { StoreEvent } from '../storage/event-log.js';
import type { ObjectStore } from '../storage/object-store.js';

/**
 * A part of kube-controller-manager that works inside the server. It is notified of every change, and
 * works between requests: after a write, before its answer is given.
 */
export interface Controller {
  /** Notes a change. Writes nothing. */
  observe(store: ObjectStore, event: StoreEvent): void;
  /** Whether the changes so far ask for anything. */
  readonly hasWork: boolean;
  /**
   * Does all that the changes so far ask for, its own included. Yields after every write, so that
   * the caller can pause; whatever is changed in a pause must not disturb it.
   */
  run(): Generator<void>;
}

/** Several controllers as one: each works until none of them finds anything to do. */
export function combineControllers(controllers: readonly Controller[]): Controller {
  const hasWork = (): boolean => controllers.some((controller) => controller.hasWork);
  return {
    observe(store, event) {
      for (const controller of controllers) controller.observe(store, event);
    },
    get hasWork() {
      return hasWork();
    },
    *run() {
      while (hasWork()) {
        for (const controller of controllers) {
          if (controller.hasWork) yield* controller.run();
        }
      }
    },
  };
}

/** Works without a pause. */
export function runAtOnce(controller: Controller): void {
  const steps = controller.run();
  while (steps.next().done !== true);
}
