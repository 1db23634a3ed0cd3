import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLogLine } from './log-lines.js';
import { singleFlight } from './single-flight.js';
import { createTscReader, isProgramBroken } from './tsc-output.js';

test('reads the compilations of tsc', () => {
  const read = createTscReader();
  const error = "src/main.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.";
  const lines = [
    '7:55:54 AM - Starting compilation in watch mode...',
    error,
    "  Types of property 'a' are incompatible.",
    '7:55:59 AM - Found 1 error. Watching for file changes.',
    '7:56:00 AM - File change detected. Starting incremental compilation...',
    '7:56:01 AM - Found 0 errors. Watching for file changes.',
  ];
  const states = lines.map(read);
  assert.deepEqual(
    states.map(({ phase, errors }) => `${phase} ${errors.length}`),
    ['compiling 0', 'compiling 0', 'compiling 0', 'done 2', 'compiling 2', 'done 0'],
  );
  assert.deepEqual(states[3]?.errors, [error, "  Types of property 'a' are incompatible."]);
});

test('errors of tests alone do not break the program', () => {
  const at = (file: string): string => `${file}(1,7): error TS2322: a.test.ts(1,1): is wrong.`;
  for (const file of ['src/a.test.ts', 'src/(b) c.test.mts', 'generated/testing/fake.ts'])
    assert.equal(isProgramBroken([at(file), '  more']), false, file);
  for (const file of ['src/main.ts', 'src/test.ts', 'src/testing.ts', 'src/a.test.helper.ts'])
    assert.equal(isProgramBroken([at('src/a.test.ts'), at(file)]), true, file);
  assert.equal(isProgramBroken(["error TS5083: Cannot read file 'a.test.ts'."]), true);
});

test('lines that options of tsc print are no errors', () => {
  const read = createTscReader();
  read('7:55:54 AM - Starting compilation in watch mode...');
  read('TSFILE: /project/dist/src/main.js');
  assert.deepEqual(read('7:55:59 AM - Found 0 errors. Watching for file changes.').errors, []);
});

test('an error that quotes a report of tsc is an error', () => {
  const read = createTscReader();
  read('7:55:54 AM - Starting compilation in watch mode...');
  const quoted = `src/a.ts(1,1): error TS1: '7:55:59 AM - Found 0 errors. Watching'`;
  assert.equal(read(quoted).phase, 'compiling');
  assert.deepEqual(read('7:55:59 AM - Found 1 error. Watching for file changes.').errors, [quoted]);
});

test('reads the lines of the log, and the port of the pages', () => {
  const line = JSON.stringify({
    ts: '2026-11-29T08:04:44.000Z',
    level: 'info',
    msg: 'serving probes and metrics',
    host: '127.0.0.1',
    port: 46819,
  });
  assert.deepEqual(readLogLine(line), {
    text: '08:04:44 info serving probes and metrics host=127.0.0.1 port=46819',
    port: 46819,
  });
  for (const port of [0, -1, 1.5, 65_536, '80', null]) {
    const invalid = JSON.stringify({ msg: 'serving probes and metrics', port });
    assert.equal(readLogLine(invalid).port, undefined);
  }
  const other = JSON.stringify({ ts: 1, level: 'info', msg: 'open', port: 5432, tags: ['a'] });
  assert.deepEqual(readLogLine(other), { text: 'info open port=5432 tags=["a"]', port: undefined });
  for (const text of ['hello', '{"no": "message"}', '{broken', '']) {
    assert.deepEqual(readLogLine(text), { text, port: undefined });
  }
});

test('requests during a run cause one further run', async () => {
  let runs = 0;
  const ends: (() => void)[] = [];
  const run = singleFlight(() => {
    runs++;
    return new Promise((resolve) => ends.push(resolve));
  });
  const first = run();
  void run();
  void run();
  assert.equal(runs, 1);
  ends[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(runs, 2);
  ends[1]?.();
  await first;
  void run();
  assert.equal(runs, 3);
});

test('work that has failed runs again', async () => {
  let runs = 0;
  const run = singleFlight(async () => {
    runs++;
    if (runs === 1) throw new Error('no answer');
  });
  await assert.rejects(run(), /no answer/);
  await run();
  assert.equal(runs, 2);
});
