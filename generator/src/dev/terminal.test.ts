import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { Terminal } from './terminal.js';

function terminal() {
  const input = Object.assign(new PassThrough(), {
    raw: [] as boolean[],
    setRawMode: (isRaw: boolean) => void input.raw.push(isRaw),
  });
  const output = Object.assign(new PassThrough(), { columns: 80, rows: 24 });
  const events: string[] = [];
  // As after a question on the terminal.
  input.pause();
  const opened = new Terminal({
    input,
    output,
    onKey: (key) => void events.push(key),
    onResize: () => void events.push('resized'),
    onLost: () => void events.push('lost'),
  });
  /** Returns all that was written since the last call; newer versions of Node read one part at a time. */
  const written = (): string => {
    let text = '';
    output.setEncoding('utf8');
    for (let part: string | null; (part = output.read() as string | null) !== null;) text += part;
    return text;
  };
  return { terminal: opened, input, output, events, written };
}

/** Parts of the screen, as one update. */
const update = (...parts: readonly string[]): string =>
  `\u001b[?2026h${parts.join('')}\u001b[?2026l`;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('writes only the lines that have changed', () => {
  const { terminal: screen, written } = terminal();
  assert.equal(written(), '\u001b[?1049h\u001b[?25l\u001b[2J');
  screen.draw(['one', 'two', 'three']);
  assert.equal(
    written(),
    update('\u001b[1;1Hone\u001b[K', '\u001b[2;1Htwo\u001b[K', '\u001b[3;1Hthree\u001b[K'),
  );
  screen.draw(['one', '2', 'three']);
  assert.equal(written(), update('\u001b[2;1H2\u001b[K'));
  screen.draw(['one']);
  assert.equal(written(), update('\u001b[2;1H\u001b[K', '\u001b[3;1H\u001b[K'));
  screen.draw(['one']);
  assert.equal(written(), '');
});

test('draws on the terminal while output of config code is redirected', () => {
  const { terminal: screen, output, written } = terminal();
  written();
  output.write = () => assert.fail('redirected');
  screen.draw(['one']);
  assert.equal(written(), update('\u001b[1;1Hone\u001b[K'));
});

test('draws the whole screen after a change of the size', () => {
  const { terminal: screen, output, events, written } = terminal();
  screen.draw(['one']);
  written();
  output.emit('resize');
  assert.deepEqual(events, ['resized']);
  screen.draw(['one']);
  assert.equal(written(), `\u001b[2J${update('\u001b[1;1Hone\u001b[K')}`);
});

test('passes keys on, also after a question, and no sequences', async () => {
  const { input, events } = terminal();
  for (const data of ['a', '\u001b[A', '\u001b[1;5u', 'lx', '\u0003']) {
    input.write(data);
    await turn();
  }
  assert.deepEqual(events, ['a', 'l', 'x', '\u0003']);
});

test('restores the terminal once, and writes nothing afterwards', () => {
  const { terminal: screen, input, written } = terminal();
  written();
  screen.close();
  screen.close();
  screen.draw(['one']);
  assert.equal(written(), '\u001b[?25h\u001b[?1049l');
  assert.deepEqual(input.raw, [false, true, false]);
});

test('restores the terminal for a stop, and draws the whole screen after it', () => {
  const { terminal: screen, input, written } = terminal();
  screen.draw(['one']);
  written();
  screen.leave();
  assert.equal(written(), '\u001b[?25h\u001b[?1049l');
  assert.equal(input.raw.at(-1), false);
  screen.enter();
  screen.draw(['one']);
  assert.equal(written(), `\u001b[?1049h\u001b[?25l\u001b[2J${update('\u001b[1;1Hone\u001b[K')}`);
  // A shell has set the mode in between.
  assert.deepEqual(input.raw.slice(-2), [false, true]);
});

test('writes nothing while a shell has the terminal', () => {
  const { terminal: screen, output, events, written } = terminal();
  screen.leave();
  written();
  screen.draw(['one']);
  output.emit('resize');
  screen.leave();
  screen.close();
  assert.equal(written(), '');
  assert.deepEqual(events, []);
});

test('reports a terminal that does not exist any more', async () => {
  const ended = terminal();
  ended.input.end();
  await turn();
  assert.deepEqual(ended.events, ['lost']);
  const broken = terminal();
  broken.output.emit('error', new Error('EIO'));
  assert.deepEqual(broken.events, ['lost']);
});
