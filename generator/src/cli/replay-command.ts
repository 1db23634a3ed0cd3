import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorMessage } from '@vmgen/base/text';
import { UsageError } from '../settings/usage-error.js';
import type { ReplayCommand } from './replay-options.js';
import type { CommandReport } from './report.js';
import { runRecorded } from './run-recorded.js';

/** The variables that `explore()` and `replayRecording()` of `@vmgen/manager/testing` read. */
const PLAN_VARIABLE = 'VMGEN_PLAN';
const PLAN_FILE_VARIABLE = 'VMGEN_PLAN_FILE';
const RECORDING_VARIABLE = 'VMGEN_RECORDING';
const REPORT_VARIABLE = 'VMGEN_REPLAY_REPORT';
const INSPECT_VARIABLE = 'VMGEN_REPLAY_INSPECT';

/** The outcomes that `explore()` reports, the worst first. */
const OUTCOMES: Readonly<Record<string, string>> = {
  failed: 'the exploration of the plan fails before its step',
  missing: 'the program has changed: an effect of the plan does not occur any more',
  broken: 'the plan still breaks a promise',
  kept: 'the plan breaks no promise any more',
};

/** What a file is replayed with. */
interface Replayed {
  /** The variables for the tests. */
  readonly variables: Readonly<Record<string, string>>;
  /** Describes what the tests have reported. */
  readonly reportOf: (outcomes: readonly string[], failure: readonly string[]) => CommandReport;
}

/**
 * Runs the plan or the recording of a file with the tests of a project.
 *
 * @throws UsageError if the file is neither
 */
export function runReplay({ file, inspect, program }: ReplayCommand): CommandReport {
  const { variables, reportOf } = replayedBy(file);
  const { lines, problems } = runRecorded(program, REPORT_VARIABLE, 'inherit', {
    ...variables,
    [INSPECT_VARIABLE]: inspect ? '1' : '',
  });
  return reportOf(lines, problems);
}

function replayedBy(file: string): Replayed {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = errorMessage(error);
    throw new UsageError(`${file} is not the file of a plan or a recording: ${reason}`, {
      cause: error,
    });
  }
  // The content may be larger than a variable.
  const path = resolve(file);
  if (typeof content === 'object' && content !== null) {
    if ('recording' in content) {
      return { variables: { [RECORDING_VARIABLE]: path }, reportOf: recordingReport };
    }
    if ('step' in content && 'faults' in content) {
      const variables = { [PLAN_VARIABLE]: '', [PLAN_FILE_VARIABLE]: path };
      return { variables, reportOf: planReport };
    }
  }
  throw new UsageError(
    `${file} is not the file of a plan or a recording: it has no step or no faults, and no recording`,
  );
}

function planReport(outcomes: readonly string[], failure: readonly string[]): CommandReport {
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

/** Each outcome is JSON, with a text. The error is gone if no test has found it. */
function recordingReport(outcomes: readonly string[], failure: readonly string[]): CommandReport {
  if (outcomes.length === 0) {
    const advice = 'no test has run the recording: call replayRecording(setUp) in a test';
    return { exitCode: 1, stdout: [], stderr: [...failure, advice] };
  }
  const reports = outcomes.map((line) => JSON.parse(line) as { outcome: string; text: string });
  return {
    exitCode: reports.every(({ outcome }) => outcome === 'gone') ? 0 : 1,
    stdout: reports.map(({ text }) => text),
    stderr: failure,
  };
}
