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
  validateNames,
  validateDefinitionContent,
  validateDefinitionContentUpdate,
} from '@vmgen/crd/internal';
import { MAX_PATTERN_WORK, PatternValidator } from '@vmgen/base/text';
import type { StoreEvent } from '../storage/event-log.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { BuiltInStrategy } from '../built-in/strategies/built-in-strategy.js';
import { commit, removeObject, timestamp } from './commit.js';
import { isEstablished, setDefinitionStatus, setTerminating } from './crd-status.js';
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
    judgesAlone: true,
    tracksGeneration: true,
    allowsUnconditionalUpdate: false,
    defaults: fillIn,
    prepareForCreate: (object) => {
      this.#prepare(object);
      this.#ownStatus(object);
    },
    prepareForUpdate: (next) => this.#prepare(next),
    validate: validateDefinition,
    warningsOf: (next, live) => definitionWarnings(asDefinition(next), live && asDefinition(live)),
    afterWrite: (object) => this.#serve(object),
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

  #prepare(object: JsonObject): void {
    if (!hasOutline(object)) return;
    const crd = asDefinition(object);
    settleSchemas(crd);
    // Controllers of the real server never see names that are refused.
    if (validateNames(crd.spec.names, '').length > 0) return;
    const others = [...this.#store.scan('')].map((revision) => asDefinition(revision.object));
    setDefinitionStatus(crd, others, timestamp(this.#clock));
  }

  /** The server owns the status that its controllers write a moment after the create. */
  #ownStatus(object: JsonObject): void {
    const { status } = object;
    if (!isJsonObject(status)) return;
    const { storedVersions = null } = status;
    const acceptedNames = { plural: '', kind: '' };
    const owned = this.endpoint.fieldManager.recordUpdate({
      live: { ...object, status: { conditions: [], acceptedNames, storedVersions } },
      next: object,
      manager: 'kube-apiserver',
      subresource: 'status',
      apiVersion: groupVersionOf(DEFINITIONS),
      time: timestamp(this.#clock),
    });
    object['metadata'] = metadataOf(owned);
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
    if (!this.#isTerminating(name)) return;
    const installed = this.#installed.get(name);
    const [endpoint] = installed?.endpoints ?? [];
    if (installed !== undefined) {
      if (endpoint === undefined) yield* removeAll(installed.store);
      else yield* this.#deleteInstances(endpoint);
      // The removal of the last one that has finalizers leads here again.
      if (installed.store.size > 0) {
        this.#noteProgress(name);
        return;
      }
      for (const served of installed.endpoints) this.#registry.remove(served);
      installed.store.close();
      this.#installed.delete(name);
    }
    const revision = this.#store.get(name);
    if (revision !== undefined) removeObject(this.endpoint, revision.object);
    yield;
  }

  #noteProgress(name: string): void {
    const revision = this.#store.get(name);
    if (revision === undefined) return;
    const object = cloneJson(revision.object);
    setTerminating(asDefinition(object), 'InstanceDeletionInProgress', timestamp(this.#clock));
    if (!deepEqualJson(object, revision.object)) commit(this.endpoint, object);
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

  #isTerminating(name: string): boolean {
    const revision = this.#store.get(name);
    return revision !== undefined && isDeleting(revision.object);
  }
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
