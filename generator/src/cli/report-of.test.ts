import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import type { Format } from './options.js';
import { NOTHING, type Outcome } from './outcome.js';
import type { ReportSettings } from './report.js';
import { reportOf } from './report-of.js';

const located: LocatedDiagnostic = {
  severity: 'error',
  code: 'VMGEN4001',
  message: 'the name "a,b:c%0A" is 100% wrong',
  remedy: 'call it x',
  position: { file: 'apis/50%,a:b/v1/types.ts', line: 3, column: 6 },
  sourceLine: '  a: "a,b:c%0A";\u202e',
  related: [
    {
      label: 'the first is here',
      position: { file: 'apis/b.ts', line: 1, column: 3 },
      sourceLine: '  a: b;',
    },
  ],
  edits: [
    {
      position: { file: 'apis/a.ts', line: 3, column: 6 },
      end: { line: 3, column: 16 },
      offset: 20,
      length: 10,
      text: '"x"',
    },
  ],
};
const missing: LocatedDiagnostic = {
  severity: 'warning',
  code: 'VMGEN3001',
  message: 'two\r\nlines',
};

const refused: Outcome = {
  ...NOTHING,
  exitCode: 1,
  isCheck: false,
  diagnostics: [located, missing],
  unchangedCount: undefined,
};
const written: Outcome = {
  ...NOTHING,
  exitCode: 0,
  isCheck: false,
  diagnostics: [],
  written: ['out/a.ts', 'out/b.ts'],
  removed: ['out/c.ts'],
  unchangedCount: 4,
};
const stale: Outcome = {
  ...NOTHING,
  exitCode: 1,
  isCheck: true,
  diagnostics: [],
  outdated: [
    { file: 'out/a.ts', state: 'out of date' },
    { file: 'out/b.ts', state: 'missing' },
  ],
  unchangedCount: 4,
};

async function report(outcome: Outcome, format: Format, more: Partial<ReportSettings> = {}) {
  const settings = {
    format,
    quiet: false,
    verbose: false,
    isTerminal: false,
    hasColours: false,
    ...more,
  };
  const { stdout, stderr } = await reportOf(outcome, settings);
  return { stdout: stdout.join('\n'), stderr: stderr.join('\n') };
}

test('text: prints diagnostics with their lines on stderr, then the result of the run', async () => {
  assert.deepEqual(await report(refused, 'text'), {
    stdout: '',
    stderr: `apis/50%,a:b/v1/types.ts:3:6: error VMGEN4001 (no-json-form): the name "a,b:c%0A" is 100% wrong
    a: "a,b:c%0A";\\u{202e}
       ^^^^^^^^^^
  apis/b.ts:1:3: the first is here
    a: b;
    -
  call it x
warning VMGEN3001 (unknown-marker): two\\u{d}
  lines
vmgen: 2 diagnostics, nothing was written`,
  });
  assert.deepEqual(await report(stale, 'text'), {
    stdout: '',
    stderr: `out/a.ts: out of date
out/b.ts: missing
vmgen: 2 files not up to date; run the same command without --check`,
  });
});

test('text: prints the written files on stdout, only their number on a terminal, and nothing with --quiet', async () => {
  const sum = 'vmgen: 2 files written, 1 removed, 4 unchanged';
  const all = `wrote out/a.ts\nwrote out/b.ts\nremoved out/c.ts\n${sum}`;
  assert.deepEqual(await report(written, 'text'), { stdout: all, stderr: '' });
  assert.equal((await report(written, 'text', { isTerminal: true })).stdout, sum);
  assert.equal((await report(written, 'text', { quiet: true })).stdout, '');
});

test('text: prints the warnings of a successful run on stderr', async () => {
  const { stdout, stderr } = await report({ ...written, diagnostics: [missing] }, 'text');
  assert.equal(stderr, 'warning VMGEN3001 (unknown-marker): two\\u{d}\n  lines');
  assert.match(stdout, /4 unchanged$/);
});

test('json: always prints one document', async () => {
  assert.deepEqual(await report(refused, 'json', { quiet: true, hasColours: true }), {
    stderr: '',
    stdout: `{
  "diagnostics": [
    {
      "severity": "error",
      "code": "VMGEN4001",
      "name": "no-json-form",
      "message": "the name \\"a,b:c%0A\\" is 100% wrong",
      "remedy": "call it x",
      "file": "apis/50%,a:b/v1/types.ts",
      "line": 3,
      "column": 6,
      "endColumn": 16,
      "source": "  a: \\"a,b:c%0A\\";\\u202e",
      "related": [
        {
          "label": "the first is here",
          "file": "apis/b.ts",
          "line": 1,
          "column": 3,
          "endColumn": 4,
          "source": "  a: b;"
        }
      ],
      "edits": [
        {
          "file": "apis/a.ts",
          "line": 3,
          "column": 6,
          "endLine": 3,
          "endColumn": 16,
          "replacement": "\\"x\\""
        }
      ]
    },
    {
      "severity": "warning",
      "code": "VMGEN3001",
      "name": "unknown-marker",
      "message": "two\\r\\nlines"
    }
  ],
  "outdated": [],
  "written": [],
  "removed": [],
  "summary": {
    "exitCode": 1,
    "errors": 1,
    "warnings": 1,
    "outdated": 0,
    "written": 0,
    "removed": 0,
    "unchanged": 0
  }
}`,
  });
  const { stdout } = await report(stale, 'json');
  assert.deepEqual(JSON.parse(stdout), {
    diagnostics: [],
    outdated: stale.outdated,
    written: [],
    removed: [],
    summary: {
      exitCode: 1,
      errors: 0,
      warnings: 0,
      outdated: 2,
      written: 0,
      removed: 0,
      unchanged: 4,
    },
  });
});

test('github: annotations, escaped as the runner reads them', async () => {
  assert.deepEqual(await report(refused, 'github', { hasColours: true }), {
    stdout: `::error file=apis/50%25%2Ca%3Ab/v1/types.ts,line=3,col=6,endColumn=15,title=vmgen VMGEN4001 (no-json-form)::the name "a,b:c%250A" is 100%25 wrong%0Aapis/b.ts:1:3: the first is here%0Acall it x
::warning title=vmgen VMGEN3001 (unknown-marker)::two\\u{d}%0Alines`,
    stderr: 'vmgen: 2 diagnostics, nothing was written',
  });
  assert.equal(
    (await report(stale, 'github')).stdout,
    '::error file=out/a.ts,title=vmgen::out of date\n::error file=out/b.ts,title=vmgen::missing',
  );
  assert.deepEqual(await report(written, 'github'), {
    stdout: 'vmgen: 2 files written, 1 removed, 4 unchanged',
    stderr: '',
  });
  assert.equal((await report(written, 'github', { quiet: true })).stdout, '');
});

test('github: escapes workflow commands in messages', async () => {
  const message = 'x\n::set-env name=PATH::/tmp\r\n::stop-commands::y';
  const { stdout } = await report(
    { ...refused, diagnostics: [{ severity: 'error', code: 'VMGEN1001', message }] },
    'github',
  );
  assert.equal(
    stdout,
    '::error title=vmgen VMGEN1001 (syntax-error)::x%0A::set-env name=PATH::/tmp\\u{d}%0A::stop-commands::y',
  );
});
