import { systemClock, type Clock } from '../async/clock.js';
import { TokenBucket } from '../async/token-bucket.js';
import { abortable } from '../async/abortable.js';
import type { CallOptions } from '../client/options.js';
import type { VmgenError } from '../errors/vmgen-error.js';
import type { ApiResource, DiscoveredApi } from './api-resource.js';
import type { DiscoveryClient } from './discovery-client.js';
import { findKind, findResource, type KindQuery } from './find-resource.js';
import { noKind, noResource } from './no-match.js';

/**
 * Finds resources by kind or by name (client-go: restmapper). What it found is a `ResourceDefinition`
 * with verbs, short names and subresources besides.
 *
 * It reads discovery once and keeps it. What it does not find it looks for in a new reading before it
 * rejects with a {@link VmgenError} (`ERR_VMGEN_NO_MATCH`): a kind that has just been installed is
 * found at once. Such readings are bounded to 10 at once and one in 10 s then.
 */
export interface RestMapper {
  /** The resource of a kind, in the version asked for or else in the group's preferred one. */
  forKind(query: KindQuery, options?: CallOptions): Promise<ApiResource>;
  /**
   * The resource that people mean by `deployments`, `deployment` or `deploy`, alone or followed by
   * `.apps` or `.v1.apps`. Where several groups have it, the one that the server ranks first.
   */
  forResource(name: string, options?: CallOptions): Promise<ApiResource>;
  /** Reads discovery anew, such as after kinds have gone; gives what it read. */
  refresh(options?: CallOptions): Promise<DiscoveredApi>;
}

/** What a mapper takes. */
export interface RestMapperOptions {
  /** The system's when left out. */
  readonly clock?: Clock;
}

/**
 * A mapper over a server's discovery; nothing is asked before the first question.
 *
 * @example
 * const mapper = createRestMapper(createDiscoveryClient(transport));
 * const resource = await mapper.forKind({ group: 'apps', kind: 'Deployment' });
 * factory.informerFor(resource).addHandler({ onAdd: ({ metadata }) => console.log(metadata.name) });
 * console.log((await mapper.forResource('deploy')).verbs);
 */
export function createRestMapper(
  discovery: DiscoveryClient,
  { clock = systemClock }: RestMapperOptions = {},
): RestMapper {
  return new DiscoveredMapper(discovery, clock);
}

/** How many readings misses may cause: they may come from whatever manifests people write. */
const MISSES = { perSecond: 0.1, burst: 10 };

class DiscoveredMapper implements RestMapper {
  readonly #discovery: DiscoveryClient;
  readonly #misses: TokenBucket;
  #known: DiscoveredApi | undefined;
  #reading: Promise<DiscoveredApi> | undefined;
  /** The reading after the one that runs: what began earlier may lack what is asked for. */
  #next: Promise<DiscoveredApi> | undefined;

  constructor(discovery: DiscoveryClient, clock: Clock) {
    this.#discovery = discovery;
    this.#misses = new TokenBucket({ ...MISSES, clock });
  }

  async forKind(query: KindQuery, options?: CallOptions): Promise<ApiResource> {
    return this.#find(
      (api) => findKind(api, query),
      (api) => noKind(api, query),
      options,
    );
  }

  async forResource(name: string, options?: CallOptions): Promise<ApiResource> {
    return this.#find(
      (api) => findResource(api, name),
      (api) => noResource(api, name),
      options,
    );
  }

  async refresh({ signal }: CallOptions = {}): Promise<DiscoveredApi> {
    return abortable(this.#read(), signal);
  }

  async #find(
    look: (api: DiscoveredApi) => ApiResource | undefined,
    missing: (api: DiscoveredApi) => VmgenError,
    { signal }: CallOptions = {},
  ): Promise<ApiResource> {
    signal?.throwIfAborted();
    const isNew = this.#known === undefined && this.#reading === undefined;
    const known = this.#known ?? (await abortable(this.#reading ?? this.#read(), signal));
    const found = look(known);
    if (found !== undefined) return found;
    const newer = isNew ? known : await abortable(this.#readForMiss(known), signal);
    const late = look(newer);
    if (late !== undefined) return late;
    throw missing(newer);
  }

  /** A new reading, or what is known where there were too many. */
  async #readForMiss(known: DiscoveredApi): Promise<DiscoveredApi> {
    // One that is about to begin serves any number of misses.
    if (this.#next === undefined && this.#misses.take() > 0) {
      this.#misses.giveBack();
      return known;
    }
    return this.#read();
  }

  /** A reading that begins after this call; those who come while one runs share the next. */
  #read(): Promise<DiscoveredApi> {
    if (this.#reading === undefined) return this.#begin();
    this.#next ??= this.#reading.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  #begin(): Promise<DiscoveredApi> {
    this.#next = undefined;
    this.#reading = this.#readNow();
    return this.#reading;
  }

  /** No caller's signal ends it, for others may wait for it too. */
  async #readNow(): Promise<DiscoveredApi> {
    try {
      this.#known = await this.#discovery.discover();
      return this.#known;
    } finally {
      this.#reading = undefined;
    }
  }
}
