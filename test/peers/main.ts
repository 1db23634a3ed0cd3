// Runs the test suites of other projects on the embedded server, and on kube-apiserver with etcd.
// docs/testing.md describes it. Run it by `npm run test:peers`.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inRepository } from '../support/repository.js';
import { summarize } from '../support/summarize.js';
import { KNOWN_DIFFERENCES, type KnownDifference } from './known-differences.js';
import { runSuite, type SuiteRun } from './run-suite.js';
import { PEER_SUITES, type PeerSuite } from './suites.js';
import { longTable, numberOf, shortTable, type Row } from './tables.js';
import { realAssets, Workspace } from './workspace.js';

const USAGE = `usage: npm run test:peers -- [--suite PART]... [--test PATTERN] [--server embedded|real]
                                      [--fixed] [--markdown FILE]

  --suite PART      only suites whose names contain PART
  --test PATTERN    only test functions whose names match this regular expression; not for Ginkgo
  --server NAME     only this server; both by default
  --fixed           the suites of .ci/run, on the embedded server
  --markdown FILE   also write the tables of docs/testing.md and README.md`;

const { values } = parseArgs({
  options: {
    suite: { type: 'string', multiple: true, default: [] },
    test: { type: 'string' },
    server: { type: 'string' },
    fixed: { type: 'boolean', default: false },
    markdown: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const SERVERS = ['real', 'embedded'] as const;
type Server = (typeof SERVERS)[number];

process.exitCode = await main();

async function main(): Promise<number> {
  const servers = SERVERS.filter((each) =>
    values.fixed ? each === 'embedded' : values.server === undefined || each === values.server,
  );
  const suites = PEER_SUITES.filter(
    ({ name, isFixed }) =>
      (!values.fixed || isFixed) &&
      (values.suite.length === 0 || values.suite.some((part) => name.includes(part))),
  );
  if (values.help || servers.length === 0 || suites.length === 0) {
    console.error(USAGE);
    return values.help ? 0 : 2;
  }
  if (spawnSync('go', ['version']).status !== 0) {
    console.log(
      `skipped: peers: go is not installed\n0 passed, 0 failed, ${suites.length} skipped`,
    );
    summarize('peers', {
      passed: 0,
      failed: 0,
      skipped: suites.length,
      startMs: performance.now(),
      why: 'no go',
    });
    return 0;
  }
  const started = performance.now();
  const scratch = mkdtempSync(path.join(tmpdir(), 'vmgen-peers-assets-'));
  try {
    const rows = await runAll(suites, servers, scratch);
    return report(rows, started);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function runAll(
  suites: readonly PeerSuite[],
  servers: readonly Server[],
  scratch: string,
): Promise<Row[]> {
  const assets = Object.fromEntries(servers.map((each) => [each, assetsOf(each, scratch)]));
  const workspace = new Workspace();
  const rows: Row[] = [];
  for (const suite of suites) {
    const compiled = workspace.compile(suite);
    const runs: Partial<Record<Server, SuiteRun>> = {};
    for (const server of servers) {
      const isReal = server === 'real';
      const run = await runSuite(suite, compiled, {
        isReal,
        wanted: new RegExp(values.test ?? ''),
        assets: assets[server] ?? '',
        mayFail: (test) => differenceOf(suite, test) !== undefined,
        testTimeoutMs: (suite.testTimeoutMs ?? 60_000) * (isReal ? 2 : 1),
      });
      runs[server] = run;
      console.log(`${suite.name}: ${server}: ${counted(run)}`);
      for (const [name, { outcome }] of run.results) {
        if (outcome === 'failed' && (isReal || differenceOf(suite, name) === undefined))
          console.log(`  ✖ ${name}`);
      }
      for (const name of run.repeated) console.log(`  passed when it was repeated: ${name}`);
    }
    rows.push({ suite, runs });
  }
  return rows;
}

function assetsOf(server: Server, scratch: string): string {
  if (server === 'real') return realAssets();
  const folder = path.join(scratch, 'embedded');
  const command = inRepository('packages/apiserver/bin/vmgen-apiserver.js');
  execFileSync(process.execPath, [command, '--write-assets', folder]);
  return folder;
}

function differenceOf({ name }: PeerSuite, test: string): KnownDifference | undefined {
  return KNOWN_DIFFERENCES.find(({ suite, tests }) => suite === name && tests.test(test));
}

function counted(run: SuiteRun): string {
  const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map((each) =>
    numberOf(run, each),
  );
  return `${passed} passed, ${failed} failed, ${skipped} skipped in ${run.seconds.toFixed(1)} s`;
}

/** Prints the table and the differences. Returns the exit code. */
function report(rows: readonly Row[], startMs: number): number {
  const failures: string[] = [];
  const known: string[] = [];
  let passed = 0;
  let skipped = 0;
  for (const { suite, runs } of rows) {
    const run = runs.embedded;
    if (run === undefined) continue;
    passed += numberOf(run, 'passed');
    skipped += numberOf(run, 'skipped');
    for (const [test, { outcome, output }] of run.results) {
      if (outcome !== 'failed') continue;
      const listed = differenceOf(suite, test);
      const real = runs.real?.results.get(test)?.outcome;
      const title = `${suite.name}: ${test}${real === undefined ? '' : ` (real: ${real})`}`;
      if (listed === undefined) failures.push(`✖ ${title}\n${output.replaceAll(/^/gm, '    ')}`);
      else known.push(`${title}: ${listed.reason}`);
    }
    failures.push(...wrongCounts(suite, run));
  }
  const table = `${longTable(rows)}\n${shortTable(rows, differenceOf)}`;
  for (const line of known) console.log(`known difference: ${line}`);
  for (const failure of failures) console.log(failure);
  console.log(
    `\n${table}\npeers: ${rows.length} suites in ${((performance.now() - startMs) / 1000).toFixed(1)} s`,
  );
  console.log(`${passed} passed, ${failures.length} failed, ${skipped + known.length} skipped`);
  if (values.markdown !== undefined) writeFileSync(values.markdown, table);
  const why = known.length === 0 ? '' : `${known.length} known differences`;
  summarize('peers', {
    passed,
    failed: failures.length,
    failures,
    skipped: skipped + known.length,
    startMs,
    why,
  });
  return failures.length > 0 || (passed === 0 && values.server !== 'real') ? 1 : 0;
}

/** The entries of the list that match another number of failing tests than they state. */
function wrongCounts(suite: PeerSuite, { results }: SuiteRun): string[] {
  if (values.test !== undefined) return [];
  const failed = [...results].filter(([, { outcome }]) => outcome === 'failed');
  return KNOWN_DIFFERENCES.filter((each) => each.suite === suite.name).flatMap((each) => {
    const found = failed.filter(([test]) => differenceOf(suite, test) === each).length;
    const title = `${suite.name}: ${String(each.tests)}`;
    return found === each.count
      ? []
      : [`✖ ${title}: ${found} tests fail, but known-differences.ts states ${each.count}`];
  });
}
