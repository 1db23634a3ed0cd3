// @ts-check
// Provides the CRDs of other projects, on which `vmgen import` is tested, and prints their folder.
//
// Usage: node hack/fetch-crds.mjs
//
// They come out of the Go modules that hack/crds.json names, by version and by the SHA-256 of the
// archive, through GOPROXY. Of each archive only the CRDs are kept, in
// ${XDG_CACHE_HOME:-~/.cache}/vmgen/crds/MODULE@VERSION; a later run reuses them. Standard output carries
// the folder and nothing else.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE, folderOf, isThere, PINS, sealOf } from './crd-pins.mjs';
import { unzip } from './unzip.mjs';

/** @typedef {import('./crd-pins.mjs').Pin} Pin */

const TIMEOUT_MS = 300_000;
const AT_ONCE = 4;

/** @type {string[]} */
const failures = [];
const waiting = PINS.filter((pin) => !isThere(pin));
if (waiting.length > 0)
  console.error(`fetching the CRDs of ${waiting.length} modules into ${CACHE}`);
await Promise.all(Array.from({ length: AT_ONCE }, work));
for (const failure of failures) console.error(`fetch-crds.mjs: ${failure}`);
if (failures.length > 0) process.exit(1);
console.log(CACHE);

async function work() {
  for (let pin = waiting.pop(); pin !== undefined; pin = waiting.pop()) {
    try {
      await fetchCrds(pin);
    } catch (error) {
      failures.push(`${pin.module}@${pin.version}: ${reasonOf(error)}`);
    }
  }
}

/** @param {Pin} pin */
async function fetchCrds(pin) {
  const { module, version, sha256, paths } = pin;
  const zip = await download(`${escape(module)}/@v/${escape(version)}.zip`);
  const found = createHash('sha256').update(zip).digest('hex');
  if (found !== sha256) throw new Error(`its archive has the SHA-256 ${found}, and not ${sha256}`);
  mkdirSync(CACHE, { recursive: true });
  const staged = mkdtempSync(path.join(CACHE, '.fetching-'));
  try {
    for (const [name, read] of unzip(zip)) {
      const file = name.slice(`${module}@${version}/`.length);
      const isWanted = paths.some((each) => file === each || file.startsWith(`${each}/`));
      if (!isWanted || !/\.(?:ya?ml|json)$/.test(file) || file.split('/').includes('..')) continue;
      const text = read();
      if (!/^kind: *"?CustomResourceDefinition/m.test(text.toString('utf8'))) continue;
      const target = path.join(staged, file);
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

/** From the first proxy that has it. @param {string} file */
async function download(file) {
  /** @type {unknown} */
  let last = new Error('GOPROXY names no proxy');
  for (const proxy of proxies()) {
    try {
      const answer = await fetch(`${proxy}/${file}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      last = new Error(`${proxy} answers ${answer.status}`);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

/** Modules are fetched from proxies only. */
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

/** Proxies write an upper-case letter as `!` and the lower-case one. @param {string} text */
function escape(text) {
  return text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

/** @param {unknown} error */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
