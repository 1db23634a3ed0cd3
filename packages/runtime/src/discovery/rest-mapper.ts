import { systemClock, type Clock } from '../async/clock.js';
import { TokenBucket } from '../async/token-bucket.js';
import { abortable } from '../async/abortable.js';
import type { CallOptions } from '../client/options.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { ApiResource, DiscoveredApi, ApiGroup } from './api-resource.js';
import type { DiscoveryClient } from './discovery-client.js';
import { findKind, findResource, type KindQuery } from './find-resource.js';
import { apiVersionOf } from '../client/resource.js';
import { errorText } from '../logging/error-text.js';
import { quote } from '../logging/quote.js';

/**
 * Finds resources by kind or by name (client-go: restmapper). A result is a `ResourceDefinition`
 * with verbs, short names and subresources.
 *
 * It reads discovery once and caches it. If a kind or name is not found, it reads discovery again
 * before it rejects with a {@link VmgenError} (`ERR_VMGEN_NO_MATCH`), so a newly installed kind is
 * found immediately. These reads are limited to a burst of 10 and then one in 10 s.
 */
export interface RestMapper {
  /** Returns the resource of a kind, in the requested version or the preferred one of the group. */
  forKind(query: KindQuery, options?: CallOptions): Promise<ApiResource>;
  /**
   * Returns the resource with a name such as `deployments`, `deployment` or `deploy`, optionally
   * followed by `.apps` or `.v1.apps`. If several groups match, the server's order of priority
   * decides.
   */
  forResource(name: string, options?: CallOptions): Promise<ApiResource>;
  /** Reads discovery again, such as after kinds were removed, and returns it. */
  refresh(options?: CallOptions): Promise<DiscoveredApi>;
}

/** Options of {@link createRestMapper}. */
export interface RestMapperOptions {
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
}

/**
 * Creates a mapper, which reads discovery at its first use.
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

/** Limits the reads that unknown kinds cause, because manifests may contain any kind. */
const MISSES = { perSecond: 0.1, burst: 10 };

class DiscoveredMapper implements RestMapper {
  readonly #discovery: DiscoveryClient;
  readonly #misses: TokenBucket;
  #known: DiscoveredApi | undefined;
  #reading: Promise<DiscoveredApi> | undefined;
  /** The read after the running one, which may have started before a kind was installed. */
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
    lookUp: (api: DiscoveredApi) => ApiResource | undefined,
    missing: (api: DiscoveredApi) => VmgenError,
    { signal }: CallOptions = {},
  ): Promise<ApiResource> {
    signal?.throwIfAborted();
    const isNew = this.#known === undefined && this.#reading === undefined;
    const known = this.#known ?? (await abortable(this.#reading ?? this.#read(), signal));
    const found = lookUp(known);
    if (found !== undefined) return found;
    const newer = isNew ? known : await abortable(this.#readForMiss(known), signal);
    const late = lookUp(newer);
    if (late !== undefined) return late;
    throw missing(newer);
  }

  /** Reads discovery again, or returns the cached one if the limit is exceeded. */
  async #readForMiss(known: DiscoveredApi): Promise<DiscoveredApi> {
    // A pending read serves all misses.
    if (this.#next === undefined && this.#misses.take() > 0) {
      this.#misses.giveBack();
      return known;
    }
    return this.#read();
  }

  /** Starts a read after this call. Calls during a running read share the next one. */
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

  /** Not aborted by the signal of a caller, because other callers may wait for it. */
  async #readNow(): Promise<DiscoveredApi> {
    try {
      this.#known = await this.#discovery.discover();
      return this.#known;
    } finally {
      this.#reading = undefined;
    }
  }
}

/** Creates the error for a kind that is not served, with similar kinds or how to fix it. */
function noKind(api: DiscoveredApi, query: KindQuery): VmgenError {
  return noMatch(`${describeMissingKind(api, query)}${failuresOf(api, query.group)}`);
}

function describeMissingKind(api: DiscoveredApi, { group, kind, version }: KindQuery): string {
  const known = api.groups.find(({ name }) => name === group);
  const subject = `the server has no kind ${quote(kind)} in ${nameGroup(group)}`;
  if (known === undefined) {
    const near = nearest(
      group,
      api.groups.map(({ name }) => name),
    );
    return `${subject}, and the group does not exist; ${near ? `did you mean ${quote(near)}?` : INSTALLED}`;
  }
  const served = known.versions.filter(({ resources }) =>
    resources.some((resource) => resource.kind === kind),
  );
  if (version !== undefined && served.length > 0) {
    const others = served.map((each) => quote(each.version)).join(', ');
    return `${subject} version ${quote(version)}; it is served in ${others}`;
  }
  const elsewhere = api.groups.filter((other) => kindsOf(other).includes(kind));
  if (elsewhere.length > 0) {
    const names = elsewhere.map(({ name }) => nameGroup(name)).join(', ');
    return `${subject}; did you mean the one in ${names}?`;
  }
  const near = nearest(kind, kindsOf(known));
  return `${subject}; ${near === undefined ? INSTALLED : `did you mean ${quote(near)}?`}`;
}

/** Creates the error for an unknown resource name. */
function noResource(api: DiscoveredApi, name: string): VmgenError {
  const [word = '', ...qualifiers] = name.split('.');
  const names = api.groups.flatMap(({ versions }) =>
    versions.flatMap(({ resources }) => resources.map(({ plural }) => plural)),
  );
  const near = nearest(word, names);
  const advice = near === undefined || near === word ? INSTALLED : `did you mean ${quote(near)}?`;
  const group = qualifiers.length === 0 ? undefined : qualifiers.join('.');
  return noMatch(`the server has no resource ${quote(name)}; ${advice}${failuresOf(api, group)}`);
}

const INSTALLED = 'is its CustomResourceDefinition installed?';

function noMatch(message: string): VmgenError {
  return new VmgenError('ERR_VMGEN_NO_MATCH', message);
}

/** The kind may belong to a version that could not be read. */
function failuresOf({ failures }: DiscoveredApi, group: string | undefined): string {
  const concerned = failures.filter((failure) => group === undefined || failure.group === group);
  return concerned
    .map((failure) => `; ${apiVersionOf(failure)} could not be read: ${errorText(failure.error)}`)
    .join('');
}

function kindsOf({ versions }: ApiGroup): string[] {
  return versions.flatMap(({ resources }) => resources.map(({ kind }) => kind));
}

function nameGroup(group: string): string {
  return group === '' ? 'the core group' : `group ${quote(group)}`;
}

/**
 * Returns the candidate that is most similar to `word`, ignoring case, or undefined if none is
 * similar.
 */
function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  // At most a third of the letters may differ, so that short words do not all match.
  let bound = Math.floor(wanted.length / 3) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance >= bound) continue;
    best = candidate;
    bound = distance;
  }
  return best;
}

/** Returns the Levenshtein distance of two words. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
