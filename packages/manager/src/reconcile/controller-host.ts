import type { Clock, EventRecorder, Logger, Metrics, Tracer, Transport } from '@vmgen/runtime';
import type { Random } from '@vmgen/runtime/async';
import type { DeclaredKinds } from '../caches/declared-kinds.js';
import type { Election } from '../election/election.js';
import type { ReconcileInputs } from '../recordings/reconcile-inputs.js';
import type { ReconcileFailure } from '../process/user-functions.js';

/** Runs a named effect, or does something else in its place. */
export type EffectObserver = <R>(name: string, run: () => Promise<R>) => Promise<R>;

/** What a test observes of the reconciles. */
export interface ReconcileObservers {
  /** Called for each failed reconcile, except during a shutdown. */
  readonly onFailure?: ((failure: ReconcileFailure) => void) | undefined;
  /** Called for each reconcile that has succeeded. */
  readonly onSuccess?:
    ((reconciled: Pick<ReconcileFailure, 'controller' | 'key'>) => void) | undefined;
  readonly onEffect?: EffectObserver | undefined;
}

/** What all controllers of a manager share. */
export interface ControllerHost extends ReconcileObservers {
  readonly name: string;
  readonly kinds: Pick<DeclaredKinds, 'all' | 'lacks'>;
  readonly election: Pick<Election, 'isOwn' | 'claim'>;
  /** Sends requests without checks of the leadership. */
  readonly transport: Transport;
  readonly events: Pick<EventRecorder, 'event'>;
  readonly clock: Clock;
  readonly random: Random | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  readonly tracer: Tracer | undefined;
  readonly shutdownTimeoutMs: number;
  /** Receives the inputs of reconciles; undefined without recordings. */
  readonly inputs: ReconcileInputs | undefined;
  /** Whether there is a status page, which shows the last reconciles. */
  readonly hasStatusPage: boolean;
}
