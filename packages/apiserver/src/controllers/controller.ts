import type { StoreEvent } from '../storage/event-log.js';
import type { ObjectStore } from '../storage/object-store.js';

/**
 * A controller of kube-controller-manager inside the server. It is notified of each change, and
 * runs between requests: after a write, before its response is sent.
 */
export interface Controller {
  /** Records a change. Must not write. */
  observe(store: ObjectStore, event: StoreEvent): void;
  /** Whether recorded changes require work. */
  readonly hasWork: boolean;
  /**
   * Does the work for all recorded changes, including its own. Yields after each write, so that the
   * caller can pause. Changes during a pause must not disturb it.
   */
  run(): Generator<void>;
}

/** Combines several controllers. They run in turn until none of them has work. */
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

/** Runs a controller without pauses. */
export function runAtOnce(controller: Controller): void {
  const steps = controller.run();
  while (steps.next().done !== true);
}
