import { isAscii } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import vm from 'node:vm';
import { isSettled, stampOf } from './stamp.js';
import { keepSealed, readSealed, type SealedName } from './sealed-file.js';

/**
 * Each combination of script, vmgen and Node has one entry; the oldest entries beyond this number are
 * removed.
 */
const KEPT_CODES = 12;

/**
 * Loads a large CommonJS file with cached compiled code, which saves most of the time. The code is cached
 * when the first process ends, so that it contains the functions that a run uses.
 */
export function loadCommonJs(path: string): unknown {
  const bytes = readFileSync(path);
  const source = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  const stamp = stampOf(path);
  const { versions, arch } = process;
  const name: SealedName = {
    folder: 'code',
    key: JSON.stringify([path, stamp, versions.v8, arch]),
  };
  // V8 trusts the cached code and compares only the length of the source: the digest detects damage, and the
  // stamp another source.
  const cachedData = isSettled(stamp) ? readSealed(name) : undefined;
  const script = new vm.Script(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
    { filename: path, ...(cachedData && { cachedData }) },
  );
  if (isSettled(stamp) && (!cachedData || script.cachedDataRejected)) {
    // A run that failed used little of it.
    process.once('exit', (code) => {
      if (code === 0) keepSealed(name, script.createCachedData(), KEPT_CODES);
    });
  }
  const module: { exports: unknown } = { exports: {} };
  const run = script.runInThisContext() as (...args: unknown[]) => void;
  run.call(module.exports, module.exports, createRequire(path), module, path, dirname(path));
  return module.exports;
}

/** Loads a script so with the first call. */
export function lazyCommonJs(path: string): () => unknown {
  let loaded: unknown;
  return () => (loaded ??= loadCommonJs(path));
}
