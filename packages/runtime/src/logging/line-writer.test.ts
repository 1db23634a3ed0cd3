import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { createLogger } from './create-logger.js';

const now = (): Date => new Date('2026-01-02T15:04:05.678Z');

/** A stream that the test can block and break. */
class TestStream extends Writable {
  readonly lines: string[] = [];
  failure: Error | undefined;
  #release: (() => void) | undefined;
  isBlocked = false;

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    if (this.failure === undefined) this.lines.push(chunk.toString());
    if (this.isBlocked) this.#release = () => done();
    else done(this.failure);
  }

  /** Behaves as Node's standard streams: an error does not end it. */
  override _destroy(_error: Error | null, done: (error?: Error | null) => void): void {
    done();
  }

  unblock(): void {
    this.isBlocked = false;
    this.#release?.();
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('does not wait for a blocked stream, and reports the lost lines when it continues', async () => {
  const stream = new TestStream();
  const logger = createLogger({ now, stream });
  stream.isBlocked = true;
  const filler = 'x'.repeat(1000);
  for (let i = 0; i < 5000; i++) logger.info('line', { i, filler });
  assert.ok(stream.writableLength < 1.1 * 1024 * 1024);
  stream.unblock();
  await turn();
  assert.equal(stream.writableLength, 0);
  logger.info('after');
  await turn();
  const [reported, after] = stream.lines.slice(-2);
  const lost = 5000 - (stream.lines.length - 2);
  assert.ok(lost > 3000);
  assert.equal(reported, `W0102 15:04:05.678 "log lines were lost" lines=${lost}\n`);
  assert.match(after ?? '', /"after"/);
});

test('loses only lines if a stream has ended, is destroyed or throws', async () => {
  const ended = new TestStream();
  ended.end();
  const destroyed = new TestStream().destroy();
  const throwing = new TestStream();
  throwing.write = () => {
    throw new Error('ENOSPC');
  };
  for (const stream of [ended, destroyed, throwing]) {
    const logger = createLogger({ now, stream });
    logger.info('one');
    logger.with({ a: 1 }).error('two');
    await turn();
  }
});

test('reports the lines that a function could not write before the next line', async () => {
  const lines: string[] = [];
  let fail: (() => unknown) | undefined;
  const write = (line: string): unknown => fail?.() ?? void lines.push(line);
  const logger = createLogger({ now, write });
  fail = () => {
    throw new Error('disk full');
  };
  logger.info('lost');
  logger.info('lost');
  fail = () => Promise.reject(new Error('disk full'));
  logger.info('lost');
  await turn();
  fail = undefined;
  logger.info('kept');
  logger.info('kept');
  assert.deepEqual(lines, [
    'W0102 15:04:05.678 "log lines were lost" lines=3\n',
    'I0102 15:04:05.678 "kept"\n',
    'I0102 15:04:05.678 "kept"\n',
  ]);
});

test('counts an entry that cannot be printed as one lost line', () => {
  const lines: string[] = [];
  let time = new Date(NaN);
  const logger = createLogger({ now: () => time, write: (line) => lines.push(line) });
  logger.info('when?');
  time = now();
  logger.info('then');
  assert.match(lines[0] ?? '', /"log lines were lost" lines=1/);
  assert.equal(lines.length, 2);
});

/**
 * Starts a process that logs a lot to standard error, and then reports its state on standard
 * output.
 */
function startLogging(stderr: 'pipe' | number): ChildProcess {
  const script = `
    const { createLogger } = await import(${JSON.stringify(new URL('create-logger.js', import.meta.url))});
    const logger = createLogger();
    for (let i = 0; i < 100; i++) {
      for (let j = 0; j < 100; j++) logger.info('line', { filler: 'x'.repeat(1000) });
      await new Promise((resolve) => setImmediate(resolve));
    }
    console.log(process.stderr.writableLength < 2 * 1024 * 1024);
    setTimeout(() => process.exit(0), 10);`;
  const args = ['--input-type=module', '-e', script];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', stderr] });
}

async function endOf(child: ChildProcess): Promise<{ code: unknown; reported: string }> {
  let reported = '';
  child.stdout?.on('data', (chunk: Buffer) => (reported += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, reported };
}

test('a process continues after its standard error is closed', async () => {
  const child = startLogging('pipe');
  child.stderr?.destroy();
  assert.deepEqual(await endOf(child), { code: 0, reported: 'true\n' });
});

test('a process whose standard error is not read continues without memory growth', async () => {
  const child = startLogging('pipe');
  child.stderr?.pause();
  child.once('exit', () => child.stderr?.destroy());
  assert.deepEqual(await endOf(child), { code: 0, reported: 'true\n' });
});

const FULL = '/dev/full';

test('a process continues when its log is on a full disk', async (t) => {
  if (!existsSync(FULL)) {
    t.skip(`no ${FULL} here`);
    return;
  }
  const child = startLogging(openSync(FULL, 'w'));
  assert.deepEqual(await endOf(child), { code: 0, reported: 'true\n' });
});
