import { objectKey } from '@vmgen/runtime';
import type { Clock, DeepReadonly, KubernetesObject, Logger, Metrics } from '@vmgen/runtime';
import { Pace } from '@vmgen/runtime/internal';

/** A reconcile, or another function of the program, that has failed. */
export interface ReconcileFailure {
  /**
   * The name of the controller; of an admission webhook, its path; of an index function or a transform, the
   * name of its cache; of an event that was not sent, `events`.
   */
  readonly controller: string;
  /** The key of the object. */
  readonly key: string;
  /**
   * What has failed, if it is neither a reconcile nor an admission handler: `predicate`, `keysOf`, `refersTo`, `index`
   * with its name, `transform` or `event`.
   */
  readonly function?: string;
  /**
   * What was thrown by the reconcile, the admission handler, a function of a relation, a predicate, an index or a
   * transform; or the answer to an event.
   */
  readonly error: unknown;
}

/** Reports what a function has thrown for an object. */
export type ReportFailure = (error: unknown, object: DeepReadonly<KubernetesObject>) => void;

/** Where failures of functions are reported. */
export interface FunctionHost {
  readonly clock: Clock;
  /** Its lines name the owner. */
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  readonly onFailure?: ((failure: ReconcileFailure) => void) | undefined;
}

/** A function of the user that the changes of a cache call. */
interface UserFunction {
  /** The name of its controller or cache. */
  readonly owner: string;
  /** The plural of the objects that it receives. */
  readonly kind: string;
  /** Its name, such as `predicate`. */
  readonly name: string;
  /** What happens to an object for which it throws. */
  readonly outcome: string;
}

/**
 * Returns how failures of a function are logged, counted and shown to tests. A user who may write objects may
 * cause many: all are counted, and not all are logged.
 */
export function failuresOf(
  { clock, logger, metrics, onFailure }: FunctionHost,
  { owner, kind, name, outcome }: UserFunction,
): ReportFailure {
  const labels = { owner, kind, function: name };
  const counter = metrics?.counter({
    name: 'vmgen_function_errors_total',
    help: 'Number of objects for which a predicate, a function of a relation, an index function or a transform threw.',
    labels: Object.keys(labels),
  });
  counter?.add(labels, 0);
  const lines = new Pace(clock);
  return (error, object) => {
    const key = objectKey(object);
    counter?.add(labels);
    if (lines.tryTake()) {
      logger.error(`a function threw; ${outcome}`, { kind, function: name, key, error });
    }
    onFailure?.({ controller: owner, key, function: name, error });
  };
}

/** Returns a function that reports what `run` throws, and then returns another result. */
export const reporting =
  <I, R>(
    run: (input: I) => R,
    report: (error: unknown, input: I) => void,
    otherwise: (input: I) => R,
  ): ((input: I) => R) =>
  (input) => {
    try {
      return run(input);
    } catch (error) {
      report(error, input);
      return otherwise(input);
    }
  };
