import type { Condition, Persisted } from '@vmgen/runtime';
import { type ManagedFieldsEntry, deepCopyJson } from '@vmgen/runtime/meta';
import type { VirtualMachine } from '../../../apis/cloudnative/v1alpha1/types.js';
import { deepCopyVirtualMachine } from '../../../generated/cloudnative/v1alpha1/deepcopy.js';
import { machineText } from './machines.js';

// What a copy of a machine takes: `node subject-copy.js generated|hand [managed]`. Prints nanoseconds.

type Machine = Persisted<VirtualMachine, 'Namespaced'>;

const MACHINES = 1000;
const ROUNDS = 500;

const [who, managed] = process.argv.slice(2);
const copy = who === 'generated' ? generated : byHand;
const machines = Array.from({ length: MACHINES }, (_, index) => machine(index));
const copies = new Array<Machine>(MACHINES);
// The best round is the one that nothing else on the machine came into.
let bestMs = Infinity;
for (let round = 0; round < ROUNDS; round++) {
  const start = performance.now();
  for (const [index, each] of machines.entries()) copies[index] = copy(each);
  bestMs = Math.min(bestMs, performance.now() - start);
}
const nanos = (bestMs / MACHINES) * 1e6;
process.stdout.write(`${JSON.stringify(nanos)}\n`);

function machine(index: number): Machine {
  const parsed = JSON.parse(machineText(index, index)) as Machine;
  if (managed === undefined) parsed.metadata.managedFields = undefined;
  return parsed;
}

function generated(source: Machine): Machine {
  return deepCopyVirtualMachine(source);
}

/** What somebody would write who knows which fields these machines have, but not the keys of maps. */
function byHand({ apiVersion, kind, metadata, spec, status }: Machine): Machine {
  const copied: Machine = {
    apiVersion,
    kind,
    metadata: metadataByHand(metadata),
    spec: {
      action: spec.action,
      image: spec.image,
      resource: { ...spec.resource },
    },
  };
  if (status === undefined) return copied;
  const { server, conditions } = status;
  copied.status = {
    phase: status.phase,
    lastUpdateTime: status.lastUpdateTime,
    observedGeneration: status.observedGeneration,
    server: server && {
      id: server.id,
      state: server.state,
      usage: { cpu: server.usage.cpu, memory: server.usage.memory },
    },
    conditions: conditions?.map(conditionByHand),
  };
  return copied;
}

function metadataByHand(source: Machine['metadata']): Machine['metadata'] {
  return {
    name: source.name,
    namespace: source.namespace,
    uid: source.uid,
    resourceVersion: source.resourceVersion,
    generation: source.generation,
    creationTimestamp: source.creationTimestamp,
    labels: source.labels && { ...source.labels },
    finalizers: source.finalizers?.slice(),
    managedFields: source.managedFields?.map(managedFieldsByHand),
  };
}

function managedFieldsByHand(entry: ManagedFieldsEntry): ManagedFieldsEntry {
  return {
    manager: entry.manager,
    operation: entry.operation,
    apiVersion: entry.apiVersion,
    time: entry.time,
    fieldsType: entry.fieldsType,
    fieldsV1: deepCopyJson(entry.fieldsV1),
    subresource: entry.subresource,
  };
}

function conditionByHand(source: Condition): Condition {
  const { lastTransitionTime, message, reason, status, type } = source;
  return { lastTransitionTime, message, reason, status, type };
}
