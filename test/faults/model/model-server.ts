import {
  parseLabelSelector,
  type Clock,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@vmgen/runtime';
import type { ClockTimer } from '@vmgen/runtime/async';
import type { LabelRequirements, ManagedFieldsEntry } from '@vmgen/runtime/meta';
import { onAbort } from '@vmgen/runtime/internal';
import { ByteStream, refusal, response, statusText, textResponse } from './byte-stream.js';
import { keyOf, WIDGET_API_VERSION, WIDGETS_PATH, type StoredWidget } from './widget.js';
import { WidgetStore, type Change, type Snapshot } from './widget-store.js';

/** How a server differs from others of its kind: releases of Kubernetes do. */
interface Habits {
  /** Answers streaming lists (sendInitialEvents); else refuses them. */
  readonly streamsLists: boolean;
  /** Tells an expired version as an event of a watch that stands; else by the status of its answer. */
  readonly tellsGoneInStream: boolean;
  /** Sends bookmarks also to watches that asked for a version that it has not reached. */
  readonly bookmarksAll: boolean;
}

const BOOKMARK_MS = 60_000;

/** Which objects one request is about. */
interface Scope {
  readonly namespace: string | undefined;
  readonly labels: LabelRequirements;
}

interface Watch {
  readonly scope: Scope;
  readonly stream: ByteStream;
  readonly wantsBookmarks: boolean;
  readonly timeout: ClockTimer;
  /** The version that it has been told of. */
  told: number;
}

/**
 * The lists and watches of kube-apiserver over a {@link WidgetStore}, in process. What writes do, the
 * tests ask of the store itself.
 */
export class ModelServer implements Transport {
  readonly store = new WidgetStore((change) => this.#tell(change));
  readonly #clock: Clock;
  readonly #habits: Habits;
  readonly #watches = new Set<Watch>();
  /** The lists that are read in pages, by their token. */
  readonly #pages = new Map<string, { readonly items: StoredWidget[]; readonly version: number }>();
  readonly #lines = new WeakMap<StoredWidget, string>();
  #bookmarkTimer: ClockTimer;
  #tokens = 0;

  constructor(clock: Clock, habits: Habits) {
    this.#clock = clock;
    this.#habits = habits;
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

  /** Forgets what watches and pages reach back to. */
  compact(): void {
    this.store.compact();
    this.#pages.clear();
  }

  /** Ends all watches, as a server that stops does. */
  endWatches(): void {
    for (const { stream } of this.#watches) stream.end();
  }

  /** Takes the store back to a snapshot; the server above it starts anew. */
  restore(snapshot: Snapshot): void {
    this.store.restore(snapshot);
    this.#pages.clear();
    this.endWatches();
  }

  /** Tells all watches how far they are. */
  bookmark(): void {
    for (const watch of this.#watches) {
      const { version } = this.store;
      if (!watch.wantsBookmarks || (version < watch.told && !this.#habits.bookmarksAll)) continue;
      watch.stream.push(bookmarkLine(version));
    }
  }

  /** The objects that a scope names, in order. */
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
    if (isStreamingList && !this.#habits.streamsLists) return refusal(422, 'Invalid');
    if (isStreamingList && Number(asked) > this.store.version) {
      return refusal(504, 'Timeout', TOO_LARGE);
    }
    const wantsState = isStreamingList || asked === '' || asked === '0';
    const start = wantsState ? this.store.version : Number(asked);
    if (start < this.store.horizon) {
      if (!this.#habits.tellsGoneInStream) return refusal(410, 'Expired');
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
      told: start,
    };
    this.#watches.add(watch);
    return stream;
  }

  #tell(change: Change): void {
    for (const watch of this.#watches) {
      if (change.version <= watch.told) continue;
      watch.told = change.version;
      this.#send(watch.scope, watch.stream, change);
    }
  }

  /** What a change looks like through a selector: objects come into sight and leave it. */
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

/** As servers send objects: caches leave out this part, which is unlike that of most neighbours. */
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

/** A bookmark at a version; what a test gives may be none. */
export function bookmarkLine(
  version: number | string,
  annotations?: Readonly<Record<string, string>>,
): string {
  const metadata = { resourceVersion: String(version), ...(annotations && { annotations }) };
  const object = { kind: 'Widget', apiVersion: WIDGET_API_VERSION, metadata };
  return `${JSON.stringify({ type: 'BOOKMARK', object })}\n`;
}
