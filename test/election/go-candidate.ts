import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { inRepository } from '../support/repository.js';

/**
 * A candidate that is client-go's own leader election: test/election/go, built once into the cache.
 * Undefined where there is no `go`. Its module is apart from packages/apiserver/envtest, so that a change to either
 * does not rebuild the other.
 */
export function goCandidate(): string | undefined {
  if (spawnSync('go', ['version']).status !== 0) return undefined;
  const source = inRepository('test', 'election', 'go');
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum', 'main.go']) {
    hash.update(readFileSync(path.join(source, file)));
  }
  const caches = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  const folder = path.join(caches, 'vmgen', 'election', hash.digest('hex').slice(0, 12));
  const program = path.join(folder, 'go-candidate');
  if (existsSync(program)) return program;
  console.log(`building a candidate of client-go as ${program}; minutes, once`);
  mkdirSync(folder, { recursive: true });
  const built = `${program}.${process.pid}`;
  const { status } = spawnSync('go', ['build', '-trimpath', '-o', built, '.'], {
    cwd: source,
    env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('go build of the candidate of client-go failed');
  renameSync(built, program);
  return program;
}
