import {
  VmgenError,
  type DeepReadonly,
  type KubernetesObject,
  type Transport,
} from '@vmgen/runtime';
import { ApiError, type ApiStatus } from '@vmgen/runtime/client';
import { onAbort } from '@vmgen/runtime/async';
import { parseFieldSelector, parseLabelSelector } from '@vmgen/runtime/meta';
import type { TransportRequest, TransportResponse } from '@vmgen/runtime/transport';
import { objectPathOf } from '../../../reconcile/object-path.js';
import type { ServerChange } from '../changes.js';

type StoredObject = DeepReadonly<KubernetesObject>;

/** A change with the object before it. */
interface FollowedChange extends ServerChange {
  readonly version: number;
  readonly before: StoredObject | undefined;
}

/** An event of a watch. A bookmark has only a kind and a version, and an error is a Status. */
type ReceivedEvent =
  | { readonly type: ServerChange['type'] | 'BOOKMARK'; readonly object: KubernetesObject }
  | { readonly type: 'ERROR'; readonly object: ApiStatus };

const versionOf = ({ metadata }: StoredObject): number => Number(metadata.resourceVersion);

/** The annotation of the bookmark that ends the initial state. */
const INITIAL_END = 'k8s.io/initial-events-end';

/** The objects of a kind of a real server, received by one watch, which other watches are served from. */
export class FollowedKind {
  /** The path of its objects in all namespaces. */
  readonly collection: string;
  /** The keys of the objects that existed before. */
  initialKeys: readonly string[] = [];
  readonly #transport: Transport;
  readonly #ended = new AbortController();
  readonly #objects = new Map<string, StoredObject>();
  /** The changes that were received, and not {@link deliver}ed. */
  #received: FollowedChange[] = [];
  #delivered: FollowedChange[] = [];
  /** Changes when watches must end. */
  #epoch = 0;
  #version = 0;
  /** Such as `v1 ConfigMap`. */
  #kind = { apiVersion: '', kind: '' };
  #isComplete = false;
  #failure: { readonly error: unknown } | undefined;
  /** Events were received, or the watch has failed. */
  readonly #events = new Notice();
  readonly #deliveries = new Notice();

  constructor(transport: Transport, collection: string) {
    this.#transport = transport;
    this.collection = collection;
  }

  /** Resolves with whether the server lets the kind be watched. */
  async start(): Promise<boolean> {
    const first = await this.#request('sendInitialEvents=true&resourceVersionMatch=NotOlderThan');
    if (first.status !== 200) {
      await first.text();
      return false;
    }
    void this.#follow(first).catch((error: unknown) => {
      this.#failure = { error };
      this.#events.notify();
    });
    await this.#until(() => this.#isComplete);
    this.initialKeys = this.keys;
    this.#received = [];
    return true;
  }

  get keys(): readonly string[] {
    return [...this.#objects.keys()];
  }

  get objects(): readonly StoredObject[] {
    return [...this.#objects.values()];
  }

  /** Whether objects of an owner reference are of this kind. */
  hasKind(reference: { readonly apiVersion: string; readonly kind: string }): boolean {
    return reference.apiVersion === this.#kind.apiVersion && reference.kind === this.#kind.kind;
  }

  keyOf({ metadata: { namespace, name = '' } }: StoredObject): string {
    return this.keyAt(namespace, name);
  }

  /** Returns the path of an object, which is its key. */
  keyAt(namespace: string | undefined, name: string): string {
    const plural = this.collection.lastIndexOf('/');
    const scope = namespace ? `/namespaces/${encodeURIComponent(namespace)}` : '';
    const [root, last] = [this.collection.slice(0, plural), this.collection.slice(plural)];
    return `${root}${scope}${last}/${encodeURIComponent(name)}`;
  }

  #request(query: string): Promise<TransportResponse> {
    const path = `${this.collection}?watch=true&allowWatchBookmarks=true&${query}`;
    const headers = { accept: 'application/json' };
    return this.#transport.request({ method: 'GET', path, headers, signal: this.#ended.signal });
  }

  /** Receives events. The server ends each watch after a time. */
  async #follow(first: TransportResponse): Promise<void> {
    for (let response = first; ;) {
      let rest = '';
      const decoder = new TextDecoder();
      for await (const chunk of response.body) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.#take(JSON.parse(line) as ReceivedEvent);
        this.#events.notify();
      }
      response = await this.#request(`resourceVersion=${this.#version}`);
      if (response.status !== 200) throw await unexpected(response, this.collection);
    }
  }

  #take(event: ReceivedEvent): void {
    if (event.type === 'ERROR') throw new ApiError(event.object);
    const { type, object } = event;
    const version = versionOf(object);
    this.#version = Math.max(this.#version, version);
    if (type === 'BOOKMARK') {
      const { apiVersion = '', kind = '' } = object;
      this.#kind = { apiVersion, kind };
      if (object.metadata.annotations?.[INITIAL_END] === 'true') this.#isComplete = true;
      return;
    }
    const key = this.keyOf(object);
    const before = this.#objects.get(key);
    if (type === 'DELETED') this.#objects.delete(key);
    else this.#objects.set(key, object);
    this.#received.push({ type, object, version, before });
  }

  async #until(holds: () => boolean): Promise<void> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      if (holds()) return;
      await this.#events.next();
    }
  }

  /** Resolves when the watch has received what the server answers for an object: a version, or that it is absent. */
  async catchUp(key: string): Promise<void> {
    const response = await this.#transport.request({ method: 'GET', path: key });
    if (response.status === 404) return this.#until(() => !this.#objects.has(key));
    if (response.status !== 200) throw await unexpected(response, key);
    const version = versionOf(JSON.parse(await response.text()) as KubernetesObject);
    return this.#until(() => {
      const received = this.#objects.get(key);
      return received !== undefined && versionOf(received) >= version;
    });
  }

  /** Returns the changes since the last call, and sends them to the watches. */
  deliver(): readonly FollowedChange[] {
    const changes = this.#received;
    this.#received = [];
    this.#delivered.push(...changes);
    if (changes.length > 0) this.#deliveries.notify();
    return changes;
  }

  /** Ends the watches, and forgets the changes that they have received. */
  endWatches(): void {
    this.#epoch++;
    this.#delivered = [];
    this.#deliveries.notify();
  }

  /** Ends the watch of the server. */
  end(): void {
    this.endWatches();
    this.#ended.abort();
  }

  /** Answers a watch. Call {@link deliver} before. */
  watch(request: TransportRequest): TransportResponse {
    const query = new URL(request.path, 'http://server').searchParams;
    const translate = this.#selection(request.path, query);
    const isMetadata = request.headers?.['accept']?.includes('as=PartialObjectMetadata') === true;
    const line = (type: string, object: StoredObject): Uint8Array =>
      new TextEncoder().encode(
        `${JSON.stringify({ type, object: isMetadata ? metadataOf(object) : object })}\n`,
      );
    const from = Number(query.get('resourceVersion') ?? '0');
    const hasInitial = query.get('sendInitialEvents') === 'true';
    const initial: Uint8Array[] = [];
    if (hasInitial || from === 0) {
      for (const object of this.objects)
        if (translate(undefined, object) === 'ADDED') initial.push(line('ADDED', object));
      if (hasInitial) initial.push(line('BOOKMARK', this.#bookmark()));
    }
    const start =
      initial.length > 0 || from === 0
        ? this.#delivered.length
        : this.#delivered.filter(({ version }) => version <= from).length;
    const body = this.#changes(start, request.signal, ({ type, object, before }) => {
      const shown = translate(before, type === 'DELETED' ? undefined : object);
      return shown && line(shown, object);
    });
    async function* all(): AsyncGenerator<Uint8Array> {
      yield* initial;
      yield* body;
    }
    const headers = { 'content-type': 'application/json' };
    return { status: 200, headers, body: all(), text: async () => '' };
  }

  #bookmark(): KubernetesObject {
    const annotations = { [INITIAL_END]: 'true' };
    return { ...this.#kind, metadata: { resourceVersion: String(this.#version), annotations } };
  }

  /** Returns how a watch shows a change of an object. */
  #selection(path: string, query: URLSearchParams) {
    const { namespace = '' } = objectPathOf(path) ?? {};
    const labels = parseLabelSelector(query.get('labelSelector') ?? '');
    const fields = parseFieldSelector(query.get('fieldSelector') ?? '');
    for (const { field } of fields.requirements) {
      if (/^metadata\.name(space)?$/.test(field)) continue;
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `a watch of ${this.collection} with the field selector ${field} cannot be explored on a real server; use a label selector or a fake server`,
      );
    }
    const selects = (object: StoredObject | undefined): boolean =>
      object !== undefined &&
      (namespace === '' || object.metadata.namespace === namespace) &&
      labels.matches(object.metadata.labels ?? {}) &&
      fields.matches((field) =>
        field === 'metadata.name' ? object.metadata.name : object.metadata.namespace,
      );
    return (before: StoredObject | undefined, object: StoredObject | undefined) => {
      if (selects(object)) return selects(before) ? 'MODIFIED' : 'ADDED';
      return selects(before) ? 'DELETED' : undefined;
    };
  }

  async *#changes(
    start: number,
    signal: AbortSignal | undefined,
    lineOf: (change: FollowedChange) => Uint8Array | undefined,
  ): AsyncGenerator<Uint8Array> {
    const epoch = this.#epoch;
    const stop = onAbort(signal, () => this.#deliveries.notify());
    try {
      for (let next = start; epoch === this.#epoch;) {
        signal?.throwIfAborted();
        const change = this.#delivered[next];
        if (change === undefined) {
          await this.#deliveries.next();
          continue;
        }
        next++;
        const line = lineOf(change);
        if (line !== undefined) yield line;
      }
    } finally {
      stop();
    }
  }
}

const unexpected = async (response: TransportResponse, path: string): Promise<VmgenError> =>
  new VmgenError(
    'ERR_VMGEN_STATE',
    `the server answers ${response.status} to GET ${path}: ${(await response.text()).slice(0, 1_000)}`,
  );

/** Something that happens again and again. */
class Notice {
  #waiting: (() => void)[] = [];

  next(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  notify(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

const metadataOf = ({ metadata }: StoredObject): StoredObject => ({
  apiVersion: 'meta.k8s.io/v1',
  kind: 'PartialObjectMetadata',
  metadata,
});
