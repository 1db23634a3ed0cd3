import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '@vmgen/base/text';
import { UsageError } from '../settings/usage-error.js';
import type { ReplayCommand } from './replay-options.js';
import type { Report } from './report.js';

/** The variables that `explore()` of `@vmgen/manager/testing` reads. */
const PLAN_VARIABLE = 'VMGEN_PLAN';
const REPORT_VARIABLE = 'VMGEN_REPLAY_REPORT';
const INSPECT_VARIABLE = 'VMGEN_REPLAY_INSPECT';

/** The outcomes that `explore()` reports, the worst first. */
const OUTCOMES: Readonly<Record<string, string>> = {
  failed: 'the exploration of the plan fails before its step',
  missing: 'the program has changed: an effect of the plan does not occur any more',
  broken: 'the plan still breaks a promise',
  kept: 'the plan breaks no promise any more',
};

/**
 * Runs the plan of a file with the tests of a project.
 *
 * @throws UsageError if the file is not a plan
 */
export function runReplay({
  file,
  inspect,
  program,
}: ReplayCommand): Report & { readonly exitCode: 0 | 1 } {
  const plan = planOf(file);
  const folder = mkdtempSync(join(tmpdir(), 'vmgen-replay-'));
  try {
    const reportFile = join(folder, 'outcomes');
    writeFileSync(reportFile, '');
    const [name = 'npm', ...args] = program;
    // The output of the tests is not a part of the report.
    const { error } = spawnSync(name, args, {
      stdio: ['inherit', 2, 2],
      env: {
        ...process.env,
        [PLAN_VARIABLE]: plan,
        [REPORT_VARIABLE]: reportFile,
        [INSPECT_VARIABLE]: inspect ? '1' : '',
      },
    });
    const failure = error === undefined ? [] : [`${name} cannot be run: ${error.message}`];
    return reportOf(readFileSync(reportFile, 'utf8').split('\n').filter(Boolean), failure);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the text of a plan. */
function planOf(file: string): string {
  let text: string;
  let plan: unknown;
  try {
    text = readFileSync(file, 'utf8');
    plan = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not the file of a plan: ${errorMessage(error)}`, {
      cause: error,
    });
  }
  if (typeof plan !== 'object' || plan === null || !('step' in plan) || !('faults' in plan)) {
    throw new UsageError(`${file} is not the file of a plan: it has no step or no faults`);
  }
  const { problems: _problems, ...rest } = { problems: [], ...plan };
  return JSON.stringify(rest);
}

function reportOf(
  outcomes: readonly string[],
  failure: readonly string[],
): Report & { readonly exitCode: 0 | 1 } {
  if (outcomes.length === 0) {
    const advice =
      'no exploration has run the plan: run the test of the exploration that has its name and steps';
    return { exitCode: 1, stdout: [], stderr: [...failure, advice] };
  }
  const worst = Object.keys(OUTCOMES).find((each) => outcomes.includes(each)) ?? 'failed';
  const several =
    outcomes.length > 1
      ? [`${outcomes.length} explorations have run the plan; set the option name of each`]
      : [];
  return {
    exitCode: worst === 'kept' ? 0 : 1,
    stdout: [OUTCOMES[worst] ?? worst],
    stderr: [...failure, ...several],
  };
}
