import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFieldSelector } from './field-selector.js';
import { labelSelectorFrom, parseLabelSelector } from './label-selector.js';
import type { LabelSelector } from './types.js';

const CHARACTERS =
  "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
  "alphanumeric character (e.g. 'My";

test('a label selector is printed as apimachinery prints it', () => {
  const cases = [
    ['', ''],
    [' a = b ', 'a=b'],
    ['b==c,a!=d', 'a!=d,b==c'],
    ['x in (b,a,b)', 'x in (a,b)'],
    ['x notin ( )', 'x notin ()'],
    ['x in (,a,,b,)', 'x in (,a,b)'],
    ['x,!y', 'x,!y'],
    ['x=', 'x='],
    ['n>1,m<2', 'm<2,n>1'],
    ['in in (in,notin)', 'in in (in,notin)'],
    ['app.kubernetes.io/name=web', 'app.kubernetes.io/name=web'],
  ] as const;
  for (const [text, printed] of cases) {
    assert.equal(String(parseLabelSelector(text)), printed, text);
    assert.equal(String(parseLabelSelector(printed)), printed, `${text}, parsed again`);
  }
});

test('a label selector matches labels', () => {
  const labels = { app: 'web', tier: '', level: '7' };
  const cases = [
    ['', true],
    ['app=web', true],
    ['app==api', false],
    ['app!=api', true],
    ['other!=api', true],
    ['app in (api,web)', true],
    ['other in (web)', false],
    ['app notin (web)', false],
    ['other notin (web)', true],
    ['tier', true],
    ['!tier', false],
    ['!other', true],
    ['tier=', true],
    ['level>6', true],
    ['level<7', false],
    ['app>6', false],
    ['app=web,level>7', false],
    ['toString', false],
    ['!constructor', true],
  ] as const;
  for (const [text, matches] of cases) {
    assert.equal(parseLabelSelector(text).matches(labels), matches, text);
  }
  assert.equal(parseLabelSelector('!app').matches(undefined), true);
});

test("an invalid label selector is rejected with the API server's message", () => {
  const cases: [string, string][] = [
    [',', "found ',', expected: !, identifier, or 'end of string'"],
    ['a,', "found '', expected: identifier after ','"],
    ['a,,b', "found ',', expected: identifier after ','"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['!a=b', "found '=', expected: ',' or 'end of string'"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['a=b c', "found 'c', expected: ',' or 'end of string'"],
    ['a===b', "unable to parse requirement: found '=', expected: identifier"],
    ['a in', "unable to parse requirement: found '' expected: '('"],
    ['a in b', "unable to parse requirement: found 'b' expected: '('"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['a in (,', "unable to parse requirement: found '', expected: ',', or identifier"],
    ['a in (=', "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
    [
      'a>b',
      'unable to parse requirement: values[0]: Invalid value: "b": ' +
        "for 'Gt', 'Lt' operators, the value must be an integer",
    ],
    [
      '/a',
      'unable to parse requirement: <nil>: Invalid value: "/a": prefix part must be non-empty',
    ],
  ];
  for (const [text, message] of cases) {
    assert.throws(() => parseLabelSelector(text), { name: 'SelectorError', message }, text);
  }
});

test('invalid label keys and values are rejected with the rule', () => {
  assert.throws(() => parseLabelSelector('a$=b'), {
    message:
      `unable to parse requirement: <nil>: Invalid value: "a$": name part must ${CHARACTERS}Name',  ` +
      "or 'my.name',  or '123-abc', regex used for validation is " +
      "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  });
  assert.throws(() => parseLabelSelector('a=b$'), {
    message:
      'unable to parse requirement: values[0][a]: Invalid value: "b$": a valid label must be an ' +
      `empty string or ${CHARACTERS}Value',  or 'my_value',  or '12345', regex used for ` +
      "validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  });
  assert.throws(() => parseLabelSelector(`a=${'b'.repeat(64)}`), /must be no more than 63/);
});

test('labelSelectorFrom combines labels and expressions', () => {
  const selector: LabelSelector = {
    matchLabels: { b: '1' },
    matchExpressions: [
      { key: 'a', operator: 'In', values: ['x', 'y'] },
      { key: 'c', operator: 'DoesNotExist' },
    ],
  };
  assert.equal(String(labelSelectorFrom(selector)), 'a in (x,y),b=1,!c');
  assert.equal(labelSelectorFrom({}).matches({ any: 'thing' }), true);
  assert.throws(() => labelSelectorFrom({ matchExpressions: [{ key: 'a', operator: 'In' }] }), {
    message: "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty",
  });
  const wrong: LabelSelector = JSON.parse(
    '{"matchExpressions":[{"key":"a","operator":"toString"}]}',
  );
  assert.throws(() => labelSelectorFrom(wrong), {
    message: '"toString" is not a valid label selector operator',
  });
});

test('a field selector is parsed, printed and matched', () => {
  const fields = (path: string): string | undefined =>
    ({ 'metadata.name': 'a', 'status.phase': 'x=y,z\\' })[path];
  const cases = [
    ['', '', true],
    ['metadata.name=a', 'metadata.name=a', true],
    ['metadata.name==a', 'metadata.name=a', true],
    ['metadata.name!=a', 'metadata.name!=a', false],
    ['metadata.name=a,other=', 'metadata.name=a,other=', true],
    ['other!=', 'other!=', false],
    ['metadata.name!=b,metadata.name=a', 'metadata.name!=b,metadata.name=a', true],
    ['metadata.name=a,metadata.name=b', 'metadata.name=a,metadata.name=b', false],
    ['metadata.name!=a,metadata.name!=b', 'metadata.name!=a,metadata.name!=b', false],
    ['metadata.name!=b,metadata.name!=c', 'metadata.name!=b,metadata.name!=c', true],
    ['metadata.name!=a,metadata.name=a', 'metadata.name!=a,metadata.name=a', false],
    ['status.phase=x\\=y\\,z\\\\', 'status.phase=x\\=y\\,z\\\\', true],
  ] as const;
  for (const [text, printed, matches] of cases) {
    const selector = parseFieldSelector(text);
    assert.equal(String(selector), printed, text);
    assert.equal(selector.matches(fields), matches, text);
  }
  assert.throws(() => parseFieldSelector('a'), {
    message: "invalid selector: 'a'; can't understand 'a'",
  });
  assert.throws(() => parseFieldSelector('a=b=c'), {
    message: 'invalid field selector: unescaped character in value: 61',
  });
  assert.throws(() => parseFieldSelector('a=\\b'), {
    message: 'invalid field selector: invalid escape sequence: \\b',
  });
});

test('a number of millions of digits in a selector is not an integer', () => {
  const digits = '9'.repeat(1_000_000);
  const matches = (value: string): boolean => parseLabelSelector('a>5').matches({ a: value });
  assert.equal(matches(`${'0'.repeat(30)}6`), true);
  assert.equal(matches(digits), false);
  assert.throws(() => parseLabelSelector(`a>${digits}`), /the value must be an integer/);
});
