import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { initialState, type DevState } from './dev-state.js';
import { PlainOutput } from './plain-output.js';

const STATE = initialState('site-operator', { kind: 'embedded', server: '', access: 'kubeconfig' });
const noticed = (notice: string): DevState => ({ ...STATE, notice });

/** An output whose reader accepts lines when the test asks it to. */
function output() {
  const printed: (readonly string[])[] = [];
  const accepts: ((error?: Error) => void)[] = [];
  let lost = 0;
  const lines = new PlainOutput(
    (next) => {
      printed.push(next);
      return new Promise((resolve, reject) =>
        accepts.push((error) => (error === undefined ? resolve() : reject(error))),
      );
    },
    () => (lost += 1),
  );
  const accept = (error?: Error): Promise<void> => {
    accepts.shift()?.(error);
    return turn();
  };
  return { lines, printed, accept, lost: () => lost };
}

test('prints what has changed, and each line of the log', async () => {
  const { lines, printed, accept } = output();
  lines.log('one\u001b[2J');
  await accept();
  lines.show(noticed('first'));
  await accept();
  lines.show(noticed('first'));
  lines.log('two');
  await accept();
  await accept();
  assert.deepEqual(printed[0], ['log: one\\u{1b}[2J']);
  assert.equal(printed[1]?.at(-1), 'first');
  assert.deepEqual(printed.slice(2).flat(), ['log: two']);
});

test('prints what has changed before the lines of the log that follow it', async () => {
  const { lines, printed, accept } = output();
  lines.log('first');
  lines.show(noticed('a'));
  lines.log('second\n  at more');
  lines.show(noticed('b'));
  await accept();
  assert.deepEqual(printed[1]?.slice(-4), ['a', 'log: second', 'log:   at more', 'b']);
});

test('keeps a limited number of lines for a reader that does not read', async () => {
  const { lines, printed, accept } = output();
  lines.log('first');
  for (let line = 0; line < 5_000; line++) {
    lines.show(noticed(`notice ${line}`));
    lines.log(`line ${line}`);
  }
  assert.deepEqual(printed, [['log: first']]);
  await accept();
  const next = printed[1] ?? [];
  const last = next.indexOf('log: line 999');
  assert.equal(last, next.indexOf('log: line 0') + 999);
  assert.deepEqual(next.slice(last, last + 2), [
    'log: line 999',
    'log: 4000 further lines: nobody read them in time',
  ]);
  assert.deepEqual(
    next.filter((line) => line.startsWith('notice')),
    ['notice 0', 'notice 4999'],
  );
  await accept();
  assert.equal(printed.length, 2);
});

test('reports a reader that does not exist any more', async () => {
  const { lines, accept, lost } = output();
  lines.log('first');
  await accept(new Error('EPIPE'));
  assert.equal(lost(), 1);
});
