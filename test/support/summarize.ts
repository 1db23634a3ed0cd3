import { appendFileSync } from 'node:fs';

/** The outcome of a suite that is not a set of test files. */
interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped?: number;
  readonly startMs: number;
  /** Why parts were skipped. */
  readonly why?: string;
  readonly failures?: readonly string[];
}

/** Adds a suite to the table of .ci/run, as test/run.mjs does. `startMs` is of `performance.now()`. */
export function summarize(suite: string, outcome: Outcome): void {
  const file = process.env['VMGEN_SUMMARY'];
  if (file === undefined) return;
  const { passed, failed, skipped = 0, startMs, why = '', failures = [] } = outcome;
  const took = `${((performance.now() - startMs) / 1000).toFixed(1)} s`;
  appendFileSync(file, `${[suite, passed, failed, skipped, took, why].join('\t')}\n`);
  for (const failure of failures) appendFileSync(`${file}.failures`, `${suite}: ${failure}\n`);
}
