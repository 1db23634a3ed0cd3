import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../settings/usage-error.js';
import { commandFrom } from './options.js';
import { parseArguments } from './parse-arguments.js';

/** Parses a command line as main.ts does without a config. */
async function read(args: readonly string[]): Promise<void> {
  const asked = await parseArguments(args);
  if (asked.kind === 'generate') commandFrom(asked.given);
}

const WRONG: readonly [args: string[], message: string][] = [
  [['--out', 'x'], '--groups is missing'],
  [['--groups', 'a:v1'], '--out is missing'],
  [
    ['--groups', 'a', '--out', 'x'],
    '--groups: "a" is not GROUP:VERSION[,VERSION], such as apps:v1,v2',
  ],
  [
    ['--groups', '../a:v1', '--out', 'x'],
    '--groups: "../a:v1" is not GROUP:VERSION[,VERSION], such as apps:v1,v2',
  ],
  [
    ['--groups', 'a:v1', '--out', 'x', '--generators', 'crds'],
    '--generators: unknown generator "crds"; use one of all, crd, deepcopy, register, client, lister, informer, conversion, rbac, webhook, policy, jsonschema, deploy, docs-markdown, docs-html',
  ],
  [
    ['--groups', 'a:v1', '--out', 'x', '--format', 'xml'],
    '--format: unknown format "xml"; use one of text, json, github',
  ],
  [['--groups', 'a:v1', '--out', 'x', '--frobnicate'], 'unknown flag --frobnicate'],
  [['--goups', 'a:v1', '--out', 'x'], 'unknown flag --goups; did you mean --groups?'],
  [['dev', '--context', ''], '--context is empty; is a variable unset?'],
  [['dev', '--yes'], '--yes confirms --context: add --context NAME'],
  [['dev', '--cluster'], 'unknown flag --cluster'],
  [['dev', 'x'], 'unexpected argument "x"'],
  [['marker'], 'unexpected argument "marker"; did you mean vmgen markers?'],
  [['--groups', 'a:v1', '--out', 'x', '--out', 'y'], '--out may be specified only once'],
  [['--groups', 'a:v1', '--out', ''], '--out is empty; is a variable unset?'],
  [['--groups', 'a:v1', '--out='], '--out is empty; is a variable unset?'],
  [['--groups', 'a:v1', '--out', 'x', '--apis', ''], '--apis is empty; is a variable unset?'],
  [['--groups', 'a:v1', '--out', 'x', '--paths', ''], '--paths is empty; is a variable unset?'],
  [
    ['--groups', 'a:v1', '--out', 'x', '--header-file='],
    '--header-file is empty; is a variable unset?',
  ],
  [
    ['--groups', 'a:v1', '--out', 'x', '--quiet=maybe'],
    '--quiet: "maybe" is neither true nor false; --quiet alone means true',
  ],
  [
    ['--groups', 'a:v1', '--out', 'x', '--check='],
    '--check: "" is neither true nor false; --check alone means true',
  ],
  [
    ['--groups', 'a:v1', '--out', 'x', '--no-strict=1'],
    '--strict: "1" is neither true nor false; --strict alone means true',
  ],
  [
    ['--groups', 'a:v1', '--out', 'x', '--fix', '--check'],
    '--fix changes sources and --check changes nothing: use only one of them',
  ],
  [['--groups', 'a:v1', '--out', 'x', '--yes'], '--yes confirms --fix: add --fix'],
  [['--help=never'], '--help: "never" is neither true nor false; --help alone means true'],
];

for (const [args, message] of WRONG) {
  test(`reports the usage error of ${args.join(' ')}`, async () => {
    await assert.rejects(read(args), (error) => {
      assert.ok(error instanceof UsageError);
      assert.equal(error.message, message);
      return true;
    });
  });
}
