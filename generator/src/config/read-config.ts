import { errorMessage } from '@vmgen/crd/internal';
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeOf } from '../disk/entry.js';
import { reasonOf } from '../disk/unusable-path.js';
import { UsageError } from '../settings/usage-error.js';
import { checkConfig } from './check-config.js';
import type { VmgenConfig } from './vmgen-config.js';

/**
 * Reads a config, its paths as the working folder sees them. Code is run, and found anew in each run:
 * what it says is kept nowhere.
 *
 * @throws a UsageError that names the file, what is wrong with it and the remedy
 */
export async function readConfig(path: string): Promise<VmgenConfig> {
  const value = path.endsWith('.json') ? readJson(path) : await importDefault(path);
  return fromWorkingFolder(path, checkConfig(path, value));
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw unreadable(path, error);
  }
}

const FORMS = /\.(?:[cm]?js|m?ts)$/;

async function importDefault(path: string): Promise<unknown> {
  if (!FORMS.test(path)) {
    throw new UsageError(`--config: ${path} is none of *.js, *.mjs, *.cjs, *.ts, *.mts and *.json`);
  }
  const module = await importModule(path);
  if ('default' in module) return module['default'];
  throw new UsageError(`${path} has no default export: write export default defineConfig({ ... })`);
}

async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  } catch (error) {
    if (codeOf(error) !== 'ERR_UNKNOWN_FILE_EXTENSION') throw unreadable(path, error);
    const remedy = 'use Node 22.18 or newer, or write vmgen.config.mjs';
    throw new UsageError(`${path}: Node ${process.version} reads no TypeScript; ${remedy}`, {
      cause: error,
    });
  }
}

function unreadable(path: string, error: unknown): UsageError {
  const reason =
    codeOf(error) === 'ENOENT' ? 'there is no such file' : (reasonOf(error) ?? errorMessage(error));
  return new UsageError(`${path} cannot be loaded: ${reason}`, { cause: error });
}

/** A config may stand elsewhere; its own folder is where its paths start. */
function fromWorkingFolder(path: string, config: VmgenConfig): VmgenConfig {
  const folder = dirname(path);
  if (folder === '.') return config;
  const from = (each: string): string =>
    each === '' || isAbsolute(each) ? each : join(folder, each);
  const { out, apis, headerFile, paths } = config;
  return {
    ...config,
    out: out === undefined ? undefined : from(out),
    apis: from(apis ?? 'apis'),
    headerFile: headerFile === undefined ? undefined : from(headerFile),
    paths: paths?.map(from),
  };
}
