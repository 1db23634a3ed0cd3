import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '@vmgen/fixtures/assert-linear';
import { initialState, type DevState } from './dev-state.js';
import { readLogLine } from './log-lines.js';
import { plainLines } from './plain-output.js';
import { screenLines } from './screen-lines.js';

const START = initialState('site-operator', {
  kind: 'embedded',
  server: '',
  access: 'kubeconfig',
});

/** A project with a failing object. */
const RUNNING: DevState = {
  ...START,
  cluster: { ...START.cluster, phase: 'connected', server: 'https://127.0.0.1:6443' },
  compiler: { phase: 'done', written: 3, diagnostics: [] },
  tsc: { child: { phase: 'running', pid: 1 }, output: { phase: 'done', errors: [] } },
  crds: {
    phase: 'installed',
    count: 1,
    changes: [
      { class: 'safe', text: 'sites v1 spec.more: was added', reason: 'Objects do not change.' },
      { class: 'breaking', text: 'sites v1 spec.old: was removed', reason: 'It is dropped.' },
    ],
    problem: undefined,
  },
  operator: {
    child: { phase: 'running', pid: 2 },
    waitsFor: undefined,
    unreadable: [],
    port: 8080,
    isReady: true,
    readyMs: 420,
    figures: {
      role: 'leader',
      controllers: [{ name: 'sites', reconciles: 12, failures: 3, queued: 1, failing: 1 }],
      objects: [{ controller: 'sites', key: 'default/shop', error: 'no such image' }],
      others: ['retries after failures: sites 0.4/s'],
    },
  },
  samples: { files: 1, phase: 'changed', problems: [], unreadable: [] },
  log: ['first', 'second', 'third'],
};

const screen = (state: DevState, rows = 20, columns = 90): string[] =>
  screenLines(state, { columns, rows, hasColours: false });

test('the screen of a project that runs', () => {
  assert.deepEqual(screen(RUNNING), [
    'site-operator  vmgen dev',
    '',
    'server    connected    https://127.0.0.1:6443  KUBECONFIG=kubeconfig',
    'compiler  up to date   3 files written',
    'tsc       no errors',
    'crds      1 installed  1 breaking, 1 safe change; d shows',
    'operator  ready        after 420 ms  http://127.0.0.1:8080/status',
    'samples   changed      1 file, a applies',
    '',
    'controller  reconciles      errors      queued     failing',
    'sites               12           3           1           1',
    'role: leader',
    'retries after failures: sites 0.4/s',
    '',
    'sites default/shop: no such image',
    ...Array.from({ length: 3 }, () => ''),
    '',
    '[a] apply samples  [r] restart  [l] log  [d] diff  [x] delete samples  [?] help  [q] quit',
  ]);
});

test('the screen of a project that waits for corrections', () => {
  const state: DevState = {
    ...START,
    cluster: { ...START.cluster, phase: 'lost', problem: 'connection refused' },
    compiler: { phase: 'failed', written: 0, diagnostics: ['a.ts:1:1: error\n  a line'] },
    tsc: {
      child: {
        phase: 'crashed',
        exit: { code: 2, reason: null },
        lastLines: ['out of memory'],
        delayMs: 4_000,
      },
      output: { phase: 'starting', errors: [] },
    },
    crds: { ...RUNNING.crds, phase: 'waiting' },
    operator: {
      ...START.operator,
      child: {
        phase: 'crashed',
        exit: { code: null, reason: 'SIGKILL' },
        lastLines: [],
        delayMs: 4_000,
      },
      waitsFor: 'a correction of the types',
    },
    webhooks: 'served',
    notice: 'a notice',
  };
  assert.deepEqual(screen(state, 22), [
    'site-operator  vmgen dev',
    '',
    'server    lost',
    'compiler  failed       1 diagnostic',
    'tsc       crashed      exit code 2',
    'crds      not updated  1 breaking, 1 safe change; d shows, u updates',
    'operator  crashed      SIGKILL  next: a correction of the types',
    'webhooks  served',
    'samples   not applied  0 files',
    '',
    'cluster: connection refused',
    'a.ts:1:1: error',
    '  a line',
    'tsc: exit code 2; its last lines:',
    '  out of memory',
    'breaking: sites v1 spec.old: was removed',
    '  It is dropped.',
    'operator: SIGKILL',
    '',
    '',
    'a notice',
    '[a] apply samples  [r] restart  [l] log  [d] diff  [x] delete samples  [?] help  [q] quit',
  ]);
});

test('the pages of the screen', () => {
  const body = (page: DevState['page'], rows: number): string[] =>
    screen({ ...RUNNING, page }, rows).slice(9, -2);
  assert.deepEqual(body('log', 13), ['second', 'third']);
  assert.deepEqual(body('log', 15), ['first', 'second', 'third', '']);
  const line = JSON.stringify({ level: 'error', msg: 'failed', stack: 'TypeError: x\n    at run' });
  const log = [readLogLine(line).text];
  assert.deepEqual(screen({ ...RUNNING, page: 'log', log }, 14).slice(9, -2), [
    'error failed stack=TypeError: x',
    '    at run',
    '',
  ]);
  assert.deepEqual(body('diff', 15), [
    'safe: sites v1 spec.more: was added',
    '  Objects do not change.',
    'breaking: sites v1 spec.old: was removed',
    '  It is dropped.',
  ]);
  assert.deepEqual(body('diff', 13), ['safe: sites v1 spec.more: was added', '... 3 more lines']);
  assert.match(body('help', 30).join('\n'), /^x {2}delete the objects.*^q {2}end all/ms);
});

test('no line is wider, and there are no more lines, than the terminal has', () => {
  for (const columns of [0, 1, 9, 10, 11, 23, 40, 90]) {
    for (const rows of [1, 2, 8, 11, 12, 40]) {
      const lines = screen({ ...RUNNING, notice: '\u6f22'.repeat(99) }, rows, columns);
      assert.equal(lines.length, rows);
      for (const line of lines) {
        const cells = Array.from(line).reduce((sum, each) => sum + (each === '\u6f22' ? 2 : 1), 0);
        assert.ok(cells <= columns, `${columns} ${line}`);
      }
    }
  }
});

test('names, messages and logs of others write no control characters', () => {
  const hostile = 'a\u001b[2Jb\u0007\u009b\u202e\r';
  const state: DevState = {
    ...RUNNING,
    name: hostile,
    cluster: { ...RUNNING.cluster, server: hostile, problem: hostile },
    compiler: { phase: 'failed', written: 0, diagnostics: [hostile] },
    tsc: { ...RUNNING.tsc, output: { phase: 'done', errors: [hostile] } },
    crds: {
      ...RUNNING.crds,
      problem: hostile,
      changes: [{ class: 'breaking', text: hostile, reason: hostile }],
    },
    operator: {
      ...RUNNING.operator,
      unreadable: [hostile],
      figures: {
        role: hostile,
        controllers: [{ name: hostile, reconciles: 1, failures: 0, queued: 0, failing: 0 }],
        objects: [{ controller: hostile, key: hostile, error: hostile }],
        others: [hostile],
      },
    },
    samples: { files: 1, phase: 'changed', problems: [hostile], unreadable: [hostile] },
    log: [hostile],
    notice: hostile,
  };
  const pages = (['overview', 'log', 'diff'] as const).map((page) =>
    screenLines({ ...state, page }, { columns: 200, rows: 60, hasColours: true }).join('\n'),
  );
  const text = [...pages, ...plainLines(undefined, state)].join('\n');
  assert.equal(text.split('b\\u{7}\\u{9b}\\u{202e}').length > 12, true);
  assert.doesNotMatch(text.replaceAll(/\u001b\[\d+m/g, ''), /[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
});

test('files that cannot be read, and what the start after a crash waits for, are shown', () => {
  const state: DevState = {
    ...RUNNING,
    operator: {
      ...RUNNING.operator,
      child: { phase: 'crashed', exit: { code: 7, reason: null }, lastLines: [], delayMs: 4_000 },
      waitsFor: 'a correction of the code',
      unreadable: ['dist/a.js cannot be read: permission denied'],
    },
    samples: { ...RUNNING.samples, unreadable: ['samples/b.yaml cannot be read: EIO'] },
  };
  const lines = plainLines(RUNNING, state);
  assert.deepEqual(lines, [
    'operator: crashed, exit code 7  next: a correction of the code',
    'dist/a.js cannot be read: permission denied',
    'operator: exit code 7',
    'samples/b.yaml cannot be read: EIO',
  ]);
});

test('the delay after a crash is shown, and what a running operator waits for has place', () => {
  const exit = { code: 7, reason: null };
  const child = { phase: 'crashed', exit, lastLines: [], delayMs: 4_000 } as const;
  const crashed = { ...RUNNING, operator: { ...RUNNING.operator, child, waitsFor: undefined } };
  assert.equal(
    plainLines(RUNNING, crashed)[0],
    'operator: crashed, exit code 7  starts again after 4 s',
  );
  const waitsFor = 'a correction of the types or the config';
  const waiting = { ...RUNNING, operator: { ...RUNNING.operator, port: 40_000, waitsFor } };
  const size = { columns: 100, rows: 30, hasColours: false };
  assert.ok(screenLines(waiting, size).some((line) => line.endsWith(`next: ${waitsFor}`)));
});

test('messages and logs take time proportional to their length', () => {
  assertLinear(10_000, 20, (length) => {
    const log = Array.from({ length: 300 }, () => 'x'.repeat(length));
    const state = {
      ...RUNNING,
      log,
      tsc: { ...RUNNING.tsc, output: { phase: 'done', errors: [log.slice(0, 30).join('')] } },
    } as const;
    return () => {
      for (const page of ['log', 'overview'] as const) {
        const full = screen({ ...state, page }, 30).filter((line) => /^x{90}$/.test(line));
        assert.ok(full.length > 5);
      }
    };
  });
});

test('lines report what has changed, once', () => {
  assert.deepEqual(plainLines(undefined, START), [
    'server: starting',
    'compiler: starting',
    'tsc: starting',
    'crds: not installed',
    'operator: waiting, for the first build',
    'samples: not applied, 0 files',
  ]);
  assert.deepEqual(plainLines(START, RUNNING), [
    'server: connected, https://127.0.0.1:6443  KUBECONFIG=kubeconfig',
    'compiler: up to date, 3 files written',
    'tsc: no errors',
    'crds: 1 installed, 1 breaking, 1 safe change',
    'operator: ready, after 420 ms  http://127.0.0.1:8080/status',
    'samples: changed, 1 file, to apply: kubectl --kubeconfig=kubeconfig apply -f samples',
    'sites default/shop: no such image',
  ]);
  assert.deepEqual(plainLines(RUNNING, RUNNING), []);
  const waiting: DevState = { ...RUNNING, crds: { ...RUNNING.crds, phase: 'waiting' } };
  assert.equal(
    plainLines(RUNNING, waiting)[0],
    'crds: not updated, 1 breaking, 1 safe change; on a terminal, the key u updates them',
  );
});
