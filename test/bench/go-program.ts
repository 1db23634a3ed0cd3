import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { inRepository } from '../support/repository.js';

/**
 * Returns the path of a Go program of a module of this folder, which is built once into the cache. A
 * folder with tests is a program that runs them. Undefined where there is no `go`.
 */
export function goProgram(module: string, program: string): string | undefined {
  if (spawnSync('go', ['version']).status !== 0) return undefined;
  const source = inRepository('test', 'bench', module);
  const hash = createHash('sha256');
  const files = readdirSync(path.join(source, program))
    .filter((name) => name.endsWith('.go'))
    .toSorted();
  for (const file of ['go.sum', ...files.map((name) => path.join(program, name))]) {
    hash.update(readFileSync(path.join(source, file)));
  }
  const caches = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  const bin = path.join(caches, 'vmgen', 'bench', hash.digest('hex').slice(0, 12), program);
  if (existsSync(bin)) return bin;
  console.error(`building ${module}/${program} as ${bin}; minutes, once`);
  mkdirSync(path.dirname(bin), { recursive: true });
  const build = files.some((name) => name.endsWith('_test.go')) ? ['test', '-c'] : ['build'];
  const { status } = spawnSync('go', [...build, '-o', bin, `./${program}`], {
    cwd: source,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`go build of ${module}/${program} failed`);
  return bin;
}
