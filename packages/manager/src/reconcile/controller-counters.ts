import type { Metrics } from '@vmgen/runtime';

/** Counts what the reconciles of a controller do. */
export interface ControllerCounters {
  timeout(): void;
  panic(): void;
  /** Counts a write that was not sent because it would change nothing. */
  skipped(write: 'child' | 'status'): void;
}

/** Creates the counters of a controller, which all exist from the start. */
export function countersOf(controller: string, metrics: Metrics | undefined): ControllerCounters {
  const labels = ['controller'];
  const timeouts = metrics?.counter({
    name: 'controller_runtime_reconcile_timeouts_total',
    help: 'Number of reconciles that exceeded their time limit.',
    labels,
  });
  const panics = metrics?.counter({
    name: 'controller_runtime_reconcile_panics_total',
    help: 'Number of reconciles that failed because of a programming error.',
    labels,
  });
  const skipped = metrics?.counter({
    name: 'vmgen_skipped_writes_total',
    help: 'Number of writes that were not sent because they would have changed nothing.',
    labels: ['controller', 'write'],
  });
  timeouts?.add({ controller }, 0);
  panics?.add({ controller }, 0);
  for (const write of ['child', 'status']) skipped?.add({ controller, write }, 0);
  return {
    timeout: () => timeouts?.add({ controller }),
    panic: () => panics?.add({ controller }),
    skipped: (write) => skipped?.add({ controller, write }),
  };
}
