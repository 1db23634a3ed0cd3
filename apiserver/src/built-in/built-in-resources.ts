import {
  loadBuiltInIndex,
  type BuiltInGroupVersion,
  type BuiltInIndex,
  type BuiltInResource,
} from '../data/built-in-index.js';
import type { Endpoint } from '../resource/endpoint.js';
import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';
import type { ObjectStore } from '../storage/object-store.js';
import { builtInEndpoint, servedBuiltIn } from './built-in-endpoint.js';
import type { BuiltInStrategy } from './strategies/built-in-strategy.js';
import { BuiltInTypes } from './built-in-types.js';
import { strategyOf } from './strategies/index.js';

/**
 * Which versions are served, as kube-apiserver's `--runtime-config` says it: `api/all`,
 * `api/beta` and `api/alpha`, or `GROUP/VERSION` (`v1` for the core group), true or false. The narrower
 * word counts. A version whose objects would need a conversion that is not written
 * (`resource.k8s.io/v1beta1` ResourceClaims) is not served all the same.
 */
export type RuntimeConfig = Readonly<Record<string, boolean>>;

/** What is served of the built-in groups, and where it is kept. */
export interface BuiltInResourcesOptions {
  readonly createStore: () => ObjectStore;
  /** Is told of each endpoint when it is made. */
  readonly onEndpoint?: (endpoint: Endpoint) => void;
  readonly runtimeConfig?: RuntimeConfig;
  /** Strategies that need the server, by `GROUP/VERSION/KIND`; `/v1/Namespace` in the core group. */
  readonly strategies?: Readonly<Record<string, BuiltInStrategy>>;
}

/** A resource with the group and version that it stands in. */
interface Entry {
  readonly in: BuiltInGroupVersion;
  readonly entry: BuiltInResource;
}

/**
 * The kinds of Kubernetes itself. What they are is read from data when the first of them is asked
 * for, and each gets its endpoint with the first request.
 */
export class BuiltInResources {
  readonly types = new BuiltInTypes();
  readonly #options: BuiltInResourcesOptions;
  readonly #stores = new Map<string, ObjectStore>();
  readonly #endpoints = new Map<string, Endpoint>();
  #index: BuiltInIndex | undefined;
  #entries: ReadonlyMap<string, Entry> | undefined;

  constructor(options: BuiltInResourcesOptions) {
    this.#options = options;
  }

  /** The group versions of the data, served or not. */
  get index(): BuiltInIndex {
    this.#index ??= loadBuiltInIndex();
    return this.#index;
  }

  /** Undefined for what is not built in, or not served. */
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

  /** The endpoint of a kind as objects name it. */
  findKind(apiVersion: string, kind: string): Endpoint | undefined {
    for (const { in: own, entry } of this.#served().values()) {
      if (entry.kind !== kind || groupVersionOf(own) !== apiVersion) continue;
      return this.find(own.group, own.version, entry.plural);
    }
    return undefined;
  }

  /** True for the groups whose kinds are built in. */
  hasGroup(group: string): boolean {
    return [...this.#served().values()].some(({ in: own }) => own.group === group);
  }

  /** All that is served, for discovery; core first. */
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

  #resource(found: Entry): ServedResource {
    const { group, version } = found.in;
    const known = this.#endpoints.get(`${group}/${version}/${found.entry.plural}`);
    return known?.resource ?? this.#describe(found);
  }

  #describe(found: Entry): ReturnType<typeof servedBuiltIn> {
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
      resource: this.#describe(found),
      types: this.types,
      store: this.#storeOf(stored.group, entry.kind),
      storedAs: groupVersionOf(stored),
      strategy,
    });
  }

  /** Versions of a kind share their objects. */
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
   * Whether objects can be shown in a version other than that in which they are stored: the types
   * are alike, or a conversion is written.
   */
  #isConvertible(own: BuiltInGroupVersion, entry: BuiltInResource): boolean {
    return (
      entry.storedAs?.isAlike !== false ||
      this.#strategyOf({ in: own, entry }).conversion !== undefined
    );
  }
}

/** Alpha and beta versions are off until they are asked for, as on the real server. */
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
