import nodeModule, { createRequire } from 'node:module';
import { errorMessage } from '@vmgen/base/text';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { codeOf } from '../disk/file-error.js';
import { kindOf } from '../disk/entry.js';
import { reasonOf } from '../disk/unusable-path.js';
import type { ConfigSource } from '../syntax/config-source.js';
import { UsageError } from '../settings/usage-error.js';
import { type LineColumn, LineMap } from '../text/line-map.js';
import { checkConfig, fromWorkingFolder } from './check-config.js';
import { ConfigProblem } from './config-problem.js';
import type { VmgenConfig } from './vmgen-config.js';
import { randomUUID } from 'node:crypto';
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

export { containCode } from './contain-code.js';

/** How long the code of a config may take to load. */
const LOAD_LIMIT_MS = 60_000;

/**
 * Reads a config and resolves its paths relative to the working directory. Code is executed in each run and
 * never cached.
 *
 * @param limitMs how long its code may take to load
 * @param modules gets the files that the code imports, and lets this process execute all of it again; without it, this
 *   process may read the config only once
 * @throws a UsageError with the file, the line, the problem and the fix
 */
export async function readConfig(
  path: string,
  limitMs = LOAD_LIMIT_MS,
  modules?: ConfigModules,
): Promise<VmgenConfig> {
  const value = path.endsWith('.json')
    ? await readJson(path)
    : await importDefault(path, limitMs, modules);
  try {
    return fromWorkingFolder(path, checkConfig(value));
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    const place = (await sourceOf(path))?.placeOf(error.keys);
    throw new UsageError(`${at(path, place)}: ${error.message}`, { cause: error });
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(textOf(path));
  } catch (error) {
    throw await unreadable(path, error);
  }
}

const FORMS = /\.(?:[cm]?js|m?ts)$/;

async function importDefault(
  path: string,
  limitMs: number,
  modules: ConfigModules | undefined,
): Promise<unknown> {
  if (!FORMS.test(path)) {
    throw new UsageError(
      `--config: ${path} must have the extension .js, .mjs, .cjs, .ts, .mts or .json`,
    );
  }
  const module = await importModule(path, limitMs, modules);
  if ('default' in module) return module['default'];
  throw new UsageError(`${path} has no default export: write export default defineConfig({ ... })`);
}

async function importModule(
  path: string,
  limitMs: number,
  modules: ConfigModules | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const { promise: ended, stop } = endOfLoading(path, limitMs);
  try {
    const url = modules?.urlOf(path) ?? pathToFileURL(resolve(path)).href;
    return (await Promise.race([import(url), ended])) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (codeOf(error) !== 'ERR_UNKNOWN_FILE_EXTENSION') throw await unreadable(path, error);
    const remedy = 'use Node 22.18 or newer, or write vmgen.config.mjs';
    throw new UsageError(`${path}: Node ${process.version} reads no TypeScript; ${remedy}`, {
      cause: error,
    });
  } finally {
    stop();
    modules?.loaded(path);
  }
}

/**
 * Rejects when a top-level await of the config cannot settle any more, because the event loop is empty,
 * or when loading takes too long: a timer or a connection keeps the loop alive.
 */
function endOfLoading(
  path: string,
  limitMs: number,
): { readonly promise: Promise<never>; readonly stop: () => void } {
  let stop = (): void => {};
  const promise = new Promise<never>((_, reject) => {
    const onEnd = (): void => {
      reject(
        new UsageError(`${path}: a top-level await never settles; await only promises that settle`),
      );
    };
    const onLimit = (): void => {
      const seconds = limitMs / 1000;
      const message = `${path}: a top-level await has not settled within ${seconds} s; await only promises that settle sooner`;
      reject(new UsageError(message));
    };
    process.once('beforeExit', onEnd);
    const timer = setTimeout(onLimit, limitMs).unref();
    stop = () => {
      clearTimeout(timer);
      process.off('beforeExit', onEnd);
    };
  });
  return { promise, stop };
}

async function unreadable(path: string, error: unknown): Promise<UsageError> {
  if (kindOf(path) === undefined) {
    return new UsageError(`${path} cannot be loaded: no such file`, { cause: error });
  }
  const { place, reason } = await whereFailed(path, error);
  return new UsageError(`${place} cannot be loaded: ${reason}`, { cause: error });
}

interface Failure {
  readonly place: string;
  readonly reason: string;
}

async function whereFailed(path: string, error: unknown): Promise<Failure> {
  const reason = reasonOf(error) ?? errorMessage(error);
  const inStack = error instanceof Error ? placeInStack(error, path) : undefined;
  if (inStack !== undefined) return { place: inStack, reason: errorMessage(error) };
  if (path.endsWith('.json')) return { place: at(path, placeInJson(path, reason)), reason };
  const source = await sourceOf(path);
  const syntaxError = error instanceof SyntaxError ? source?.syntaxError() : undefined;
  if (syntaxError) return { place: at(path, syntaxError), reason: syntaxError.message };
  return { place: at(path, source?.placeOfImport(errorMessage(error))), reason };
}

/** The first line of a stack trace in a file of the user: the config, or a file that it imports. */
function placeInStack(error: Error, path: string): string | undefined {
  const own = resolve(path);
  for (const line of (error.stack ?? '').split('\n')) {
    const [, name, place] =
      /(?:^|\(|at (?:async )?)((?:file:\/\/)?\/[^()]*?):(\d+(?::\d+)?)\)?$/.exec(line) ?? [];
    if (name === undefined || place === undefined) continue;
    const file = name.startsWith('file:') ? fileURLToPath(name) : name;
    if (file === own) return `${path}:${place}`;
    const isOwn =
      !file.startsWith(join(import.meta.dirname, '../..')) && !file.includes('/node_modules/');
    if (isOwn) return `${path}: ${file}:${place}`;
  }
  return undefined;
}

const at = (path: string, place: LineColumn | undefined): string =>
  place ? `${path}:${place.line}:${place.column}` : path;

/** V8 names an offset, where the text does not just end too early. */
function placeInJson(path: string, message: string): LineColumn | undefined {
  if (!/JSON/.test(message)) return undefined;
  const text = textOf(path);
  const [, offset = text.length] = /at position (\d+)/.exec(message) ?? [];
  return new LineMap(text).placeOf(Number(offset));
}

const textOf = (path: string): string => readFileSync(path, 'utf8').replace(/^\uFEFF/, '');

/** Parses the config; loaded only if there is a problem to report. */
async function sourceOf(path: string): Promise<ConfigSource | undefined> {
  try {
    const { ConfigSource } = await import('../syntax/config-source.js');
    return new ConfigSource(path, textOf(path));
  } catch {
    return undefined;
  }
}

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
