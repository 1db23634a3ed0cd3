import { ApiError } from '../client/errors.js';
import type { ListOptions, WatchOptions } from '../client/options.js';
import type { WatchEvent } from '../client/resource-client.js';
import type { ResourceDefinition } from '../client/resource.js';
import { deepCopyJson } from '../meta/deep-copy-json.js';
import type { Persisted } from '../meta/persisted.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import type { ListWatchClient } from '../client/list-watch-client.js';

/** The kind of the cache's tests. */
export interface Widget extends KubernetesObject {
  spec: { color: string };
}

/** A widget as a server returns it. */
export type PersistedWidget = Persisted<Widget, 'Namespaced'>;

export const widgetResource: ResourceDefinition<Widget, 'Namespaced'> = {
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  listKind: 'WidgetList',
  plural: 'widgets',
  singular: 'widget',
  scope: 'Namespaced',
  deepCopy: (object) => deepCopyJson<Widget>(object),
};

export function widget(
  name: string,
  resourceVersion: number | string,
  more: { uid?: string; color?: string; namespace?: string } = {},
): PersistedWidget {
  const { uid = `uid-${name}`, color = 'red', namespace = 'default' } = more;
  return {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name, namespace, uid, resourceVersion: String(resourceVersion) },
    spec: { color },
  };
}

export function listOf(
  resourceVersion: number | string,
  items: PersistedWidget[],
  more: { continue?: string } = {},
): KubernetesList<PersistedWidget> {
  return { metadata: { resourceVersion: String(resourceVersion), ...more }, items };
}

export function apiError(code: number, reason: string, details = {}): ApiError {
  return new ApiError({ status: 'Failure', code, reason, message: reason, details });
}

/** A watch whose events a test sends. */
export class ScriptedWatch {
  readonly options: WatchOptions;
  readonly #waiting: (WatchEvent<Widget, 'Namespaced'> | Error | 'end')[] = [];
  #wake: () => void = () => {};
  isEnded = false;

  constructor(options: WatchOptions) {
    this.options = options;
    options.signal?.addEventListener('abort', () => this.#put('end'));
  }

  send(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: PersistedWidget): void {
    this.#put({ type, object });
  }

  sendAny(event: WatchEvent<Widget, 'Namespaced'>): void {
    this.#put(event);
  }

  /** Sends any value, because a server may violate the types. */
  sendJson(event: string): void {
    this.#put(JSON.parse(event) as WatchEvent<Widget, 'Namespaced'>);
  }

  bookmark(resourceVersion: number | string, annotations?: { [name: string]: string }): void {
    const version = { resourceVersion: String(resourceVersion) };
    const metadata = annotations === undefined ? version : { ...version, annotations };
    this.#put({ type: 'BOOKMARK', object: { metadata } });
  }

  /** Sends the bookmark that ends the initial state of a streaming list. */
  endInitialEvents(resourceVersion: number | string): void {
    this.bookmark(resourceVersion, { 'k8s.io/initial-events-end': 'true' });
  }

  close(): void {
    this.#put('end');
  }

  fail(error: Error): void {
    this.#put(error);
  }

  async *events(): AsyncGenerator<WatchEvent<Widget, 'Namespaced'>> {
    try {
      for (;;) {
        const next = this.#waiting.shift();
        if (next === 'end') return;
        if (next instanceof Error) throw next;
        if (next !== undefined) yield next;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.isEnded = true;
    }
  }

  #put(next: WatchEvent<Widget, 'Namespaced'> | Error | 'end'): void {
    this.#waiting.push(next);
    this.#wake();
  }
}

type ListAnswer = KubernetesList<PersistedWidget> | Error;

/** A server with responses that a test defines. It records requests. */
export class ScriptedClient implements ListWatchClient<Widget, 'Namespaced'> {
  readonly resource = widgetResource;
  readonly namespace: string | undefined = undefined;
  readonly lists: ListOptions[] = [];
  readonly watches: ScriptedWatch[] = [];
  refusedStreams = 0;
  /** The responses to the next lists. The last one is repeated. */
  readonly listAnswers: ListAnswer[] = [];
  /**
   * Whether streaming lists are supported. Otherwise, they are rejected as by a server without the
   * feature.
   */
  streams = false;
  /** The errors of the next watches, before any event. */
  readonly watchFailures: Error[] = [];

  constructor(...listAnswers: ListAnswer[]) {
    this.listAnswers = listAnswers;
  }

  list = async (options: ListOptions = {}): Promise<KubernetesList<PersistedWidget>> => {
    this.lists.push(options);
    const answer = this.listAnswers.length > 1 ? this.listAnswers.shift() : this.listAnswers[0];
    if (answer === undefined) throw new Error('the test defines no response');
    if (answer instanceof Error) throw answer;
    return answer;
  };

  watch = (options: WatchOptions = {}): AsyncIterable<WatchEvent<Widget, 'Namespaced'>> =>
    this.begin(options);

  protected begin(options: WatchOptions): AsyncIterable<WatchEvent<Widget, 'Namespaced'>> {
    const watch = new ScriptedWatch(options);
    if (options.sendInitialEvents === true && !this.streams) {
      this.refusedStreams++;
      watch.fail(apiError(422, 'Invalid'));
      return watch.events();
    }
    this.watches.push(watch);
    const failure = this.watchFailures.shift();
    if (failure !== undefined) watch.fail(failure);
    return watch.events();
  }

  /** The last opened watch. */
  get open(): ScriptedWatch {
    const watch = this.watches.at(-1);
    if (watch === undefined) throw new Error('no watch was opened');
    return watch;
  }

  get listedVersions(): (string | undefined)[] {
    return this.lists.map((options) => options.resourceVersion);
  }

  get watchedVersions(): (string | undefined)[] {
    return this.watches.map((watch) => watch.options.resourceVersion);
  }
}
