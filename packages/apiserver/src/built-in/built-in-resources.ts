import type { BuiltInGroupVersion, BuiltInIndex, BuiltInResource } from '../data/built-in-index.js';
import type { BuiltIns } from '../data/built-ins.js';
import { TypeLibrary } from '../data/type-library.js';
import type { Endpoint } from '../resource/endpoint.js';
import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';
import type { ObjectStore } from '../storage/object-store.js';
import { builtInEndpoint, servedBuiltIn } from './built-in-endpoint.js';
import type { BuiltInStrategy } from './strategies/built-in-strategy.js';
import { BuiltInTypes } from './built-in-types.js';
import { strategyOf } from './strategies/index.js';

/**
 * Enables and disables versions, as kube-apiserver's `--runtime-config`: keys are `api/all`,
 * `api/beta`, `api/alpha` or `GROUP/VERSION` (`v1` for the core group). The most specific key takes
 * precedence. A version whose objects need a conversion that is not implemented
 * (`resource.k8s.io/v1beta1` ResourceClaims) is never served.
 */
export type RuntimeConfig = Readonly<Record<string, boolean>>;

/** Options of the built-in resources. */
export interface BuiltInResourcesOptions {
  readonly data: BuiltIns;
  readonly createStore: () => ObjectStore;
  /** Called for each endpoint when it is created. */
  readonly onEndpoint?: (endpoint: Endpoint) => void;
  readonly runtimeConfig?: RuntimeConfig;
  /**
   * Strategies that depend on the server, by `GROUP/VERSION/KIND`; `/v1/Namespace` in the core
   * group.
   */
  readonly strategies?: Readonly<Record<string, BuiltInStrategy>>;
}

type DescribedResource = ReturnType<typeof servedBuiltIn>;

/** A resource with its group and version. */
interface Entry {
  readonly in: BuiltInGroupVersion;
  readonly entry: BuiltInResource;
}

/**
 * The kinds of Kubernetes itself. The index is loaded when the first kind is looked up. The
 * endpoint of a kind is created with its first request.
 */
export class BuiltInResources {
  readonly types: BuiltInTypes;
  readonly #options: BuiltInResourcesOptions;
  readonly #stores = new Map<string, ObjectStore>();
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #described = new Map<Entry, DescribedResource>();
  #index: BuiltInIndex | undefined;
  #entries: ReadonlyMap<string, Entry> | undefined;

  constructor(options: BuiltInResourcesOptions) {
    this.#options = options;
    this.types = new BuiltInTypes(new TypeLibrary(options.data.types));
  }

  /** All built-in group versions, including those that are not served. */
  get index(): BuiltInIndex {
    this.#index ??= this.#options.data.index();
    return this.#index;
  }

  /** Returns undefined for resources that are not built in or not served. */
  find(group: string, version: string, plural: string): Endpoint | undefined {
    const id = `${group}/${version}/${plural}`;
    const known = this.#endpoints.get(id);
    if (known !== undefined) return known;
    const found = this.#served().get(id);
    if (found === undefined) return undefined;
    const endpoint = this.#create(found);
    this.#endpoints.set(id, endpoint);
    this.#options.onEndpoint?.(endpoint);
    return endpoint;
  }

  /** Finds the endpoint for the apiVersion and kind of an object. */
  findKind(apiVersion: string, kind: string): Endpoint | undefined {
    for (const { in: own, entry } of this.#served().values()) {
      if (entry.kind !== kind || groupVersionOf(own) !== apiVersion) continue;
      return this.find(own.group, own.version, entry.plural);
    }
    return undefined;
  }

  /** Whether the kinds of the group are built in. */
  hasGroup(group: string): boolean {
    return [...this.#served().values()].some(({ in: own }) => own.group === group);
  }

  /** Returns all served resources for discovery, the core group first. */
  served(): ServedResource[] {
    return [...this.#served().values()].map((found) => this.#resource(found));
  }

  #served(): ReadonlyMap<string, Entry> {
    this.#entries ??= new Map(
      this.index.groupVersions
        .filter((own) => isEnabled(own, this.#options.runtimeConfig ?? {}))
        .flatMap((own) =>
          own.resources
            .filter((entry) => this.#isConvertible(own, entry))
            .map((entry) => [`${own.group}/${own.version}/${entry.plural}`, { in: own, entry }]),
        ),
    );
    return this.#entries;
  }

  /** Returns the same description each time, because documents are cached by them. */
  #resource(found: Entry): DescribedResource {
    const known = this.#described.get(found) ?? this.#describe(found);
    this.#described.set(found, known);
    return known;
  }

  #describe(found: Entry): DescribedResource {
    const strategy = this.#strategyOf(found);
    return servedBuiltIn(found.in, found.entry, strategy, (group, version) => {
      const own = this.index.groupVersions.find(
        (candidate) => candidate.group === group && candidate.version === version,
      );
      return own?.package ?? '';
    });
  }

  #create(found: Entry): Endpoint {
    const { in: own, entry } = found;
    const strategy = this.#strategyOf(found);
    const stored = entry.storedAs ?? own;
    return builtInEndpoint({
      resource: this.#resource(found),
      types: this.types,
      store: this.#storeOf(stored.group, entry.kind),
      storedAs: groupVersionOf(stored),
      strategy,
      deprecationWarning: entry.deprecationWarning,
    });
  }

  /** All versions of a kind share one store. */
  #storeOf(group: string, kind: string): ObjectStore {
    const id = `${group}/${kind}`;
    const store = this.#stores.get(id) ?? this.#options.createStore();
    this.#stores.set(id, store);
    return store;
  }

  #strategyOf({ in: { group, version }, entry: { kind } }: Entry): BuiltInStrategy {
    return (
      this.#options.strategies?.[`${group}/${version}/${kind}`] ??
      strategyOf(group, version, kind) ??
      {}
    );
  }

  /**
   * Whether objects can be converted from the storage version: the types are equal, or a conversion
   * is implemented.
   */
  #isConvertible(own: BuiltInGroupVersion, entry: BuiltInResource): boolean {
    return (
      entry.storedAs?.isAlike !== false ||
      this.#strategyOf({ in: own, entry }).conversion !== undefined
    );
  }
}

/** Alpha and beta versions are disabled by default, as in kube-apiserver. */
function isEnabled(
  own: { readonly group: string; readonly version: string },
  config: RuntimeConfig,
): boolean {
  const stability = /alpha|beta/.exec(own.version)?.[0] ?? 'ga';
  return (
    config[groupVersionOf(own)] ??
    config[`api/${stability}`] ??
    config['api/all'] ??
    stability === 'ga'
  );
}
