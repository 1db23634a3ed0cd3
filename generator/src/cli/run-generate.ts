import { join } from 'node:path';
import { ObservedDisk } from '../disk/observed-disk.js';
import { recordRun } from './run-record.js';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import { locateDiagnostics } from '../syntax/locate-diagnostics.js';
import type { Compiler, CompileSettings } from '../compile.js';
import { generateObserved, type GenerateResult } from '../generate.js';
import type { OutputDiagnostic } from '../write/output-folder.js';
import type { GenerateCommand } from './options.js';
import { NOTHING, type Outcome, type Outdated } from './outcome.js';

/**
 * Generates, and saves a record if the output is up to date afterwards.
 *
 * @param ownFiles the files of this vmgen; replacing them makes it a different version
 * @param disk where the run reads; defaults to a new one
 * @param compilerOf returns a compiler with these settings; defaults to a new one
 */
export async function run(
  { options, emitters }: GenerateCommand,
  ownFiles: readonly string[],
  disk = new ObservedDisk(),
  compilerOf?: (settings: CompileSettings) => Compiler,
): Promise<Outcome> {
  const result = generateObserved(options, emitters, disk, compilerOf);
  const outcome = outcomeOf(result, options.check);
  const { exitCode, diagnostics, written, unchangedCount = 0 } = outcome;
  // The files that custom emitters read and load are unknown.
  if (exitCode === 0 && result.plan && emitters.length === 0) {
    const summary = { diagnostics, fileCount: unchangedCount + written.length };
    recordRun(options, disk, result.plan.answers, summary, ownFiles);
  }
  return outcome;
}

function outcomeOf({ plan, diagnostics, sources }: GenerateResult, isCheck: boolean): Outcome {
  const located = locateDiagnostics(diagnostics, sources);
  if (!plan || plan.diagnostics.length > 0) {
    const outputDiagnostics = (plan?.diagnostics ?? []).map((each) =>
      locatedInOutput(each, plan?.out ?? ''),
    );
    const all = [...located, ...outputDiagnostics];
    return { ...NOTHING, exitCode: 1, isCheck, diagnostics: all, unchangedCount: undefined };
  }
  const shown = (path: string): string => join(plan.out, path);
  const base = { ...NOTHING, isCheck, diagnostics: located, unchangedCount: plan.unchangedCount };
  const changed = plan.changed.map(({ path }) => shown(path));
  const recoded = new Set([...plan.recoded].map(shown));
  const created = plan.created.map(({ path }) => shown(path));
  const stale = plan.stale.map(shown);
  if (!isCheck) return { ...base, exitCode: 0, written: [...created, ...changed], removed: stale };
  const outdated: Outdated[] = [
    ...created.map((file) => ({ file, state: 'missing' }) as const),
    ...changed.map((file): Outdated => ({
      file,
      state: recoded.has(file) ? 'other line ends' : 'out of date',
    })),
    ...stale.map((file) => ({ file, state: 'no longer generated' }) as const),
  ];
  return { ...base, exitCode: outdated.length === 0 ? 0 : 1, outdated };
}

function locatedInOutput({ path, ...rest }: OutputDiagnostic, out: string): LocatedDiagnostic {
  const { code, problem, remedy } = rest;
  return { severity: 'error', code, message: `${join(out, path)} ${problem}`, remedy };
}
