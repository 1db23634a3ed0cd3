import type { Clock } from '@vmgen/runtime';
import {
  cloneJson,
  deepEqualJson,
  isJsonObject,
  type JsonObject,
  WorkBudget,
} from '@vmgen/base/json';
import {
  type CustomResourceDefinition,
  defaultCustomResourceDefinition,
  type FieldError,
} from '@vmgen/crd';
import {
  settleSchemas,
  setsOfCollections,
  unrecognizedFormats,
  validateDefinitionContent,
  validateDefinitionContentUpdate,
} from '@vmgen/crd/internal';
import { MAX_PATTERN_WORK, PatternValidator } from '@vmgen/base/text';
import type { StoreEvent } from '../storage/event-log.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { BuiltInStrategy } from '../built-in/strategies/built-in-strategy.js';
import { commit, removeObject, timestamp } from './commit.js';
import {
  acceptNames,
  initialStatus,
  isEstablished,
  recordStorageVersion,
  setTerminating,
  hasPendingNames,
} from './crd-status.js';
import { customEndpoints } from './custom-endpoint.js';
import type { Endpoint } from '../resource/endpoint.js';
import { deleteContent } from './namespace-lifecycle.js';
import { finalizersOf, isDeleting, metadataOf, metaString } from '../resource/object-meta.js';
import { groupVersionOf } from '../resource/served-resource.js';
import type { Registry } from './registry.js';

const DEFINITIONS = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
};
const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

/** What a definition brought into service. */
interface Installed {
  readonly spec: JsonObject;
  readonly store: ObjectStore;
  readonly endpoints: readonly Endpoint[];
  /** Ends the watches of the endpoints. */
  readonly replaced: AbortController;
}

/**
 * CustomResourceDefinitions and what they define: stored like any object, and with every change of
 * one the resources that are served change too.
 */
export class CustomResources {
  /** How the definitions themselves are kept. */
  readonly strategy: BuiltInStrategy = {
    skipSchemaValidation: true,
    tracksGeneration: true,
    allowsUnconditionalUpdate: false,
    defaults: fillIn,
    prepareForCreate: (object) => {
      prepare(object, (crd) => Object.assign(object, { status: initialStatus(crd) }));
    },
    prepareForUpdate: (next) => {
      prepare(next, recordStorageVersion);
    },
    validate: validateDefinition,
    warningsOf: (next, live) => definitionWarnings(asDefinition(next), live && asDefinition(live)),
    afterWrite: (object) => this.#noteWrite(object),
    prepareForDelete: markTerminating,
    startDelete: (object) => void this.#queue.add(metaString(object, 'name')),
  };
  readonly #registryOf: () => Registry;
  readonly #clock: Clock;
  readonly #installed = new Map<string, Installed>();
  /** The definitions of which an object went. */
  readonly #queue = new Set<string>();

  /** @param registryOf the registry in which the definitions are kept by this strategy */
  constructor(registryOf: () => Registry, clock: Clock) {
    this.#registryOf = registryOf;
    this.#clock = clock;
  }

  /** Serves the definitions themselves. */
  get endpoint(): Endpoint {
    const { group, version, plural } = DEFINITIONS;
    const endpoint = this.#registryOf().lookup(group, version, plural);
    if (endpoint === undefined) throw new Error('CustomResourceDefinitions are not served');
    return endpoint;
  }

  get #registry(): Registry {
    return this.#registryOf();
  }

  get #store(): ObjectStore {
    return this.endpoint.store;
  }

  /** Controllers of the real server see a definition a moment after the write. */
  #noteWrite(object: JsonObject): void {
    this.#serve(object);
    this.#acceptNames(object);
    if (isDeleting(object)) this.#queue.add(metaString(object, 'name'));
  }

  /** Accepts the names of a definition, which may free names that others of its group wait for. */
  #acceptNames(object: JsonObject): void {
    if (!hasPendingNames(asDefinition(object))) return;
    const next = cloneJson(object);
    const group = this.#groupOf(asDefinition(object).spec.group);
    const definitions = group.map((each) => asDefinition(each));
    if (!acceptNames(asDefinition(next), definitions, timestamp(this.#clock))) return;
    this.#writeStatus(object, next);
    this.#retryNames(group, metaString(object, 'name'));
  }

  #retryNames(group: readonly JsonObject[], changed: string): void {
    for (const { metadata } of group) {
      const name = isJsonObject(metadata) ? metaString({ metadata }, 'name') : '';
      const current = name === changed ? undefined : this.#store.get(name);
      if (current !== undefined) this.#acceptNames(current.object);
    }
  }

  #groupOf(group: string): JsonObject[] {
    const all = [...this.#store.scan('')].map(({ object }) => object);
    return all.filter((object) => asDefinition(object).spec.group === group);
  }

  /** Writes a status as the controllers of the real server do, which then own it. */
  #writeStatus(live: JsonObject, next: JsonObject): void {
    const owned = this.endpoint.fieldManager.recordUpdate({
      live,
      next,
      manager: 'kube-apiserver',
      subresource: 'status',
      apiVersion: groupVersionOf(DEFINITIONS),
      time: timestamp(this.#clock),
    });
    commit(this.endpoint, owned);
  }

  #serve(object: JsonObject): void {
    const name = metaString(object, 'name');
    const spec = object['spec'];
    const before = this.#installed.get(name);
    const crd = asDefinition(object);
    if (!isEstablished(crd) || deepEqualJson(before?.spec, spec)) return;
    const store = before?.store ?? this.#registry.createStore();
    for (const endpoint of before?.endpoints ?? []) this.#registry.remove(endpoint);
    const replaced = new AbortController();
    const endpoints = customEndpoints(crd, store, replaced.signal);
    for (const endpoint of endpoints) this.#registry.add(endpoint);
    this.#installed.set(name, { spec: spec as JsonObject, store, endpoints, replaced });
    before?.replaced.abort();
  }

  /** Notes a change. */
  observe(store: ObjectStore, { type }: StoreEvent): void {
    if (type !== 'DELETED') return;
    const endpoint = this.#registry.endpointOf(store);
    if (endpoint?.strategy.isCustom !== true) return;
    this.#queue.add(`${endpoint.resource.plural}.${endpoint.resource.group}`);
  }

  get hasWork(): boolean {
    return this.#queue.size > 0;
  }

  /** Removes definitions that are being deleted, after their objects. Yields after every write. */
  *run(): Generator<void> {
    for (const name of this.#queue) {
      this.#queue.delete(name);
      yield* this.#finishDelete(name);
    }
  }

  /** Deletes the objects of a definition that is being deleted, and the definition after them. */
  *#finishDelete(name: string): Generator<void> {
    const definition = this.#terminating(name);
    if (definition === undefined) return;
    const installed = this.#installed.get(name);
    if (finalizersOf(definition).includes(CLEANUP_FINALIZER)) {
      const [endpoint] = installed?.endpoints ?? [];
      if (installed !== undefined && endpoint === undefined) yield* removeAll(installed.store);
      else if (endpoint !== undefined) yield* this.#deleteInstances(endpoint);
      // The removal of the last one that has finalizers leads here again.
      if (installed !== undefined && installed.store.size > 0) {
        this.#noteDeletion(name, 'InstanceDeletionInProgress');
        return;
      }
    }
    const current = this.#terminating(name) ?? definition;
    const others = finalizersOf(current).filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
    if (others.length > 0) {
      this.#noteDeletion(name, 'InstanceDeletionCompleted');
      return;
    }
    for (const served of installed?.endpoints ?? []) this.#registry.remove(served);
    installed?.store.close();
    this.#installed.delete(name);
    removeObject(this.endpoint, current);
    yield;
    this.#retryNames(this.#groupOf(asDefinition(current).spec.group), name);
  }

  #noteDeletion(
    name: string,
    stage: 'InstanceDeletionInProgress' | 'InstanceDeletionCompleted',
  ): void {
    const live = this.#terminating(name);
    if (live === undefined || !finalizersOf(live).includes(CLEANUP_FINALIZER)) return;
    const next = cloneJson(live);
    setTerminating(asDefinition(next), stage, timestamp(this.#clock));
    if (stage === 'InstanceDeletionCompleted') {
      const finalizers = finalizersOf(live).filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
      metadataOf(next)['finalizers'] = finalizers;
    }
    if (!deepEqualJson(next, live)) this.#writeStatus(live, next);
  }

  /** Deletes all instances, with those that come while it yields. */
  *#deleteInstances(endpoint: Endpoint): Generator<void> {
    const { store } = endpoint;
    for (let hasDeleted = true; hasDeleted && store.size > 0;) {
      hasDeleted = false;
      for (const { key } of [...store.scan('')]) {
        const instance = store.get(key);
        if (instance === undefined) continue;
        if (deleteContent(endpoint, endpoint.read(instance), this.#clock)) hasDeleted = true;
        yield;
      }
    }
  }

  /** The definition, if it is being deleted. */
  #terminating(name: string): JsonObject | undefined {
    const object = this.#store.get(name)?.object;
    return object !== undefined && isDeleting(object) ? object : undefined;
  }
}

/** Changes a definition that is about to be written, unless validation will refuse it. */
function prepare(object: JsonObject, change: (crd: CustomResourceDefinition) => void): void {
  if (!hasOutline(object)) return;
  const crd = asDefinition(object);
  settleSchemas(crd);
  change(crd);
}

/** Removes the objects of a definition that serves no version, where nobody can remove finalizers. */
function* removeAll(store: ObjectStore): Generator<void> {
  for (const { key } of [...store.scan('')]) {
    store.remove(key);
    yield;
  }
}

function asDefinition(object: JsonObject): CustomResourceDefinition {
  // The boundary between JSON and its type: the schema of the kind was checked on the way in.
  return object as unknown as CustomResourceDefinition;
}

/** Whether a definition has what defaults and names presuppose; validation reports what is missing. */
function hasOutline({ spec }: JsonObject): boolean {
  return isJsonObject(spec) && Array.isArray(spec['versions']) && isJsonObject(spec['names']);
}

function fillIn(object: JsonObject): void {
  const { spec } = object;
  // An empty list was decoded as an absent one; validation counts its items.
  if (isJsonObject(spec)) spec['versions'] ??= [];
  if (hasOutline(object)) defaultCustomResourceDefinition(asDefinition(object));
}

/** The metadata is judged as that of every object. */
function validateDefinition(object: JsonObject, live: JsonObject | undefined): FieldError[] {
  const crd = asDefinition(object);
  const patterns = new PatternValidator(new WorkBudget(MAX_PATTERN_WORK));
  return live === undefined
    ? validateDefinitionContent(crd, patterns)
    : validateDefinitionContentUpdate(crd, asDefinition(live), patterns);
}

/** Holds the definition by a finalizer until its objects are gone. */
function markTerminating(marked: JsonObject): void {
  const metadata = metadataOf(marked);
  if (!finalizersOf(marked).includes(CLEANUP_FINALIZER)) {
    metadata['finalizers'] = [...finalizersOf(marked), CLEANUP_FINALIZER];
  }
  const time = metaString(marked, 'deletionTimestamp');
  setTerminating(asDefinition(marked), 'InstanceDeletionPending', time);
}

/** What is allowed in a definition and has no effect, or less than one may expect. */
function definitionWarnings(
  next: CustomResourceDefinition,
  live: CustomResourceDefinition | undefined,
): string[] {
  const known = new Set(live && setsOfCollections(live));
  const added = setsOfCollections(next).filter((warning) => !known.has(warning));
  return [...formatWarnings(next, live), ...added];
}

function formatWarnings(
  next: CustomResourceDefinition,
  live: CustomResourceDefinition | undefined,
): string[] {
  const before = new Set(live && unrecognizedFormats(live));
  return unrecognizedFormats(next)
    .filter((format) => !before.has(format))
    .map((format) => `unrecognized format ${JSON.stringify(format)}`);
}
