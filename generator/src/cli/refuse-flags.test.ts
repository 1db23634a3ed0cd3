import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPTIONS } from './options.js';
import { refuseUnknownFlags } from './refuse-flags.js';

const UNKNOWN: readonly (readonly [args: readonly string[], message: string])[] = [
  [['--goups', 'a:v1'], 'unknown flag --goups; did you mean --groups?'],
  [['--Strict'], 'unknown flag --Strict; did you mean --strict?'],
  [['--headerfile=x'], 'unknown flag --headerfile; did you mean --header-file?'],
  [['--no-chek'], 'unknown flag --no-chek; did you mean --check?'],
  [['-groups=a:v1'], 'unknown flag -groups; did you mean --groups?'],
  [['-x'], 'unknown flag -x'],
];
for (const [args, message] of UNKNOWN) {
  test(`${args.join(' ')}: ${message}`, () => {
    assert.throws(() => refuseUnknownFlags(args, OPTIONS), { name: 'UsageError', message });
  });
}

test('ignores known flags in all their forms, and everything after --', () => {
  refuseUnknownFlags(
    ['--groups=a', '--headerFile', 'x', '--no-check', '-', '--', '--goups'],
    OPTIONS,
  );
});
