import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandDescription, COMMANDS, SHELLS } from './commands.js';
import { printCompletion } from './completion-command.js';
import { completedCommands } from './completion-words.js';
import { parseArguments } from './parse-arguments.js';

// The shells themselves are in test/shells/completion.test.ts.

test('completes the options of every command, which its help lists', async () => {
  const commands = new Map<string, CommandDescription>(Object.entries(COMMANDS));
  for (const { name, options } of completedCommands()) {
    const { parse, options: own } = commands.get(name) ?? {};
    assert.equal(own !== undefined, parse !== undefined || name === 'generate', name);
    if (own === undefined) continue;
    const help = await parseArguments([name, '--help']);
    assert.ok(help.kind === 'print');
    for (const option of options) {
      assert.ok(
        help.text.includes(`--${option.name.replace(/^no-/, '')} `),
        `${name} ${option.name}`,
      );
    }
  }
});

test('words and summaries contain nothing that a shell expands between single quotes', () => {
  const commands = completedCommands();
  const words = commands.flatMap(({ name, args, options }) => [
    name,
    ...[args.completed, ...options.map(({ value }) => value)].flatMap((each) => each ?? []),
    ...options.map((option) => option.name),
  ]);
  for (const word of words) assert.match(word, /^[\w:-]+$/);
  for (const { summary, options } of commands) {
    for (const text of [summary, ...options.map((option) => option.summary)]) {
      assert.match(text, /^[\w][^'"\\`\n:]*$/);
    }
  }
});

test('contains all markers and codes', () => {
  for (const shell of SHELLS) {
    const answer = printCompletion([shell]);
    assert.ok('text' in answer);
    for (const word of ['kubebuilder:validation:MaxLength', 'VMGEN4001', 'constraint-tightened']) {
      assert.ok(answer.text.includes(` ${word} `), `${word} for ${shell}`);
    }
  }
});

test('rejects another shell, and describes how a script is loaded', () => {
  const problem = 'vmgen completion takes one of bash, zsh, fish';
  for (const args of [[], ['ksh'], ['bash', 'zsh']])
    assert.deepEqual(printCompletion(args), { problem });
  const help = printCompletion(['--help']);
  assert.ok('text' in help);
  for (const shell of SHELLS) assert.ok(help.text.includes(`vmgen completion ${shell}`));
});
