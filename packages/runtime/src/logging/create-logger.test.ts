import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger, type LoggerOptions } from './create-logger.js';
import type { Logger } from './logger.js';

function recordingLogger(options: LoggerOptions = {}): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const now = (): Date => new Date('2026-01-02T15:04:05.678Z');
  const write = (line: string): void => void lines.push(line);
  return { logger: createLogger({ now, write, ...options }), lines };
}

test('writes text lines in the format of klog', () => {
  const { logger, lines } = recordingLogger();
  logger.with({ vm: 'ns/a' }).info('VM reconciled', { tries: 3, ok: true, skipped: undefined });
  logger.error('failed', { error: new Error('outer', { cause: new Error('inner') }) });
  logger.warn('odd', { list: [1, { a: 'b' }], big: 5n, none: null });
  assert.deepEqual(lines, [
    'I0102 15:04:05.678 "VM reconciled" vm="ns/a" tries=3 ok=true\n',
    'E0102 15:04:05.678 "failed" error="outer: inner"\n',
    'W0102 15:04:05.678 "odd" list=[1,{"a":"b"}] big="5" none=null\n',
  ]);
});

test('omits a cause that the message already contains', () => {
  const { logger, lines } = recordingLogger();
  const cause = new Error('no such file');
  logger.error('failed', { error: new Error('cannot read /k: no such file', { cause }) });
  assert.deepEqual(lines, ['E0102 15:04:05.678 "failed" error="cannot read /k: no such file"\n']);
});

test('writes each JSON line as one object, whatever the names of its fields', () => {
  const { logger, lines } = recordingLogger({ format: 'json' });
  logger.info('hello', { msg: 'other', error: new Error('boom') });
  assert.deepEqual(JSON.parse(lines[0] ?? ''), {
    ts: '2026-01-02T15:04:05.678Z',
    level: 'info',
    msg: 'hello',
    'field.msg': 'other',
    error: 'boom',
  });
});

test('escapes content that would break out of its line', () => {
  const nasty = 'a\r\nb\u001b[31m\u0085\u2028\u2029\u202e\u007f\u0000';
  for (const format of ['text', 'json'] as const) {
    const { logger, lines } = recordingLogger({ format });
    logger.info(nasty, { value: nasty, list: [nasty], [nasty]: 1, error: new Error(nasty) });
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /^[\x20-\x7e]+\n$/);
  }
});

test('writes the stack of a programming error, and of no other error', () => {
  const { logger, lines } = recordingLogger({ format: 'json' });
  logger.error('failed', { error: new TypeError('x is not a function') });
  logger.error('failed', { error: new Error('no such image') });
  logger.error('failed', { error: new TypeError('fetch failed', { cause: new Error('refused') }) });
  logger.warn('failed', { error: new RangeError('x'.repeat(10_000)) });
  logger.error('failed', { error: new TypeError('x'), stack: 'own' });
  const [wrong, other, report, long, own] = lines.map((line) =>
    String((JSON.parse(line) as { stack?: string }).stack),
  );
  assert.match(
    wrong ?? '',
    /^TypeError: x is not a function\n {4}at .*create-logger\.test\.js:\d+/,
  );
  assert.deepEqual([other, report, own], ['undefined', 'undefined', 'own']);
  assert.match(long ?? '', /^x{1000}[^]*\n {4}at /);
  assert.equal(long?.length, 4_096);
});

test('reads the verbosity for each line if it is a function', () => {
  let verbosity = 1;
  const { logger, lines } = recordingLogger({ verbosity: () => verbosity });
  logger.verbose(2, 'before');
  verbosity = 2;
  logger.with({ a: 1 }).verbose(2, 'after');
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /after/);
});

test('writes verbose lines up to the verbosity', () => {
  const { logger, lines } = recordingLogger({ verbosity: 2 });
  logger.verbose(2, 'shown');
  logger.with({ a: 1 }).verbose(3, 'hidden');
  assert.equal(lines.length, 1);
});

test('writes a line even if a value cannot be printed', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  for (const format of ['text', 'json'] as const) {
    const { logger, lines } = recordingLogger({ format });
    logger.info('kept', { circular, fn: () => 1, symbol: Symbol('s') });
    assert.match(lines[0] ?? '', /unprintable|kept/);
  }
});
