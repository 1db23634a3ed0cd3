import { objectKey, patchStatus, setCondition } from '@vmgen/runtime';
import type {
  Cached,
  CachedReader,
  Clock,
  Condition,
  ConditionInput,
  DeepReadonly,
  KubernetesObject,
  ResourceScope,
  Transport,
} from '@vmgen/runtime';
import { asReadonly, createFullClient } from '@vmgen/runtime/internal';

/** The type of the status of a kind. */
type StatusOf<T> = T extends { status?: infer Status } ? NonNullable<Status> : never;

/** The fields of a status to set; see {@link ObjectStatus.set}. */
export type StatusFields<T> = {
  readonly [Field in keyof StatusOf<T>]?: Field extends 'conditions'
    ? readonly ConditionInput[]
    : DeepReadonly<StatusOf<T>[Field]>;
};

/** Writes the status of the reconciled object. */
export interface ObjectStatus<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /**
   * Sets fields of the status and keeps the others; a field that is undefined is removed. Conditions
   * are set by type: others are kept, `lastTransitionTime` changes only with the status, and
   * `observedGeneration` defaults to the generation that this reconcile has seen. So does the
   * status' own field `observedGeneration`, if the kind has one.
   *
   * Sends only differences to the cached object, and nothing without a difference. After a conflict,
   * the object is read from the server. Resolves with the object. Rejects (NotFound) if it was deleted,
   * also if another one has its name.
   *
   * @example
   * await status.set({ conditions: [{ type: 'Ready', status: 'True', reason: 'Serving', message: '' }] });
   */
  set(fields: StatusFields<T>): Promise<Cached<T, S>>;
}

/** What the statuses of all objects of a controller share. */
export interface StatusOptions<T extends KubernetesObject, S extends ResourceScope> {
  readonly reader: CachedReader<T, S>;
  readonly fieldManager: string;
  /** The kinds whose status has no field `observedGeneration`. */
  readonly withoutGeneration: Set<unknown>;
  readonly clock: Clock;
  /** Returns what earlier reconciles have remembered under a name. */
  readonly recall: (name: string, remembered: string | undefined) => string | undefined;
  readonly onSkipped: () => void;
  /** Called with the path of a field that the server has dropped. */
  readonly onDropped: (path: string) => void;
}

/** Creates the status of one reconcile, which received `object`. */
export function createObjectStatus<T extends KubernetesObject, S extends ResourceScope>(
  options: StatusOptions<T, S>,
  object: Cached<T, S>,
  transport: Transport,
): ObjectStatus<T, S> {
  return { set: (fields) => setStatus(options, object, transport, fields) };
}

/** A status of any kind. */
interface AnyStatus extends Record<string, unknown> {
  conditions?: Condition[];
  observedGeneration?: number;
}

async function setStatus<T extends KubernetesObject, S extends ResourceScope>(
  options: StatusOptions<T, S>,
  object: Cached<T, S>,
  transport: Transport,
  fields: StatusFields<T>,
): Promise<Cached<T, S>> {
  const { reader, fieldManager, onSkipped } = options;
  const key = objectKey(object);
  const { namespace, generation } = object.metadata;
  const client = createFullClient(transport, reader.resource, namespace);
  // Includes what this reconcile has written.
  const cached = reader.find(key);
  const base = cached?.metadata.uid === object.metadata.uid ? cached : object;
  const { result, object: written } = await patchStatus<T, S>(
    client,
    base,
    (copy) => {
      const target = copy as { status?: AnyStatus };
      const changed = withFields(target.status, fields, generation, options);
      const isSet =
        !Object.hasOwn(fields, 'observedGeneration') &&
        setsGeneration(target.status, changed, options);
      if (isSet && generation !== undefined) changed.observedGeneration = generation;
      target.status = changed;
    },
    // The read before the next attempt is pause enough, and a test's clock does not advance by itself.
    { fieldManager, delayMs: 0 },
  );
  if (result === 'unchanged') {
    onSkipped();
    return base;
  }
  const answer = written as { readonly status?: AnyStatus };
  // Every write contains the field; the server drops it if the schema does not have it.
  const isOwn = Object.hasOwn(fields, 'observedGeneration');
  if (!isOwn && answer.status?.observedGeneration === undefined) {
    options.withoutGeneration.add(reader.resource);
  }
  const dropped = droppedPath(fields, answer.status, 'status');
  if (dropped !== undefined) options.onDropped(dropped);
  return reader.find(key) ?? asReadonly(written);
}

/** Returns the path of the first field with a value that the answer lacks, or undefined. */
function droppedPath(sent: unknown, answer: unknown, path: string): string | undefined {
  if (sent === undefined || sent === null || typeof sent !== 'object') return undefined;
  const stored = typeof answer === 'object' && answer !== null ? answer : {};
  for (const [name, value] of Object.entries(sent) as [string, unknown][]) {
    // Conditions are merged by type, and items of other lists have the same index.
    if (value === undefined || value === null || (path === 'status' && name === 'conditions'))
      continue;
    const own = Array.isArray(sent) ? `${path}[${name}]` : `${path}.${name}`;
    if (!Object.hasOwn(stored, name)) return own;
    const found: unknown = Reflect.get(stored, name);
    const inner = droppedPath(value, found, own);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function withFields<T extends KubernetesObject, S extends ResourceScope>(
  before: AnyStatus | undefined,
  fields: StatusFields<T>,
  generation: number | undefined,
  { clock }: StatusOptions<T, S>,
): AnyStatus {
  const { conditions: inputs, ...others } = fields as { conditions?: readonly ConditionInput[] };
  const status: AnyStatus = { ...before, ...others };
  if (inputs === undefined) return status;
  const conditions = structuredClone(before?.conditions ?? []);
  for (const input of inputs) {
    const observed = { observedGeneration: generation, ...input };
    setCondition(conditions, observed, { now: clock.date() });
  }
  return { ...status, conditions };
}

/**
 * The kinds' schemas are unknown here. A status that has the field keeps it up to date. To one that
 * lacks it, the field is added together with the first other change, so that a kind without the
 * field causes no write of its own.
 */
function setsGeneration<T extends KubernetesObject, S extends ResourceScope>(
  before: AnyStatus | undefined,
  after: AnyStatus,
  { reader, withoutGeneration, recall }: StatusOptions<T, S>,
): boolean {
  if (before?.observedGeneration !== undefined) return true;
  if (after.observedGeneration !== undefined) return false;
  const isKnown = withoutGeneration.has(reader.resource) ? 'true' : undefined;
  if (recall('status without observedGeneration', isKnown) !== undefined) return false;
  return JSON.stringify(before) !== JSON.stringify(after);
}
