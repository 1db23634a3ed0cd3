import { CAUSES, type KnownDifference } from './known-differences.js';
import type { SuiteRun } from './run-suite.js';
import type { PeerSuite } from './suites.js';
import type { Outcome } from './test-results.js';

/** What a suite gave, by server. */
export interface Row {
  readonly suite: PeerSuite;
  readonly runs: Partial<Record<'real' | 'embedded', SuiteRun>>;
}

type DifferenceOf = (suite: PeerSuite, test: string) => KnownDifference | undefined;

export function numberOf({ results }: SuiteRun, outcome: Outcome): number {
  return [...results.values()].filter((each) => each.outcome === outcome).length;
}

/** The table of docs/testing.md, with a row for each suite. */
export function longTable(rows: readonly Row[]): string {
  const lines = rows.map(({ suite, runs: { real, embedded } }) => {
    const ratio =
      real === undefined || embedded === undefined
        ? ''
        : (real.seconds / embedded.seconds).toFixed(1);
    const cells = [real, embedded].flatMap((run) =>
      run === undefined ? ['', ''] : [String(numberOf(run, 'passed')), run.seconds.toFixed(1)],
    );
    return lineOf([suite.name, String(testsOf(real ?? embedded)), ...cells, ratio]);
  });
  return [
    lineOf([
      'suite',
      'tests',
      'real: passed',
      'real: s',
      'embedded: passed',
      'embedded: s',
      'ratio',
    ]),
    lineOf(['---', '---:', '---:', '---:', '---:', '---:', '---:']),
    ...lines,
  ].join('');
}

/** The table of README.md, with a row for each group of suites and the causes of the differences. */
export function shortTable(rows: readonly Row[], differenceOf: DifferenceOf): string {
  const groups = new Set(rows.map(({ suite }) => suite.group));
  const lines = [...groups].map((group) => {
    const suites = rows.filter(({ suite }) => suite.group === group);
    const passedOn = (server: 'real' | 'embedded'): string => {
      const runs = suites.flatMap(({ runs }) => runs[server] ?? []);
      return runs.length === 0
        ? 'not run'
        : String(sum(runs.map((run) => numberOf(run, 'passed'))));
    };
    const tests = sum(suites.map(({ runs: { real, embedded } }) => testsOf(real ?? embedded)));
    const causes = causesOf(suites, differenceOf);
    return lineOf([group, String(tests), passedOn('real'), passedOn('embedded'), causes]);
  });
  return [
    lineOf([
      'suites',
      'tests',
      'kube-apiserver: passed',
      'embedded: passed',
      'why tests fail on the embedded server',
    ]),
    lineOf(['---', '---:', '---:', '---:', '---']),
    ...lines,
  ].join('');
}

function causesOf(rows: readonly Row[], differenceOf: DifferenceOf): string {
  const numbers = new Map<string, number>();
  for (const { suite, runs } of rows) {
    for (const [test, { outcome }] of runs.embedded?.results ?? []) {
      if (outcome !== 'failed') continue;
      const cause = CAUSES[differenceOf(suite, test)?.cause ?? 'unknown'];
      numbers.set(cause, (numbers.get(cause) ?? 0) + 1);
    }
  }
  return [...numbers]
    .sort(([, a], [, b]) => b - a)
    .map(([cause, number]) => `${number} ${cause}`)
    .join(', ');
}

function testsOf(run: SuiteRun | undefined): number {
  return run === undefined ? 0 : numberOf(run, 'passed') + numberOf(run, 'failed');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}
