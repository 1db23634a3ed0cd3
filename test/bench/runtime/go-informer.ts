import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { inRepository } from '../../support/repository.js';

/**
 * The informer of client-go for a typed kind, without its limit of requests: test/bench/go/informer,
 * built once into the cache. Undefined where there is no `go`.
 */
export function goInformer():
  { readonly name: string; readonly command: readonly [string] } | undefined {
  if (spawnSync('go', ['version']).status !== 0) return undefined;
  const source = inRepository('test', 'bench', 'go');
  return { name: 'client-go, typed, QPS -1', command: [built(source)] };
}

function built(source: string): string {
  const hash = createHash('sha256');
  for (const file of ['go.sum', 'informer/main.go']) {
    hash.update(readFileSync(path.join(source, file)));
  }
  const caches = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  const bin = path.join(caches, 'vmgen', 'bench', hash.digest('hex').slice(0, 12), 'informer');
  if (existsSync(bin)) return bin;
  console.error(`building client-go's informer as ${bin}; minutes, once`);
  mkdirSync(path.dirname(bin), { recursive: true });
  const { status } = spawnSync('go', ['build', '-o', bin, './informer'], {
    cwd: source,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error("go build of client-go's informer failed");
  return bin;
}
