import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonSyntaxError } from '../json/index.js';
import { parseYamlBodyStrict } from './index.js';

/** Texts, and the messages of kube-apiserver 1.37.2 about them. */
const PROBLEMS: readonly (readonly [text: string, problem: string])[] = [
  ['{', 'yaml: line 1: did not find expected node content'],
  ['a: ]', 'yaml: did not find expected node content'],
  ['}', 'yaml: did not find expected node content'],
  ['metadata: [name\n', "yaml: line 1: did not find expected ',' or ']'"],
  ['key: [a, b\nc: d', "yaml: line 1: did not find expected ',' or ']'"],
  ['a: {b\n', "yaml: line 1: did not find expected ',' or '}'"],
  ['a: {b: c\nd: e\n', "yaml: line 1: did not find expected ',' or '}'"],
  ['a: b: c\n', 'yaml: mapping values are not allowed in this context'],
  ['a: b\n c: d\n', 'yaml: line 2: mapping values are not allowed in this context'],
  ['a:\n- b\n c: d\n', 'yaml: line 3: mapping values are not allowed in this context'],
  ['a: b\n- c\n', 'yaml: line 1: did not find expected key'],
  ['a: |\nb\n c', "yaml: line 3: could not find expected ':'"],
  ['\ta: b\n', 'yaml: found character that cannot start any token'],
  ['a:\n\tb: c', 'yaml: line 2: found character that cannot start any token'],
  ['a: @b', 'yaml: found character that cannot start any token'],
  ['a: "x\n', 'yaml: line 2: found unexpected end of stream'],
  ['a: "\\q"', 'yaml: found unknown escape character'],
  ['a: \0', 'yaml: control characters are not allowed'],
  ['a: *b\n', "yaml: unknown anchor 'b' referenced"],
  ['a: !!int x', 'yaml: cannot decode !!str `x` as a !!int'],
  ['%x\n---\na: b', 'yaml: found unknown directive name'],
  ['# c\n%FOO bar\n---\na: b', 'yaml: line 2: found unknown directive name'],
  ['%YAML 1.2\n---\na: b', 'yaml: found incompatible YAML document'],
  ['%YAML 1.1\n%YAML 1.1\n---\na: b', 'yaml: line 1: found duplicate %YAML directive'],
  ['<<: 1', 'yaml: map merge requires map or sequence of maps as the value'],
];

test("reports YAML errors with the real server's message and line", () => {
  for (const [text, problem] of PROBLEMS) {
    assert.throws(
      () => parseYamlBodyStrict(text),
      (error) => {
        assert.ok(error instanceof JsonSyntaxError);
        assert.equal(error.upstream, problem, text);
        return true;
      },
    );
  }
});

test('reads only the first document, and ignores text after a complete root value', () => {
  const object = { a: "it's", b: ['#', ']'] };
  for (const text of [
    `{"a": "it's", "b": ["#", ']']} x`,
    `{a: it's, b: ["#", ']']} # c\nd: e\n`,
    `{a: it's, # ] }\n b: ["#", ']']\n}\n}`,
    `--- {a: it's, b: ["#", ']']}\n...\n{{{`,
    `# c\n%TAG ! tag:x,2000:\n---\na: it's\nb: ["#", ']']\n---\n{{{`,
  ]) {
    assert.deepEqual(parseYamlBodyStrict(text).value, object, text);
  }
  assert.deepEqual(parseYamlBodyStrict('"a" x').value, 'a');
  assert.deepEqual(parseYamlBodyStrict('"a": x\n"b": y1').value, { a: 'x', b: 'y1' });
  assert.deepEqual(parseYamlBodyStrict('---\n---\na: b').value, null);
});

test('reports a key repeated by a merge key at the same position as the server', () => {
  const anchor = 'x: &d {a: "1"}\n';
  for (const [text, offset] of [
    [`${anchor}m:\n  <<: *d\n  a: "3"\n`, 29],
    [`${anchor}m:\n  a: "3"\n  <<: *d\n`, 7],
    ['m:\n  <<: {a: "1"}\n  <<: {a: "2"}\n', 25],
  ] as const) {
    const { duplicates, keys, offsets } = parseYamlBodyStrict(text, { listsMerged: true });
    assert.deepEqual(
      { duplicates, keys, offsets },
      { duplicates: ['m.a'], keys: ['a'], offsets: [offset] },
    );
    assert.deepEqual(parseYamlBodyStrict(text).duplicates, []);
  }
});
