import {
  parseLabelSelector,
  type Clock,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@vmgen/runtime';
import { onAbort, type ClockTimer } from '@vmgen/runtime/async';
import type { LabelRequirements, ManagedFieldsEntry } from '@vmgen/runtime/meta';
import { ByteStream, refusal, response, statusText, textResponse } from './byte-stream.js';
import { keyOf, WIDGET_API_VERSION, WIDGETS_PATH, type StoredWidget } from './widget.js';
import { WidgetStore, type Change, type Snapshot } from './widget-store.js';

/** The differences between releases of Kubernetes. */
interface ServerOptions {
  /** Supports streaming lists (sendInitialEvents). Otherwise, rejects them. */
  readonly streamsLists: boolean;
  /**
   * Reports an expired version as an event of an open watch. Otherwise, as the status of the
   * response.
   */
  readonly reportsExpiryInStream: boolean;
  /** Also sends bookmarks to watches that start at a version that it has not reached. */
  readonly bookmarksAll: boolean;
}

const BOOKMARK_MS = 60_000;

/** The objects that a request selects. */
interface Scope {
  readonly namespace: string | undefined;
  readonly labels: LabelRequirements;
}

interface Watch {
  readonly scope: Scope;
  readonly stream: ByteStream;
  readonly wantsBookmarks: boolean;
  readonly timeout: ClockTimer;
  /** The last sent version. */
  sentVersion: number;
}

/**
 * The lists and watches of kube-apiserver for a {@link WidgetStore}, in process. Tests write
 * directly to the store.
 */
export class ModelServer implements Transport {
  readonly store = new WidgetStore((change) => this.#notify(change));
  readonly #clock: Clock;
  readonly #options: ServerOptions;
  readonly #watches = new Set<Watch>();
  /** The paged lists, by token. */
  readonly #pages = new Map<string, { readonly items: StoredWidget[]; readonly version: number }>();
  readonly #lines = new WeakMap<StoredWidget, string>();
  #bookmarkTimer: ClockTimer;
  #tokens = 0;

  constructor(clock: Clock, options: ServerOptions) {
    this.#clock = clock;
    this.#options = options;
    this.#bookmarkTimer = this.#scheduleBookmarks();
  }

  get openWatches(): number {
    return this.#watches.size;
  }

  request = async (request: TransportRequest): Promise<TransportResponse> => {
    request.beforeSend?.();
    return this.handle(request);
  };

  async handle({ path, signal }: TransportRequest): Promise<TransportResponse> {
    signal?.throwIfAborted();
    const [resourcePath = '', query = ''] = path.split('?');
    const inNamespace = /\/namespaces\/([^/]+)\/widgets$/.exec(resourcePath);
    if (resourcePath !== WIDGETS_PATH && inNamespace === null) return refusal(404, 'NotFound');
    const parameters = new URLSearchParams(query);
    const scope = {
      namespace: inNamespace?.[1],
      labels: parseLabelSelector(parameters.get('labelSelector') ?? ''),
    };
    const asked = parameters.get('resourceVersion') ?? '';
    if (!/^[0-9]*$/.test(asked)) return refusal(400, 'BadRequest');
    const isWatch = parameters.get('watch') === 'true';
    return isWatch
      ? this.#watch(scope, parameters, asked, signal)
      : this.#list(scope, parameters, asked);
  }

  /** Removes the history of watches and pages. */
  compact(): void {
    this.store.compact();
    this.#pages.clear();
  }

  /** Ends all watches, as a stopping server does. */
  endWatches(): void {
    for (const { stream } of this.#watches) stream.end();
  }

  /** Restores a snapshot of the store and restarts the server. */
  restore(snapshot: Snapshot): void {
    this.store.restore(snapshot);
    this.#pages.clear();
    this.endWatches();
  }

  /** Sends a bookmark to all watches. */
  bookmark(): void {
    for (const watch of this.#watches) {
      const { version } = this.store;
      if (!watch.wantsBookmarks || (version < watch.sentVersion && !this.#options.bookmarksAll))
        continue;
      watch.stream.push(bookmarkLine(version));
    }
  }

  /** Returns the objects of a scope, in order. */
  selected(scope: Partial<Scope>): StoredWidget[] {
    return [...this.store.objects.values()]
      .filter((object) => isIn(scope, object))
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  stop(): void {
    this.#bookmarkTimer.cancel();
    this.endWatches();
  }

  #list(scope: Scope, parameters: URLSearchParams, asked: string): TransportResponse {
    const token = parameters.get('continue');
    const limit = Number(parameters.get('limit') ?? 0);
    if (token !== null) {
      const page = this.#pages.get(token);
      if (page === undefined) return refusal(410, 'Expired');
      return this.#page(page.items, page.version, limit);
    }
    if (Number(asked) > this.store.version) return refusal(504, 'Timeout', TOO_LARGE);
    return this.#page(this.selected(scope), this.store.version, limit);
  }

  #page(items: StoredWidget[], version: number, limit: number): TransportResponse {
    const isLast = limit === 0 || items.length <= limit;
    const token = `page-${++this.#tokens}`;
    if (!isLast) this.#pages.set(token, { items: items.slice(limit), version });
    const shown = isLast ? items : items.slice(0, limit);
    const metadata = { resourceVersion: String(version), ...(isLast ? {} : { continue: token }) };
    const head = { kind: 'WidgetList', apiVersion: WIDGET_API_VERSION, metadata };
    const texts = shown.map((item) => this.#textOf(item));
    return textResponse(200, `${JSON.stringify(head).slice(0, -1)},"items":[${texts.join(',')}]}`);
  }

  #watch(
    scope: Scope,
    parameters: URLSearchParams,
    asked: string,
    signal: AbortSignal | undefined,
  ): TransportResponse {
    const isStreamingList = parameters.get('sendInitialEvents') === 'true';
    if (isStreamingList && !this.#options.streamsLists) return refusal(422, 'Invalid');
    if (isStreamingList && Number(asked) > this.store.version) {
      return refusal(504, 'Timeout', TOO_LARGE);
    }
    const wantsState = isStreamingList || asked === '' || asked === '0';
    const start = wantsState ? this.store.version : Number(asked);
    if (start < this.store.horizon) {
      if (!this.#options.reportsExpiryInStream) return refusal(410, 'Expired');
      return textResponse(200, `{"type":"ERROR","object":${statusText(410, 'Expired')}}\n`);
    }
    const stream = this.#open(scope, parameters, start, signal);
    if (wantsState) {
      for (const object of this.selected(scope)) stream.push(this.#line('ADDED', object));
      if (isStreamingList) stream.push(bookmarkLine(start, INITIAL_EVENTS_END));
    }
    for (const change of this.store.history) {
      if (change.version > start) this.#send(scope, stream, change);
    }
    return response(200, stream);
  }

  #open(
    scope: Scope,
    parameters: URLSearchParams,
    start: number,
    signal: AbortSignal | undefined,
  ): ByteStream {
    const stream: ByteStream = new ByteStream(() => {
      watch.timeout.cancel();
      this.#watches.delete(watch);
      stopListening();
    });
    const stopListening = onAbort(signal, () => stream.fail(signal?.reason));
    const seconds = Number(parameters.get('timeoutSeconds') ?? 1800);
    const watch: Watch = {
      scope,
      stream,
      wantsBookmarks: parameters.get('allowWatchBookmarks') === 'true',
      timeout: this.#clock.setTimer(seconds * 1000, () => stream.end()),
      sentVersion: start,
    };
    this.#watches.add(watch);
    return stream;
  }

  #notify(change: Change): void {
    for (const watch of this.#watches) {
      if (change.version <= watch.sentVersion) continue;
      watch.sentVersion = change.version;
      this.#send(watch.scope, watch.stream, change);
    }
  }

  /** Returns the event of a change for a selector: an object may start or stop matching it. */
  #send(scope: Scope, stream: ByteStream, { before, after, object, version }: Change): void {
    const wasIn = before !== undefined && isIn(scope, before);
    if (after !== undefined && isIn(scope, after)) {
      stream.push(this.#line(wasIn ? 'MODIFIED' : 'ADDED', after));
    } else if (wasIn) {
      const metadata = { ...before.metadata, resourceVersion: String(version) };
      const last = after === undefined ? object : { ...before, metadata };
      stream.push(this.#line('DELETED', last));
    }
  }

  #line(type: string, object: StoredWidget): string {
    return `{"type":"${type}","object":${this.#textOf(object)}}\n`;
  }

  #textOf(object: StoredWidget): string {
    const known = this.#lines.get(object) ?? JSON.stringify(withManagedFields(object));
    this.#lines.set(object, known);
    return known;
  }

  #scheduleBookmarks(): ClockTimer {
    return this.#clock.setTimer(BOOKMARK_MS, () => {
      this.bookmark();
      this.#bookmarkTimer = this.#scheduleBookmarks();
    });
  }
}

/** Adds managed fields, which servers send and caches omit. They differ between most objects. */
function withManagedFields(object: StoredWidget): StoredWidget {
  const { resourceVersion } = object.metadata;
  const seconds = String(Number(resourceVersion) % 60).padStart(2, '0');
  const manager =
    Number(resourceVersion) % 5 === 0 ? `a "managedFields":[ ${resourceVersion}` : 'a';
  const managedFields: ManagedFieldsEntry[] = [
    { manager, operation: 'Update', time: `2026-01-02T15:04:${seconds}Z`, fieldsType: 'FieldsV1' },
  ];
  return { ...object, metadata: { ...object.metadata, managedFields } };
}

const TOO_LARGE = { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 };
const INITIAL_EVENTS_END = { 'k8s.io/initial-events-end': 'true' };

function isIn({ namespace, labels }: Partial<Scope>, { metadata }: StoredWidget): boolean {
  return (
    (namespace === undefined || metadata.namespace === namespace) &&
    labels?.matches(metadata.labels) !== false
  );
}

/** A bookmark with a version, which may be invalid in tests. */
export function bookmarkLine(
  version: number | string,
  annotations?: Readonly<Record<string, string>>,
): string {
  const metadata = { resourceVersion: String(version), ...(annotations && { annotations }) };
  const object = { kind: 'Widget', apiVersion: WIDGET_API_VERSION, metadata };
  return `${JSON.stringify({ type: 'BOOKMARK', object })}\n`;
}
