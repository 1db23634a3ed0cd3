import { isForbidden, isNotFound, isUnauthorized, VmgenError } from '@vmgen/runtime';
import type {
  CachedReader,
  Clock,
  KubernetesObject,
  Logger,
  Metrics,
  ObjectKey,
  ResourceDefinition,
  SharedInformer,
  Transport,
} from '@vmgen/runtime';
import {
  createInformerFactory,
  createSharedInformer,
  type SharedInformerOptions,
  type PendingWrite,
} from '@vmgen/runtime/cache';
import { createMetadataClient } from '@vmgen/runtime/client';
import { childAbort, pause, type Random } from '@vmgen/runtime/async';
import { errorText } from '@vmgen/runtime/observability';
import { createCachedReader, createFullClient, relistAll } from '@vmgen/runtime/internal';
import type { KeyMatcher, OwnShards } from '../election/election.js';
import { ErrorLog } from '../process/error-log.js';
import type { ReconcileFailure } from '../process/user-functions.js';
import { observeReader, type ReconcileInputs } from '../recordings/reconcile-inputs.js';
import { CacheFunctions } from './cache-functions.js';
import { CacheShare, type CacheUser } from './cache-share.js';
import type { CachedKind, CachedKinds, CachedObjects, ManagedCache } from './cached-kinds.js';
import { MissedChanges } from './missed-changes.js';
import { metadataOf, UnknownWrites } from './unknown-writes.js';

/** A watch receives an event or a bookmark about once a minute, and a silent watch is restarted. */
export const MAX_LAG_MS = 80_000;

/** A reader of any kind. */
type AnyReader = Pick<CachedReader<KubernetesObject>, 'resource'> & {
  readonly informer: Pick<
    SharedInformer<KubernetesObject>,
    | 'hasSynced'
    | 'synced'
    | 'run'
    | 'lastContactMs'
    | 'relist'
    | 'lastError'
    | 'lastSyncResourceVersion'
    | 'pendingWrites'
    | 'addIndexers'
  > & {
    readonly store: {
      readonly size: number;
      list(): readonly object[];
      hasIndex(name: string): boolean;
    };
  };
};

/** A declared kind. */
export interface DeclaredKind {
  readonly name: string;
  readonly reader: AnyReader;
  readonly metadataOnly: boolean;
  /** The label and field selectors as a text; empty without selectors. */
  readonly selector: string;
  /** Whether the manager starts without it. */
  readonly isOptional: boolean;
  /** Whether the cache contains only the objects of the shards of this process. */
  readonly isSharded: () => boolean;
  /**
   * Records a write whose result is unknown, to an object or to unknown ones of the kind. It is observed
   * when the cache contains what the server answers to a later read.
   */
  readonly addUnknownWrite: (key: ObjectKey | undefined) => PendingWrite;
  /** Records that an answer of the server contradicts the cached object of a key. */
  readonly contradicted: (key: string) => void;
}

/** What {@link Manager.cache} was given for a name. */
type Declaration = CachedKind & CachedObjects<KubernetesObject>;

/** Whether one cache is right for two declarations, apart from their indexes. */
function isSameCache(a: Declaration, b: Declaration): boolean {
  return a.resource === b.resource && a.transform === b.transform && optionsOf(a) === optionsOf(b);
}

function optionsOf(declaration: Declaration): string {
  const { namespace, namespaces, labelSelector, fieldSelector, sharded } = declaration;
  const { metadataOnly = false, whereServed = false } = declaration;
  const scope = [namespace, namespaces, labelSelector, fieldSelector];
  return JSON.stringify([scope, metadataOnly, whereServed, sharded]);
}

/** A cache that has not listed the newest state in time; see {@link DeclaredKinds.renew}. */
interface LateKind {
  readonly kind: DeclaredKind;
  /** The keys whose objects the cache lacks. */
  readonly lacks: KeyMatcher;
}

/** How long the work waits for lists of the newest state. */
const RENEWAL_MS = 10_000;

interface CacheOptions {
  readonly transport: Transport;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: Random | undefined;
  readonly metrics: Metrics | undefined;
  /** The field manager whose applied fields the caches of children keep. */
  readonly fieldManager: string;
  /** The controllers of the manager, also those that are added later. */
  readonly controllers: readonly CacheUser[];
  readonly shards: OwnShards | undefined;
  /** Called for an index function or a transform that throws. */
  readonly onFailure: ((failure: ReconcileFailure) => void) | undefined;
  /** What the readers read passes through it; undefined without recordings. */
  readonly inputs: ReconcileInputs | undefined;
  /** Called when the caches have listed the newest state after a restore of the server's store, or some of them. */
  readonly onRestored: () => void;
  /** Called when a late cache contains the objects that it lacked. */
  readonly onCompleted: (reader: unknown, matches: KeyMatcher) => void;
}

/** The declared kinds of a manager and their informers. */
export class DeclaredKinds {
  readonly #options: CacheOptions;
  /** The kinds with their first declarations. */
  readonly #byName = new Map<
    string,
    { readonly kind: DeclaredKind; readonly first: Declaration }
  >();
  readonly #runs: Promise<void>[] = [];
  readonly #late = new Set<LateKind>();
  readonly #relistAll = relistAll(() => this.#listed.map(({ reader }) => reader.informer), {
    onListed: () => this.#options.onRestored(),
    limit: () => pause(this.#options.clock, RENEWAL_MS, this.#signal),
  });
  #signal = new AbortController().signal;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  get all(): readonly DeclaredKind[] {
    return [...this.#byName.values()].map(({ kind }) => kind);
  }

  get #listed(): readonly DeclaredKind[] {
    return this.all.filter(({ reader }) => reader.informer.hasSynced);
  }

  /** The kinds without which the program does not start. */
  get #required(): readonly DeclaredKind[] {
    return this.all.filter(({ isOptional }) => !isOptional);
  }

  /**
   * Returns the readers of the kinds. A name with an equal declaration has the same reader. Throws if a
   * name has another declaration.
   */
  declare<const Kinds extends CachedKinds>(kinds: Kinds): ManagedCache<Kinds> {
    const readers = Object.entries(kinds).map(([name, kind]) => {
      const declaration: Declaration = 'resource' in kind ? kind : { resource: kind };
      const known = this.#byName.get(name);
      if (known !== undefined) {
        this.#share(known.kind, known.first, declaration);
        return [name, known.kind.reader];
      }
      const created = this.#create(name, declaration);
      this.#byName.set(name, { kind: created, first: declaration });
      return [name, created.reader];
    });
    // Each reader has the type of the kind that is declared under its name.
    return Object.freeze(Object.fromEntries(readers)) as ManagedCache<Kinds>;
  }

  /** Checks that a kind may be declared again, and adds the indexes that it does not have yet. */
  #share({ name, reader }: DeclaredKind, first: Declaration, declaration: Declaration): void {
    const taken = (what: string, fix: string) =>
      new VmgenError('ERR_VMGEN_ARGUMENT', `${what} is declared twice, ${fix}`);
    const cache = `the cache ${JSON.stringify(name)}`;
    if (!isSameCache(first, declaration)) {
      throw taken(
        cache,
        'with other objects or options; use another name, or the same declaration to share the cache',
      );
    }
    for (const [index, indexer] of Object.entries(declaration.indexers ?? {})) {
      if (first.indexers?.[index] === indexer) continue;
      if (reader.informer.store.hasIndex(index)) {
        throw taken(
          `the index ${JSON.stringify(index)} of ${cache}`,
          'with another function; use another name, or share the function',
        );
      }
      reader.informer.addIndexers(
        this.#functions(name, declaration).indexers({ [index]: indexer }),
      );
    }
  }

  start(signal: AbortSignal): void {
    this.#signal = signal;
    for (const { reader } of this.all) this.#runs.push(reader.informer.run({ signal }));
  }

  /**
   * Waits for the first lists, and resolves with true. Resolves with false if there is nothing to wait for,
   * because they are complete or because nothing lists them yet.
   */
  async waitedForSync(signal: AbortSignal): Promise<boolean> {
    const required = this.#required;
    const isListing = this.#runs.length > 0 && !this.#signal.aborted;
    if (!isListing || required.every(({ reader }) => reader.informer.hasSynced)) return false;
    await Promise.all(required.map(({ reader }) => reader.informer.synced({ signal })));
    return true;
  }

  /** Resolves when all kinds that are not optional have synced. */
  async synced(signal: AbortSignal, timeoutMs: number): Promise<void> {
    const required = this.#required;
    await Promise.all(required.map(({ reader }) => reader.informer.synced({ signal, timeoutMs })));
  }

  /**
   * Lists the newest state again, so that the caches contain what the previous leader or the previous
   * holders of gained shards wrote. Resolves after 10 s at the latest: the work then begins with the last
   * state of the late caches, which list until they succeed. A cache that lacks the objects of `gained`
   * keys is complete only then; see {@link lacks}. If nothing is `gained`, only the objects of lost shards
   * are removed.
   */
  async renew(gained: KeyMatcher | undefined, signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    const listing = new Set<LateKind>();
    const listed = new AbortController();
    for (const kind of this.all) {
      const { isOptional, isSharded, reader } = kind;
      if (gained === undefined && !isSharded()) continue;
      if (isOptional && !reader.informer.hasSynced) continue;
      const one: LateKind = { kind, lacks: (key) => isSharded() && gained?.(key) === true };
      // The work has already waited for its list.
      const isLate = [...this.#late].some((late) => late.kind === kind);
      (isLate ? this.#late : listing).add(one);
      void this.#list(one, signal, () => {
        listing.delete(one);
        if (listing.size === 0) listed.abort();
      });
    }
    const either = childAbort(signal, listed.signal);
    if (listing.size > 0) await pause(clock, RENEWAL_MS, either.signal);
    either.abort();
    signal.throwIfAborted();
    for (const late of listing) {
      this.#late.add(late);
      const { name: cache, reader } = late.kind;
      const message =
        'a cache could not list the newest state in time; working with its last state';
      const error = reader.informer.lastError;
      logger.warn(message, { cache, kind: reader.resource.kind, afterMs: RENEWAL_MS, error });
    }
  }

  /** Calls `onEnd` in the turn in which the cache is known to be no longer late. */
  async #list(one: LateKind, signal: AbortSignal, onEnd: () => void): Promise<void> {
    const { name: cache, reader } = one.kind;
    try {
      await reader.informer.relist({ signal });
    } catch {
      // The work has ended.
      this.#late.delete(one);
      return;
    } finally {
      onEnd();
    }
    if (!this.#late.delete(one)) return;
    this.#options.logger.info('a late cache has listed the newest state', { cache });
    this.#options.onCompleted(reader, one.lacks);
  }

  /** Whether the cache of a reader may lack the object with a key, because a list of it is late. */
  lacks(reader: unknown, key: string): boolean {
    // Called for each reconcile, and rarely with late caches.
    for (const late of this.#late) if (late.kind.reader === reader && late.lacks(key)) return true;
    return false;
  }

  /** Throws while a required cache has not synced, is outdated, or could not list the newest state. */
  checkReady(): void {
    const required = this.#required;
    const unsynced = required.filter(({ reader }) => !reader.informer.hasSynced);
    if (unsynced.length > 0) {
      throw new Error(`not synced: ${unsynced.map(({ name }) => name).join(', ')}`);
    }
    const nowMs = this.#options.clock.nowMs();
    for (const { name, reader } of required) {
      const { lastContactMs, lastError } = reader.informer;
      const isDenied = isForbidden(lastError) || isUnauthorized(lastError);
      if (!isDenied || lastContactMs === undefined || nowMs - lastContactMs <= MAX_LAG_MS) continue;
      throw new Error(`the cache ${name} is outdated: ${errorText(lastError)}`);
    }
    this.#checkRenewed();
  }

  #checkRenewed(): void {
    const late = [...this.#late].filter(
      // An optional kind may be deleted.
      ({ kind: { isOptional, reader } }) => !isOptional || !isNotFound(reader.informer.lastError),
    );
    if (late.length === 0) return;
    const names = new Set(late.map(({ kind }) => kind.name));
    throw new Error(`working with the last state, because lists fail: ${[...names].join(', ')}`);
  }

  /** Resolves when all handlers have returned, after the signal of {@link start} has aborted. */
  async ended(): Promise<void> {
    await Promise.all(this.#runs);
  }

  #create(name: string, kind: Declaration): DeclaredKind {
    const { logger, clock, random, controllers, shards, inputs } = this.#options;
    const { metadataOnly = false, whereServed = false, labelSelector, fieldSelector } = kind;
    // The declaration has checked the types; the informer needs no more than this.
    const resource = kind.resource as ResourceDefinition;
    const kindLogger = logger.with({ cache: name });
    const share =
      shards &&
      new CacheShare({
        shards,
        controllers,
        resource: kind.resource,
        sharded: kind.sharded,
        logger: kindLogger,
        reader: () => reader,
      });
    const transport = share?.select(this.#options.transport) ?? this.#options.transport;
    const { namespaces } = createInformerFactory(transport).scopeOf(resource, kind);
    const clientOf = (namespace?: string) =>
      metadataOnly
        ? createMetadataClient(transport, resource, { namespace })
        : createFullClient(transport, resource, namespace);
    const informer = createSharedInformer<KubernetesObject>(
      (namespaces ?? [undefined]).map((namespace) => clientOf(namespace)),
      this.#informerOptions(name, kind, kindLogger, share, () => reader),
    );
    const scope = { namespaces, labelSelector, fieldSelector };
    const cached = createCachedReader(informer, scope, {
      isOptional: whereServed || inputs?.isReplay === true,
    });
    const reader: CachedReader<KubernetesObject> =
      inputs === undefined ? cached : observeReader(name, cached, inputs);
    const read = async (key: ObjectKey, signal: AbortSignal) => {
      const client = createFullClient(transport, resource, key.namespace || undefined);
      const object = await client.find(key.name, { signal });
      return metadataOnly && object ? metadataOf(object) : object;
    };
    const own = { informer, clock, logger: kindLogger };
    const unknown = new UnknownWrites({ ...own, read, random });
    const missed = new MissedChanges({ ...own, onMissed: () => this.#relistAll() });
    return {
      name,
      reader,
      metadataOnly,
      addUnknownWrite: (key) => unknown.add(key, this.#signal),
      contradicted: (key) => missed.contradicted(key),
      selector: [labelSelector, fieldSelector].filter(Boolean).join(' and '),
      isOptional: whereServed,
      isSharded: () => share?.isSharded ?? false,
    };
  }

  #functions(name: string, kind: Declaration): CacheFunctions {
    return new CacheFunctions(this.#options, name, kind);
  }

  #informerOptions(
    name: string,
    kind: Declaration,
    logger: Logger,
    share: CacheShare | undefined,
    reader: () => AnyReader,
  ): SharedInformerOptions<KubernetesObject> {
    const { transport, clock, random, metrics, fieldManager, controllers } = this.#options;
    const { whereServed = false, labelSelector, fieldSelector } = kind;
    const functions = this.#functions(name, kind);
    const transform = functions.transform(kind.transform);
    const { freezeObjects } = transport;
    const isOwned = (): boolean => controllers.some(({ owned }) => owned.includes(reader()));
    const errors = new ErrorLog({ clock, logger });
    return {
      logger,
      clock,
      keepFieldsOf: () => (isOwned() ? fieldManager : undefined),
      onRestored: () => this.#relistAll(),
      ...(share && { stores: (object) => share.stores(object) }),
      ...(random && { random }),
      ...(metrics && { metrics }),
      ...(freezeObjects !== undefined && { freezeObjects }),
      ...(labelSelector !== undefined && { labelSelector }),
      ...(fieldSelector !== undefined && { fieldSelector }),
      ...(transform && { transform }),
      indexers: functions.indexers(kind.indexers),
      ...(whereServed && {
        onError: (error) => {
          const { hasSynced } = reader().informer;
          if (!isNotFound(error)) {
            errors.log('warn', 'could not list or watch the kind; retrying', error);
          } else if (!hasSynced) logger.verbose(2, 'the kind is not served yet', {});
          else {
            const message = 'the kind is not served any more; its cache keeps the last state';
            errors.log('warn', message, error);
          }
        },
      }),
    };
  }
}
