import { execFileSync, spawnSync } from 'node:child_process';
import { inRepository } from '../support/repository.js';

/** What a visit of the playground costs: its own process has the types of a browser (test/site/playground-bench.ts). */
export function benchPlayground(print: (line: string) => void): void {
  const chromium = spawnSync(inRepository('hack', 'setup.sh'), ['chromium'], { encoding: 'utf8' });
  if (chromium.status !== 0) {
    print('skipped: hack/setup.sh chromium cannot provide Chromium');
    return;
  }
  const run = (...words: string[]): string =>
    execFileSync(process.execPath, words, {
      encoding: 'utf8',
      env: { ...process.env, VMGEN_CHROMIUM: chromium.stdout.trim() },
    });
  run(inRepository('site', 'playground', 'build.mjs'));
  print(run(inRepository('test', 'dist', 'test', 'site', 'playground-bench.js')).trimEnd());
}
