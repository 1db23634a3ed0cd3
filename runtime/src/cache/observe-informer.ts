import type { Metrics } from '../metrics/metrics.js';
import type { HandlerRegistration } from './informer-handler.js';

/** What is shown of an informer. */
interface ObservedInformer {
  /** The name of its resource. */
  readonly name: string;
  readonly objects: () => number;
  readonly registrations: () => Iterable<HandlerRegistration>;
}

/** Shows how much an informer keeps, and how far its handlers are behind; returns what ends that. */
export function observeInformer(metrics: Metrics, informer: ObservedInformer): () => void {
  const { name, objects, registrations } = informer;
  const endings = [
    metrics.observe(
      {
        name: 'informer_objects',
        help: 'How many objects an informer keeps.',
        labels: ['name'],
      },
      (tell) => tell({ name }, objects()),
    ),
    metrics.observe(
      {
        name: 'informer_pending_events',
        help: 'How many events a handler has not been told yet.',
        labels: ['name', 'handler'],
      },
      (tell) => {
        for (const { name: handler, pending } of registrations()) tell({ name, handler }, pending);
      },
    ),
  ];
  return () => {
    for (const end of endings) end();
  };
}
