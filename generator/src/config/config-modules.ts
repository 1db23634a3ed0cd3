import { randomUUID } from 'node:crypto';
import nodeModule, { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type MessagePort, MessageChannel, receiveMessageOnPort } from 'node:worker_threads';

declare module 'module' {
  /** Since Node 22.15. */
  const registerHooks: ((hooks: { readonly resolve: Resolve }) => unknown) | undefined;
}

/** Resolves a specifier of an import. */
type Resolve = (specifier: string, context: Importer, next: Next) => { readonly url: string };
type Next = (specifier: string, context: Importer) => { readonly url: string };
interface Importer {
  readonly parentURL?: string | undefined;
}

const require = createRequire(import.meta.url);

/** The key of a URL's query that imports pass on to the modules that they import. */
const KEY = 'vmgen-config';

/** As {@link resolveFile}, in the thread in which older versions of Node resolve imports. */
const LOADER = `let port;
export const initialize = (data) => { port = data; };
export const resolve = async (specifier, context, next) => {
  const key = context.parentURL?.startsWith('file:') && new URL(context.parentURL).searchParams.get('${KEY}');
  if (!key || !/^(?:\\.{0,2}\\/|file:)/.test(specifier)) return next(specifier, context);
  const url = new URL(specifier, context.parentURL);
  port.postMessage(url.href);
  url.searchParams.set('${KEY}', key);
  return next(url.href, context);
};`;

/**
 * The files that the code of a config imports by relative paths, also indirectly: not those of packages. Each load of the
 * config executes all of them again.
 */
export class ConfigModules {
  readonly #files = new Set<string>();
  /** Where older versions of Node report imports. */
  #port: MessagePort | undefined;
  #isFollowing = false;

  /** The paths of the files of all loads, without that of the config. Some may not exist. */
  get files(): readonly string[] {
    return [...this.#files];
  }

  /** The URL by which the next load of a config executes everything again. */
  urlOf(config: string): string {
    this.#follow();
    const path = resolve(config);
    // The cache of CommonJS modules has no query.
    for (const file of [path, ...this.#files]) Reflect.deleteProperty(require.cache, file);
    const url = pathToFileURL(path);
    url.searchParams.set(KEY, randomUUID());
    return url.href;
  }

  /** Ends a load, also one that has failed. */
  loaded(config: string): void {
    for (const port = this.#port; port;) {
      const report = receiveMessageOnPort(port);
      if (report === undefined) break;
      this.#files.add(fileURLToPath(String(report.message)));
    }
    for (const file of [resolve(config), ...this.#files]) this.#addRequired(file, new Set());
  }

  #follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    if (nodeModule.registerHooks) {
      const note = (url: string): unknown => this.#files.add(fileURLToPath(url));
      nodeModule.registerHooks({
        resolve: (specifier, context, next) => next(resolveFile(specifier, context, note), context),
      });
      return;
    }
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const loader = `data:text/javascript,${encodeURIComponent(LOADER)}`;
    nodeModule.register(loader, { data: port2, transferList: [port2] });
  }

  /** Adds what a CommonJS module has required. */
  #addRequired(file: string, seen: Set<string>): void {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { filename } of require.cache[file]?.children ?? []) {
      if (/[\\/]node_modules[\\/]/.test(filename)) continue;
      this.#files.add(filename);
      this.#addRequired(filename, seen);
    }
  }
}

/** The specifier with the key of the importing module; the same one for packages, and outside of configs. */
function resolveFile(
  specifier: string,
  { parentURL = '' }: Importer,
  note: (url: string) => unknown,
): string {
  const key = parentURL.startsWith('file:') && new URL(parentURL).searchParams.get(KEY);
  if (!key || !/^(?:\.{0,2}\/|file:)/.test(specifier)) return specifier;
  const url = new URL(specifier, parentURL);
  note(url.href);
  url.searchParams.set(KEY, key);
  return url.href;
}
