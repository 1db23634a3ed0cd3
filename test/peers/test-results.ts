export type Outcome = 'passed' | 'failed' | 'skipped';

/** The result of a test or spec. */
export interface TestResult {
  readonly outcome: Outcome;
  /** The last lines of its output. */
  readonly output: string;
}

export type TestResults = ReadonlyMap<string, TestResult>;

const OUTCOMES = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' } as const;
const LINES_OF_OUTPUT = 15;

/**
 * Reads the output of a Go test binary with `-test.v=test2json`. Tests with subtests are omitted,
 * unless they failed by themselves. A test that did not end has failed.
 */
export function readGoOutput(text: string): TestResults {
  const results = new Map<string, TestResult>();
  const outputs = new Map<string, string[]>();
  let current = '';
  for (const line of text.split('\n')) {
    const [, started, outcome, ended] =
      /\u0016(?:=== (?:RUN|CONT|NAME) +(.*)|--- (PASS|FAIL|SKIP): (.*) \([\d.]+s\))$/.exec(line) ??
      [];
    if (started !== undefined) {
      current = started;
      if (current !== '' && !outputs.has(current)) outputs.set(current, []);
    } else if (ended !== undefined) {
      const output = endOf(outputs.get(ended));
      results.set(ended, { outcome: OUTCOMES[outcome as keyof typeof OUTCOMES], output });
    } else {
      outputs.get(current)?.push(line);
    }
  }
  for (const [name, lines] of outputs) {
    if (!results.has(name)) results.set(name, { outcome: 'failed', output: endOf(lines) });
  }
  return withoutParents(results);
}

function endOf(lines: readonly string[] = []): string {
  return lines
    .filter((line) => line.trim() !== '')
    .slice(-LINES_OF_OUTPUT)
    .join('\n');
}

function withoutParents(results: TestResults): TestResults {
  const failing = [...results]
    .filter(([, { outcome }]) => outcome === 'failed')
    .map(([name]) => name);
  return new Map(
    [...results].filter(([name, { outcome }]) => {
      const start = `${name}/`;
      if (outcome === 'failed') return !failing.some((each) => each.startsWith(start));
      return ![...results.keys()].some((each) => each.startsWith(start));
    }),
  );
}

interface GinkgoSpec {
  readonly ContainerHierarchyTexts: readonly string[] | null;
  readonly LeafNodeText: string;
  readonly LeafNodeType: string;
  readonly State: string;
  readonly Failure?: { readonly Message: string };
}

const GINKGO_OUTCOMES: Readonly<Record<string, Outcome>> = {
  passed: 'passed',
  skipped: 'skipped',
  pending: 'skipped',
};

/** Reads a JSON report of Ginkgo. Set-ups of the suite count only if they failed. */
export function readGinkgoReport(text: string): TestResults {
  const reports = JSON.parse(text) as readonly {
    readonly SpecReports: readonly GinkgoSpec[] | null;
  }[];
  const results = new Map<string, TestResult>();
  for (const { SpecReports } of reports) {
    for (const spec of SpecReports ?? []) {
      const outcome = GINKGO_OUTCOMES[spec.State] ?? 'failed';
      if (spec.LeafNodeType !== 'It' && outcome !== 'failed') continue;
      const texts = [...(spec.ContainerHierarchyTexts ?? []), spec.LeafNodeText];
      const name = unused(texts.join(' ').trim() || spec.LeafNodeType, results);
      results.set(name, { outcome, output: endOf(spec.Failure?.Message.split('\n')) });
    }
  }
  return results;
}

/** Several specs may have the same text. */
function unused(name: string, taken: TestResults): string {
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name} #${number}`)) number++;
  return `${name} #${number}`;
}
