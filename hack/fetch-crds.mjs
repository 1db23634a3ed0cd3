// @ts-check
// Provides the CRDs of other projects, which test `vmgen import`, and prints their folder.
//
// Usage: node hack/fetch-crds.mjs
//
// hack/crds.json names the Go modules that contain them, by version and by the SHA-256 of the archive. They are fetched
// through GOPROXY. Only the CRDs of each archive are kept, in ${XDG_CACHE_HOME:-~/.cache}/vmgen/crds/MODULE@VERSION; later
// runs reuse them. Standard output contains only the folder.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';

/**
 * `paths`: the folders and files of the module that contain CRDs; each is a separate set.
 * @typedef {{ module: string, version: string, sha256: string, paths: string[] }} Pin
 */

/** @type {readonly Pin[]} */
export const PINS = JSON.parse(readFileSync(path.join(import.meta.dirname, 'crds.json'), 'utf8'));

const CACHE = path.join(
  process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'),
  'vmgen/crds',
);
const TIMEOUT_MS = 300_000;
const CONCURRENCY = 4;

if (process.argv[1] === import.meta.filename) {
  const failures = await fetchMissing();
  for (const [pin, reason] of failures) {
    console.error(`fetch-crds.mjs: ${pin.module}@${pin.version}: ${reason}`);
  }
  if (failures.size > 0) process.exit(1);
  console.log(CACHE);
}

/** The folder with the CRDs of a module. @param {Pin} pin */
export function folderOf({ module, version }) {
  return path.join(CACHE, `${module.replaceAll('/', '_')}@${version}`);
}

/**
 * The sets of CRDs, each in a folder, after fetching those that the cache lacks. `missing` is the reason if a set could
 * not be fetched.
 */
export async function fetchCorpus() {
  const failures = await fetchMissing();
  return PINS.flatMap((pin) => {
    const reason = failures.get(pin);
    const missing = reason === undefined ? {} : { missing: reason };
    return pin.paths.map((each) => {
      const name = `${pin.module}@${pin.version} ${each}`;
      return { name, folder: path.join(folderOf(pin), each), ...missing };
    });
  });
}

/** Fetches the CRDs that the cache lacks. Returns the reasons for those that could not be fetched. */
export async function fetchMissing() {
  /** @type {Map<Pin, string>} */
  const failures = new Map();
  const missing = PINS.filter((pin) => !isCached(pin));
  if (missing.length > 0) {
    console.error(`fetching the CRDs of ${missing.length} modules into ${CACHE}`);
  }
  const work = async () => {
    for (let pin = missing.pop(); pin !== undefined; pin = missing.pop()) {
      try {
        await fetchCrds(pin);
      } catch (error) {
        failures.set(pin, reasonOf(error));
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return failures;
}

/** The content of `.pin` in a folder; a folder with another pin is fetched again. @param {Pin} pin */
function sealOf(pin) {
  return `${JSON.stringify(pin)}\n`;
}

/** @param {Pin} pin */
function isCached(pin) {
  try {
    return readFileSync(path.join(folderOf(pin), '.pin'), 'utf8') === sealOf(pin);
  } catch {
    return false;
  }
}

/** @param {Pin} pin */
async function fetchCrds(pin) {
  const { module, version, sha256, paths } = pin;
  const zip = await download(`${escape(module)}/@v/${escape(version)}.zip`);
  const found = createHash('sha256').update(zip).digest('hex');
  if (found !== sha256) throw new Error(`the archive has SHA-256 ${found}, expected ${sha256}`);
  mkdirSync(CACHE, { recursive: true });
  const staged = mkdtempSync(path.join(CACHE, '.fetching-'));
  try {
    /** @param {string} name */
    const fileOf = (name) => name.slice(`${module}@${version}/`.length);
    const files = unzipSync(zip, {
      filter: ({ name }) => {
        const file = fileOf(name);
        const isWanted = paths.some((each) => file === each || file.startsWith(`${each}/`));
        return isWanted && /\.(?:ya?ml|json)$/.test(file) && !file.split('/').includes('..');
      },
    });
    for (const [name, content] of Object.entries(files)) {
      const text = Buffer.from(content);
      if (!/^kind: *"?CustomResourceDefinition/m.test(text.toString('utf8'))) continue;
      const target = path.join(staged, fileOf(name));
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    writeFileSync(path.join(staged, '.pin'), sealOf(pin));
    rmSync(folderOf(pin), { recursive: true, force: true });
    renameSync(staged, folderOf(pin));
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Downloads from the first proxy that has the file. @param {string} file */
async function download(file) {
  /** @type {unknown} */
  let last = new Error('GOPROXY contains no proxy');
  for (const proxy of proxies()) {
    try {
      const answer = await fetch(`${proxy}/${file}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      last = new Error(`${proxy} answered ${answer.status}`);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

/** The proxies of GOPROXY; `direct` is not supported. */
function proxies() {
  let value = process.env['GOPROXY'] ?? '';
  if (value === '') {
    try {
      value = execFileSync('go', ['env', 'GOPROXY'], { encoding: 'utf8' }).trim();
    } catch {
      value = 'https://proxy.golang.org';
    }
  }
  return value
    .split(/[,|]/)
    .filter((each) => /^https?:/.test(each))
    .map((each) => each.replace(/\/$/, ''));
}

/** Module proxies encode an upper-case letter as `!` and the lower-case letter. @param {string} text */
function escape(text) {
  return text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

/** @param {unknown} error */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
