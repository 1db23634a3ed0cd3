import { isAscii } from 'node:buffer';
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import vm from 'node:vm';
import { cacheFolder } from './cache-folder.js';
import { stampOf } from './run-record.js';
import { digestOf } from './sealed-file.js';

const DIGEST_BYTES = 32;

/**
 * Loads a big CommonJS file with the code that V8 compiled of it last time, which saves most of the
 * time. At the first time the compiled code is kept when the process ends: then it holds the functions
 * that a run really uses.
 */
export function loadCommonJs(path: string): unknown {
  const bytes = readFileSync(path);
  const source = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  const codePath = join(
    cacheFolder(),
    'code',
    digestOf(JSON.stringify([path, stampOf(path), process.versions.v8, process.arch])),
  );
  const cachedData = readCode(codePath);
  const script = new vm.Script(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
    { filename: path, ...(cachedData && { cachedData }) },
  );
  if (!cachedData || script.cachedDataRejected) {
    process.once('exit', () => writeCode(codePath, script.createCachedData()));
  }
  const module: { exports: unknown } = { exports: {} };
  const run = script.runInThisContext() as (...args: unknown[]) => void;
  run.call(module.exports, module.exports, createRequire(path), module, path, dirname(path));
  return module.exports;
}

/** V8 trusts what it is given, so damage must be seen here. */
function readCode(path: string): Buffer | undefined {
  try {
    const whole = readFileSync(path);
    const code = whole.subarray(DIGEST_BYTES);
    return whole.subarray(0, DIGEST_BYTES).equals(sealOf(code)) ? code : undefined;
  } catch {
    return undefined;
  }
}

function writeCode(path: string, code: Buffer): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, Buffer.concat([sealOf(code), code]));
    renameSync(temporary, path);
  } catch {
    // Without it the next run compiles again.
    rmSync(temporary, { force: true });
  }
}

function sealOf(code: Buffer): Buffer {
  return hash('sha256', code, 'buffer');
}
