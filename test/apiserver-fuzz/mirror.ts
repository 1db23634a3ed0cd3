import { isMapping } from '@vmgen/runtime/meta';
import type { Answer, Client } from './client.js';

/** What a client that follows a resource by watches believes to be there: objects as text, by key. */
export class Mirror {
  readonly name: string;
  readonly objects = new Map<string, string>();
  /** How many watches were opened. */
  watches = 0;
  readonly #path: string;
  readonly #streams: boolean;
  readonly #client: Client;
  readonly #stopped = new AbortController();
  readonly #done: Promise<void>;

  /** @param streams whether the state comes by a watch (`sendInitialEvents`) and not by a list */
  constructor(client: Client, path: string, streams: boolean) {
    this.name = `${path}${streams ? ' (streamed)' : ''}`;
    this.#client = client;
    this.#path = path;
    this.#streams = streams;
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#done;
  }

  /** The first difference from a list; undefined if they are equal. */
  differenceFrom(list: Answer): string | undefined {
    const listed = list.status === 200 ? itemsOf(list.text) : new Map<string, string>();
    for (const [key, text] of listed) {
      const own = this.objects.get(key);
      if (own !== text) return `${key}\n  listed:  ${text}\n  watched: ${own}`;
    }
    for (const key of this.objects.keys()) if (!listed.has(key)) return `${key} is not listed`;
    return undefined;
  }

  async #run(): Promise<void> {
    let version: string | undefined;
    while (!this.#stopped.signal.aborted) {
      version ??= this.#streams ? '' : await this.#list();
      if (version === undefined) await new Promise((resolve) => void setTimeout(resolve, 50));
      else version = await this.#watch(version);
    }
  }

  async #list(): Promise<string | undefined> {
    const answer = await this.#client.get(this.#path);
    this.objects.clear();
    if (answer.status !== 200) return undefined;
    for (const [key, text] of itemsOf(answer.text)) this.objects.set(key, text);
    return versionOf(parse(answer.text));
  }

  /** Follows one watch; gives the version to go on from, undefined where that is lost. */
  async #watch(from: string): Promise<string | undefined> {
    this.watches++;
    const start =
      from === ''
        ? 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan'
        : `resourceVersion=${from}`;
    const timeout = 1 + (this.watches % 7);
    const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=${timeout}&${start}`;
    const path = `${this.#path}${this.#path.includes('?') ? '&' : '?'}${query}`;
    if (from === '') this.objects.clear();
    let version: string | undefined = from === '' ? undefined : from;
    let isSynced = from !== '';
    try {
      for await (const line of this.#client.lines(path, this.#stopped.signal)) {
        const event = parse(line);
        const object = event['object'];
        if (event['type'] === 'ERROR' || !isMapping(object) || event['type'] === undefined) {
          return undefined;
        }
        if (event['type'] === 'BOOKMARK') isSynced = true;
        else if (event['type'] === 'DELETED') this.objects.delete(keyOf(object));
        else this.objects.set(keyOf(object), textOf(object));
        version = versionOf(object);
      }
    } catch (error) {
      if (!this.#stopped.signal.aborted) throw error;
    }
    return isSynced ? version : undefined;
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isMapping(value) ? value : {};
  } catch {
    return {};
  }
}

function itemsOf(text: string): Map<string, string> {
  const { items } = parse(text);
  const objects = Array.isArray(items) ? items.filter(isMapping) : [];
  return new Map(objects.map((object) => [keyOf(object), textOf(object)]));
}

/** Without its type, which the items of built-in kinds leave to their list. */
function textOf({ apiVersion: _version, kind: _kind, ...object }: Record<string, unknown>): string {
  const sorted = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}

function keyOf({ metadata }: Record<string, unknown>): string {
  if (!isMapping(metadata)) return '';
  const { namespace, name } = metadata;
  return `${typeof namespace === 'string' ? namespace : ''}/${String(name)}`;
}

function versionOf({ metadata }: Record<string, unknown>): string | undefined {
  return isMapping(metadata) ? String(metadata['resourceVersion']) : undefined;
}
