import type { BuiltInStrategy } from './built-in-strategy.js';
import { autoscalerV1Strategy } from './autoscaler-v1.js';
import { coreEventStrategy, eventStrategy } from './event.js';
import { leaseStrategy } from './lease.js';
import { namespaceStrategy } from './namespace.js';
import { SCALED } from './scaled.js';

/** The kinds that do more than their type says, by group and version (`v1`: core) and kind. */
const STRATEGIES: Readonly<Record<string, Readonly<Record<string, BuiltInStrategy>>>> = {
  v1: { Event: coreEventStrategy, Namespace: namespaceStrategy, ReplicationController: SCALED },
  'apps/v1': { Deployment: SCALED, ReplicaSet: SCALED, StatefulSet: SCALED },
  'autoscaling/v1': { HorizontalPodAutoscaler: autoscalerV1Strategy },
  'coordination.k8s.io/v1': { Lease: leaseStrategy },
  'events.k8s.io/v1': { Event: eventStrategy },
};

/** Undefined for a kind that its type says all of. */
export function strategyOf(
  group: string,
  version: string,
  kind: string,
): BuiltInStrategy | undefined {
  return STRATEGIES[group === '' ? version : `${group}/${version}`]?.[kind];
}
