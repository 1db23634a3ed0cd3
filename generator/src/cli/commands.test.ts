import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type CommandDescription, COMMANDS } from './commands.js';
import { GENERATORS } from '../settings/generated-file.js';
import { parseArguments } from './parse-arguments.js';

async function printed(...args: string[]): Promise<string> {
  const command = await parseArguments(args);
  assert.equal(command.kind, 'print');
  return command.text;
}

test('the help lists all commands, and those with a help of their own print it', async () => {
  const help = await printed('--help');
  const commands = Object.entries<CommandDescription>(COMMANDS);
  for (const [name, { summary, parse }] of commands) {
    const line = help.split('\n').find((each) => each.startsWith(`  ${name} `));
    assert.equal(line?.slice(name.length + 2).trim(), summary);
    if (parse) assert.match(await printed(name, '--help'), new RegExp(`vmgen ${name} `));
  }
  const withHelp = commands.filter(([, { parse }]) => parse);
  const list = withHelp
    .map(([name]) => name)
    .join(', ')
    .replace(/, (\w+)$/, ' and $1');
  assert.ok(
    help.includes(`\nvmgen COMMAND --help prints the help of these commands:\n  ${list}\n`),
  );
});

test('the help breaks no name of a generator', async () => {
  const help = (await printed('--help')).replaceAll(/\s+/g, ' ');
  assert.ok(help.includes(GENERATORS.join(', ')), help);
});

const readDoc = (path: string): Promise<string> =>
  readFile(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');

test('docs/cli.md lists all commands, and it or a page of its list names each option', async () => {
  const page = await readDoc('cli.md');
  const [list = ''] = page.split('\n## ', 1);
  const rows = new Map(
    [...list.matchAll(/^\| `vmgen \[?([a-z]+).*$/gm)].map(([row, name]) => [name, row]),
  );
  assert.deepEqual([...rows.keys()].sort(), Object.keys(COMMANDS).sort());
  for (const [name, { options = {} }] of Object.entries<CommandDescription>(COMMANDS)) {
    const linked = [...(rows.get(name) ?? '').matchAll(/\(([\w/-]+\.md)/g)];
    const pages = [page, ...(await Promise.all(linked.map(([, path = '']) => readDoc(path))))];
    const isNamed = (option: string): boolean =>
      pages.some((each) => new RegExp(`--(?:no-)?${option}(?![\\w-])`).test(each));
    assert.deepEqual(
      Object.keys(options).filter((option) => !isNamed(option)),
      [],
      `of vmgen ${name}`,
    );
  }
});
