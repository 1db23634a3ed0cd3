import {
  controllerOf,
  controllerReference,
  isAlreadyExists,
  isConflict,
  isNotFound,
  objectKey,
  VmgenError,
} from '@vmgen/runtime';
import type {
  ApplyConfiguration,
  Cached,
  CachedReader,
  KubernetesObject,
  ResourceScope,
  Transport,
} from '@vmgen/runtime';
import { apiVersionOf } from '@vmgen/runtime/client';
import { asReadonly, canonicalJson, createFullClient } from '@vmgen/runtime/internal';
import {
  APPLIED_ANNOTATION,
  CHILDREN_LABEL,
  identity,
  isApplied,
  isDisowned,
  labelValue,
  refuseForeign,
} from './child-rules.js';
import { sha256 } from '../process/sha256.js';
import type { AnyChild, Child, ChildContent, Children, ObjectOf } from './children.js';
import type { UnchangedApplies } from './unchanged-applies.js';

/** The index of children by the UID of their controller. */
export const BY_CONTROLLER = 'vmgen.io/controller-uid';

/** What the children of all objects of a controller share. */
export interface ChildrenOptions {
  /** The scope of the owners' kind. */
  readonly ownerScope: ResourceScope;
  readonly fieldManager: string;
  /** The name of the controller, which is unique in the cluster together with the field manager. */
  readonly controller: string;
  /** The label of the children of the controller that have no set with a name. */
  readonly set: string;
  readonly owned: readonly CachedReader<KubernetesObject>[];
  readonly unchanged: UnchangedApplies;
  /** The labels of the sets that the controller has applied. */
  readonly sets: Set<string>;
  /** Whether an object with this identity may exist although its cache lacks it. */
  readonly isPartial: (reader: CachedReader<KubernetesObject>, id: string) => boolean;
  readonly onSkipped: () => void;
  /** Called before a child is created. Rejects if the owner is gone. */
  readonly beforeCreate: (owner: Cached<KubernetesObject>, transport: Transport) => Promise<void>;
  /** Called after a child was applied that its cache does not contain. */
  readonly onNotCached: (reader: CachedReader<KubernetesObject>, key: string) => void;
  /** Called for a child that belongs to another owner. */
  readonly onForeign: (reader: CachedReader<KubernetesObject>, key: string) => void;
}

/** Adds the index that finds the children of an object. Call it once for each owned kind. */
export function indexChildren(reader: CachedReader<KubernetesObject>): void {
  const { informer } = reader;
  if (informer.store.hasIndex(BY_CONTROLLER)) return;
  informer.addIndexers({
    [BY_CONTROLLER]: (object) => {
      const uid = object.metadata.labels?.[CHILDREN_LABEL] && controllerOf(object)?.uid;
      return uid ? [uid] : [];
    },
  });
}

/** The children of one reconcile, which ends with {@link prune}. */
interface ReconciledChildren extends Children {
  /** Deletes the children of the applied sets that no set of the reconcile contains. */
  prune(): Promise<void>;
}

/** Creates the children of one reconcile of `owner`. */
export function createChildren(
  options: ChildrenOptions,
  owner: Cached<KubernetesObject>,
  transport: Transport,
): ReconciledChildren {
  return new OwnedChildren(options, owner, transport, undefined, new Map());
}

const takenId = (set: string, id: string): string => `taken ${set} ${id}`;

class OwnedChildren implements ReconciledChildren {
  readonly #options: ChildrenOptions;
  readonly #owner: Cached<KubernetesObject>;
  readonly #transport: Transport;
  readonly #name: string | undefined;
  /** The sets of all children that this reconcile has passed to any set, by their identities. */
  readonly #wanted: Map<string, OwnedChildren>;
  #named: Map<string, OwnedChildren> | undefined;
  #isApplied = false;
  #isComplete = false;

  constructor(
    options: ChildrenOptions,
    owner: Cached<KubernetesObject>,
    transport: Transport,
    name: string | undefined,
    wanted: Map<string, OwnedChildren>,
  ) {
    this.#options = options;
    this.#owner = owner;
    this.#transport = transport;
    this.#name = name;
    this.#wanted = wanted;
  }

  async apply<const C extends readonly AnyChild[]>(
    ...children: C
  ): Promise<{ -readonly [I in keyof C]: ObjectOf<C[I]> }> {
    const applied = await this.#apply(children, false);
    // Every child was applied, and each object has the type of its reader.
    return applied as { -readonly [I in keyof C]: ObjectOf<C[I]> };
  }

  async applyInOrder<const C extends readonly AnyChild[]>(
    ...children: C
  ): Promise<{ -readonly [I in keyof C]: ObjectOf<C[I]> | undefined }> {
    const applied = await this.#apply(children, true);
    return applied as { -readonly [I in keyof C]: ObjectOf<C[I]> | undefined };
  }

  async createOnce<T extends KubernetesObject, S extends ResourceScope>(
    reader: CachedReader<T, S>,
    metadata: ApplyConfiguration<T>['metadata'],
    content: () => ChildContent<T> | Promise<ChildContent<T>>,
  ): Promise<Cached<T, S>> {
    // The objects of the reader have its type; only metadata is read.
    const anyReader = reader as unknown as CachedReader<KubernetesObject>;
    return (await this.#createOnce(anyReader, metadata, content)) as Cached<T, S>;
  }

  async #createOnce(
    reader: CachedReader<KubernetesObject>,
    metadata: ApplyConfiguration<KubernetesObject>['metadata'],
    content: () => object | Promise<object>,
  ): Promise<Cached<KubernetesObject>> {
    const owner = this.#owner;
    const set = this.#setLabel();
    this.#options.sets.add(set);
    const wantedMetadata = {
      reader,
      configuration: { metadata },
      readyWhen: undefined,
      adopt: false,
    };
    const { id, key, namespace, body } = this.#complete(set, wantedMetadata);
    this.#claim(id, body.kind, key);
    const client = createFullClient(this.#transport, reader.resource, namespace);
    const { fieldManager, beforeCreate, onNotCached, onForeign } = this.#options;
    const keep = async (existing: Cached<KubernetesObject>): Promise<Cached<KubernetesObject>> => {
      if (!isDisowned(existing, set)) refuseForeign(owner, existing, () => onForeign(reader, key));
      // Without content, which remains.
      else await client.apply(body, { fieldManager, force: true });
      return reader.find(key) ?? existing;
    };
    const found = reader.find(key);
    if (found !== undefined) return keep(found);
    await beforeCreate(owner, this.#transport);
    // The public method has checked the type.
    const wanted = { ...(await content()), ...body } as KubernetesObject;
    try {
      const created = await client.create(wanted, { fieldManager });
      const cached = reader.find(key);
      if (cached !== undefined) return cached;
      onNotCached(reader, key);
      return asReadonly(created);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      return keep(asReadonly(await client.get(metadata.name)));
    }
  }

  named(name: string): OwnedChildren {
    this.#named ??= new Map();
    const known =
      this.#named.get(name) ??
      new OwnedChildren(this.#options, this.#owner, this.#transport, name, this.#wanted);
    this.#named.set(name, known);
    return known;
  }

  async prune(): Promise<void> {
    if (this.#isComplete) await this.#prune(this.#setLabel());
    for (const each of this.#named?.values() ?? []) await each.prune();
  }

  async #apply(
    children: readonly AnyChild[],
    inOrder: boolean,
  ): Promise<(Cached<KubernetesObject> | undefined)[]> {
    if (this.#isApplied) {
      throw new VmgenError(
        'ERR_VMGEN_STATE',
        'children are applied twice in one reconcile; pass all children to one call, or use named()',
      );
    }
    this.#isApplied = true;
    // Only metadata is read, and each object is passed to the function of its own child.
    const set = this.#setLabel();
    this.#options.sets.add(set);
    const wanted = (children as readonly Child<KubernetesObject>[]).map((each) =>
      this.#complete(set, each),
    );
    for (const { id, key, body } of wanted) this.#claim(id, body.kind, key);
    const applied: (Cached<KubernetesObject> | undefined)[] = children.map(() => undefined);
    for (const [index, each] of wanted.entries()) {
      const object = await this.#applyOne(set, each);
      applied[index] = object;
      if (inOrder && each.readyWhen?.(object) === false) break;
    }
    this.#isComplete = true;
    return applied;
  }

  /** Throws if the child is already in a set of this reconcile. */
  #claim(id: string, kind: string | undefined, key: string): void {
    const other = this.#wanted.get(id);
    this.#wanted.set(id, this);
    if (other === undefined) return;
    if (other === this) {
      throw new VmgenError('ERR_VMGEN_ARGUMENT', 'two children have the same kind and name');
    }
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${kind} ${JSON.stringify(key)} is in two sets of children, ${JSON.stringify(other.#setLabel())} and ` +
        `${JSON.stringify(this.#setLabel())}; pass it to one of them`,
    );
  }

  /** Returns the value of the label of these children. */
  #setLabel(): string {
    const { fieldManager, controller, set } = this.#options;
    return this.#name === undefined ? set : labelValue([fieldManager, controller, this.#name]);
  }

  #complete(
    set: string,
    { reader: ownable, configuration, readyWhen, adopt }: Child<KubernetesObject>,
  ): CompleteChild {
    const owner = this.#owner;
    const { ownerScope, owned } = this.#options;
    const reader = ownable as CachedReader<KubernetesObject>;
    const wanted = configuration as ApplyConfiguration<KubernetesObject>;
    const { metadata } = wanted;
    const { resource } = reader;
    const { name } = metadata;
    if (!owned.includes(reader)) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `the controller does not own ${resource.plural}; declare them: .owns(${resource.plural})`,
      );
    }
    const ownNamespace = owner.metadata.namespace;
    const namespace =
      resource.scope === 'Cluster' ? undefined : (metadata.namespace ?? ownNamespace);
    if (ownerScope === 'Namespaced' && namespace !== ownNamespace) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `${resource.kind} ${JSON.stringify(name)} cannot be a child of an object in the namespace ` +
          `${JSON.stringify(ownNamespace)}: the garbage collector would delete it, because an owner ` +
          'must be in the namespace of its children or be cluster-scoped',
      );
    }
    if (resource.scope !== 'Cluster' && namespace === undefined) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `${resource.kind} ${JSON.stringify(name)} has no namespace, and neither has its owner; set metadata.namespace of the child`,
      );
    }
    const own = ownMetadata(owner, metadata, namespace, set);
    // The spread is not first, because V8 takes a microsecond for each property that is added to a copy.
    const body: Writable<typeof wanted> = { apiVersion: '', kind: '', ...wanted };
    body.apiVersion = apiVersionOf(resource);
    body.kind = resource.kind;
    body.metadata = own;
    const hash = sha256(canonicalJson(body), 'hex').slice(0, 32);
    own.annotations = { ...metadata.annotations, [APPLIED_ANNOTATION]: hash };
    const key = objectKey({ namespace: namespace ?? '', name });
    return {
      reader,
      id: identity(reader, key),
      key,
      namespace,
      hash,
      readyWhen,
      adopt,
      body,
    };
  }

  async #applyOne(set: string, child: CompleteChild): Promise<Cached<KubernetesObject>> {
    const { reader, id, key, namespace, hash, adopt, body } = child;
    const owner = this.#owner;
    const { fieldManager, unchanged, beforeCreate, onSkipped, onNotCached, onForeign } =
      this.#options;
    const ownerKey = objectKey(owner);
    const known = reader.find(key);
    const found = known ?? (await this.#findUncached(child));
    if (found !== undefined) {
      const adopts = (adopt && controllerOf(found) === undefined) || isDisowned(found, set);
      if (!adopts) refuseForeign(owner, found, () => onForeign(reader, key));
      this.#refuseSharedSet(set, id, found);
      const state = `${found.metadata.uid} ${found.metadata.resourceVersion} ${hash}`;
      // An object that was read from the server has managedFields of all managers, which isApplied does not expect.
      if ((known && isApplied(owner, known, body)) || unchanged.get(ownerKey, id) === state) {
        onSkipped();
        return found;
      }
    } else await beforeCreate(owner, this.#transport);
    const client = createFullClient(this.#transport, reader.resource, namespace);
    const applied = await client.apply(body, { fieldManager, force: true });
    this.#noteTaken(set, id, found);
    const { uid, resourceVersion } = applied.metadata;
    // Such as a field that the server drops because the schema does not contain it.
    if (resourceVersion === found?.metadata.resourceVersion) {
      unchanged.set(ownerKey, id, `${uid} ${resourceVersion} ${hash}`);
    } else unchanged.delete(ownerKey, id);
    const cached = reader.find(key);
    if (cached !== undefined) return cached;
    onNotCached(reader, key);
    return asReadonly(applied);
  }

  /** Reads an object from the server if the cache may lack it: a forced apply would take it over. */
  async #findUncached({
    reader,
    id,
    namespace,
    body,
  }: CompleteChild): Promise<Cached<KubernetesObject> | undefined> {
    if (!this.#options.isPartial(reader, id)) return undefined;
    const client = createFullClient(this.#transport, reader.resource, namespace);
    const found = await client.find(body.metadata.name);
    return found && asReadonly(found);
  }

  /**
   * Another set may have applied the child before: of this controller, which has moved it, or of a
   * controller that existed before a change of names. If that happens again, both apply it now, and
   * they would overwrite each other without an end.
   */
  #refuseSharedSet(set: string, id: string, found: Cached<KubernetesObject>): void {
    const label = this.#otherSet(found);
    if (label === undefined) return;
    if (this.#options.unchanged.get(objectKey(this.#owner), takenId(set, id)) !== label) return;
    throw new VmgenError(
      'ERR_VMGEN_CONTROLLED',
      `${found.kind} ${JSON.stringify(objectKey(found))} is applied by two controllers, whose sets of children ` +
        `are ${JSON.stringify(label)} and ${JSON.stringify(set)}; choose another name for the child of one of them`,
    );
  }

  /** Records the set that has lost a child to this one, after the child was applied. */
  #noteTaken(set: string, id: string, found: Cached<KubernetesObject> | undefined): void {
    const label = found && this.#otherSet(found);
    if (label === undefined) return;
    this.#options.unchanged.set(objectKey(this.#owner), takenId(set, id), label);
  }

  /** Returns the set of another controller that has applied a child. */
  #otherSet({ metadata }: Cached<KubernetesObject>): string | undefined {
    const label = metadata.labels?.[CHILDREN_LABEL];
    return label === undefined || this.#options.sets.has(label) ? undefined : label;
  }

  /** Deletes the children of this set that are no longer wanted. */
  async #prune(set: string): Promise<void> {
    const owner = this.#owner;
    const { owned, unchanged } = this.#options;
    for (const reader of owned) {
      for (const object of reader.byIndex(BY_CONTROLLER, owner.metadata.uid)) {
        const { name, namespace, uid, resourceVersion, labels, deletionTimestamp } =
          object.metadata;
        const id = identity(reader, objectKey(object));
        if (labels?.[CHILDREN_LABEL] !== set || this.#wanted.has(id)) continue;
        if (deletionTimestamp !== undefined) continue;
        unchanged.delete(objectKey(owner), id);
        const client = createFullClient(this.#transport, reader.resource, namespace);
        try {
          await client.delete(name, {
            preconditions: { uid, resourceVersion },
            propagationPolicy: 'Background',
          });
        } catch (error) {
          // It is deleted already, another object has its name, or it has changed: that event repeats this.
          if (!isNotFound(error) && !isConflict(error)) throw error;
        }
      }
    }
  }
}

/** Returns the metadata of a child without the hash of its configuration. */
function ownMetadata(
  owner: Cached<KubernetesObject>,
  metadata: ChildMetadata,
  namespace: string | undefined,
  set: string,
): ChildMetadata {
  const { labels, ownerReferences = [] } = metadata;
  const own: ChildMetadata = { labels: {}, ownerReferences: [], ...metadata };
  if (namespace !== undefined) own.namespace = namespace;
  own.labels = { ...labels, [CHILDREN_LABEL]: set };
  const others = ownerReferences.filter(({ uid }) => uid !== owner.metadata.uid);
  own.ownerReferences = [...others, controllerReference(owner)];
  return own;
}

type ChildMetadata = Writable<ApplyConfiguration<KubernetesObject>['metadata']>;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface CompleteChild {
  readonly reader: CachedReader<KubernetesObject>;
  readonly id: string;
  readonly key: string;
  readonly namespace: string | undefined;
  readonly hash: string;
  readonly readyWhen: Child<KubernetesObject>['readyWhen'];
  readonly adopt: boolean;
  readonly body: ApplyConfiguration<KubernetesObject>;
}
