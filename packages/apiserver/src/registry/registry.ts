import type { JsonObject } from '@vmgen/base/json';
import type { Random } from '@vmgen/runtime/async';
import { ObjectStore, type ObjectStoreOptions } from '../storage/object-store.js';
import { VersionCounter } from '../storage/version-counter.js';
import type { FieldManager } from '../managed-fields/field-manager.js';
import { createScaleFieldManager } from '../managed-fields/scale-managers.js';
import { ServiceAccountTokens } from './service-account-tokens.js';
import { AdmissionChain, type AdmissionPlugin } from '../admission/admission-chain.js';
import type { Endpoint } from '../resource/endpoint.js';
import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';
import { BuiltInResources, type BuiltInResourcesOptions } from '../built-in/built-in-resources.js';

interface RegistryOptions extends ObjectStoreOptions {
  /** Creates the plugins, in the order in which they run. Defaults to none. */
  readonly admissionPlugins?: (registry: Registry) => readonly AdmissionPlugin[];
  readonly builtIn: Omit<BuiltInResourcesOptions, 'createStore' | 'onEndpoint'>;
  /** The source of generated names, addresses and UIDs; undefined for an unpredictable one. */
  readonly random?: Random | undefined;
}

/** All served resources, by group, version and plural name. */
export class Registry {
  readonly counter = new VersionCounter();
  readonly builtIn: BuiltInResources;
  readonly random: Random | undefined;
  readonly tokens: ServiceAccountTokens;
  #scaleFieldManager: FieldManager | undefined;
  /** Webhooks and policies. */
  readonly admission: AdmissionChain;
  readonly #storeOptions: ObjectStoreOptions;
  /** The endpoints of custom resources. */
  readonly #endpoints = new Map<string, Endpoint>();
  /** The endpoints by apiVersion and kind. The first one is used for lookups. */
  readonly #byKind = new Map<string, Set<Endpoint>>();
  #served: readonly ServedResource[] | undefined;
  #namespaces: Endpoint | undefined;
  readonly #byStore = new Map<ObjectStore, Set<Endpoint>>();

  constructor({ builtIn, admissionPlugins = () => [], random, ...storeOptions }: RegistryOptions) {
    this.#storeOptions = storeOptions;
    this.random = random;
    this.tokens = new ServiceAccountTokens(random);
    this.admission = new AdmissionChain(admissionPlugins(this));
    this.builtIn = new BuiltInResources({
      ...builtIn,
      // A store that is created late has missed no change, because nothing was written to it.
      createStore: () => new ObjectStore(this.counter, { ...this.#storeOptions, horizon: 0 }),
      onEndpoint: (endpoint) => this.#noteStore(endpoint),
    });
  }

  createStore(): ObjectStore {
    return new ObjectStore(this.counter, this.#storeOptions);
  }

  add(endpoint: Endpoint): void {
    this.#endpoints.set(idOf(endpoint.resource), endpoint);
    const kind = kindIdOf(endpoint.resource);
    const sameKind = this.#byKind.get(kind);
    if (sameKind === undefined) this.#byKind.set(kind, new Set([endpoint]));
    else sameKind.add(endpoint);
    this.#noteStore(endpoint);
    this.#served = undefined;
  }

  #noteStore(endpoint: Endpoint): void {
    const sharing = this.#byStore.get(endpoint.store);
    if (sharing === undefined) this.#byStore.set(endpoint.store, new Set([endpoint]));
    else sharing.add(endpoint);
  }

  remove(endpoint: Endpoint): void {
    this.#endpoints.delete(idOf(endpoint.resource));
    const kind = kindIdOf(endpoint.resource);
    const sameKind = this.#byKind.get(kind);
    sameKind?.delete(endpoint);
    if (sameKind?.size === 0) this.#byKind.delete(kind);
    const sharing = this.#byStore.get(endpoint.store);
    sharing?.delete(endpoint);
    if (sharing?.size === 0) this.#byStore.delete(endpoint.store);
    this.#served = undefined;
  }

  /** The endpoint of namespaces, which every namespaced create needs. */
  get namespaces(): Endpoint {
    this.#namespaces ??= this.lookup('', 'v1', 'namespaces');
    if (this.#namespaces === undefined) throw new Error('namespaces are not served');
    return this.#namespaces;
  }

  /** The field manager of all Scales. Its schema is compiled at the first write of a Scale. */
  get scaleFieldManager(): FieldManager {
    this.#scaleFieldManager ??= createScaleFieldManager();
    return this.#scaleFieldManager;
  }

  lookup(group: string, version: string, plural: string): Endpoint | undefined {
    return (
      this.#endpoints.get(`${group}/${version}/${plural}`) ??
      this.builtIn.find(group, version, plural)
    );
  }

  /** Returns the store of a resource of the core group. */
  readonly coreStore = (plural: string): ObjectStore | undefined =>
    this.lookup('', 'v1', plural)?.store;

  /** Finds the endpoint for the apiVersion and kind of an object. */
  lookupKind(apiVersion: string, kind: string): Endpoint | undefined {
    const [custom] = this.#byKind.get(`${apiVersion} ${kind}`) ?? [];
    return custom ?? this.builtIn.findKind(apiVersion, kind);
  }

  /**
   * All stores that may contain objects. The store of a built-in kind is created with its first
   * request.
   */
  stores(): IterableIterator<ObjectStore> {
    return this.#byStore.keys();
  }

  /**
   * The first of the endpoints of a store, which differ in version.
   *
   * @param object a stored object. The endpoint then does not convert it by a webhook
   */
  endpointOf(store: ObjectStore, object?: JsonObject): Endpoint | undefined {
    const [first] = this.#byStore.get(store) ?? [];
    return (object && first?.conversion?.unconverted(object)) ?? first;
  }

  /** Returns the same array until the served resources change. */
  served(): readonly ServedResource[] {
    this.#served ??= [
      ...this.builtIn.served(),
      ...[...this.#endpoints.values()].map((endpoint) => endpoint.resource),
    ];
    return this.#served;
  }
}

function idOf(resource: ServedResource): string {
  return `${resource.group}/${resource.version}/${resource.plural}`;
}

function kindIdOf(resource: ServedResource): string {
  return `${groupVersionOf(resource)} ${resource.kind}`;
}
