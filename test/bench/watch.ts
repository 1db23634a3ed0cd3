import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRepository } from '../support/repository.js';
import { startChild } from '../support/child.js';
import { waitFor } from '../support/wait-for.js';
import { writeManyKinds } from './many-kinds.js';
import { median } from './measure.js';

const ROUNDS = 15;
const KINDS = 100;
const GOAL_MS = 300;
const TIMEOUT_MS = 60_000;
const VMGEN = inRepository('generator', 'bin', 'vmgen.cjs');

/** Measures the time from a change of one of 100 kinds until `vmgen generate --watch` has written its CRD. */
export async function benchWatch(print: (line: string) => void): Promise<void> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'vmgen-bench-watch-')));
  const groups = writeManyKinds(folder, 1, KINDS, 'large');
  const args = ['generate', '--groups', groups, '--out', 'generated', '--watch'];
  const child = startChild(process.execPath, [VMGEN, ...args], {}, folder);
  const source = path.join(folder, 'apis/group0/v1/kinds50.ts');
  const crd = path.join(folder, 'generated/crds/group0.example.com_machine50ns.yaml');
  try {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // A report follows each run.
      await waitFor('the report of a run', TIMEOUT_MS, () =>
        child.stdout().split('files written').length > round + 1 ? true : undefined,
      );
      const text = readFileSync(source, 'utf8');
      const startMs = performance.now();
      writeFileSync(source, text.replace(/How many \d*/, `How many ${round} `));
      await waitFor('the changed CRD', TIMEOUT_MS, () =>
        readFileSync(crd, 'utf8').includes(`How many ${round} `) ? true : undefined,
      );
      times.push(performance.now() - startMs);
    }
    const [middle, most] = [median(times), Math.max(...times)];
    print(
      `vmgen generate --watch, ${KINDS} kinds: a change is written after ${middle.toFixed(0)} ms, at most ` +
        `${most.toFixed(0)} ms; goal <= ${GOAL_MS}: ${middle <= GOAL_MS ? 'met' : 'missed'}`,
    );
  } finally {
    await child.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
