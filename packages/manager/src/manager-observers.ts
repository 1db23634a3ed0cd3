import type { ObjectKey } from '@vmgen/runtime';
import type { ReconcileObservers } from './reconcile/controller-host.js';
import type { HandlerFailure } from './webhooks/webhooks.js';

/** What a test observes of a manager. */
export interface ManagerObservers extends ReconcileObservers {
  /** Called for each admission handler that throws. Its answer then states the error, which users must not see. */
  readonly onHandlerFailure?: (failure: HandlerFailure) => void;
  /** Called for each event that could not be sent. */
  readonly onEventFailure?: (error: unknown, key: ObjectKey) => void;
}
