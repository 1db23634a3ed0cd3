import type { Metrics } from '../metrics/metrics.js';
import { cachedBytes } from './cached-bytes.js';
import type { HandlerRegistration } from './informer-handler.js';

/** The measured state of an informer. */
interface ObservedInformer {
  /** The name of its resource. */
  readonly name: string;
  readonly store: { readonly size: number; list(): readonly object[] };
  /** The number of recorded writes that the informer has not received. */
  readonly pendingWrites: () => number;
  readonly registrations: () => Iterable<HandlerRegistration>;
}

/**
 * Registers metrics of the stored objects and pending events. Returns a function that ends the
 * observation.
 */
export function observeInformer(metrics: Metrics, informer: ObservedInformer): () => void {
  const { name, store, pendingWrites, registrations } = informer;
  const endings = [
    metrics.observe(
      {
        name: 'informer_objects',
        help: 'Number of objects in the stores of all informers of a kind.',
        labels: ['name'],
      },
      (report) => report({ name }, store.size),
    ),
    metrics.observe(
      {
        name: 'informer_bytes',
        help: 'Approximate size of the objects in the stores of all informers of a kind as JSON, in bytes.',
        labels: ['name'],
      },
      (report) => report({ name }, cachedBytes(store)),
    ),
    metrics.observe(
      {
        name: 'informer_pending_writes',
        help: 'Number of own writes that the informers of a kind have not received yet.',
        labels: ['name'],
      },
      (report) => report({ name }, pendingWrites()),
    ),
    metrics.observe(
      {
        name: 'informer_pending_events',
        help: 'Number of events that a handler has not processed yet.',
        labels: ['name', 'handler'],
      },
      (report) => {
        for (const { name: handler, pending } of registrations())
          report({ name, handler }, pending);
      },
    ),
  ];
  return () => {
    for (const end of endings) end();
  };
}
