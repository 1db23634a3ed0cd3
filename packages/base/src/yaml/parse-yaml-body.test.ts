import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringifyJson } from '../json/index.js';
import { ANSWERS, DIFFERENT_ANSWERS, type Answer } from './go-yaml-answers.test.data.js';
import { parseDocuments, parseYamlBody } from './index.js';

function matches([text, json]: Answer): boolean {
  let ours: string | undefined;
  try {
    // Compared as JSON values, because Go sorts keys and formats numbers differently.
    ours = stringifyJson(parseYamlBody(text));
  } catch {
    return json === undefined;
  }
  if (json === undefined) return false;
  try {
    assert.deepEqual(JSON.parse(ours), JSON.parse(json));
    return true;
  } catch {
    return false;
  }
}

test('parses YAML as sigs.k8s.io/yaml does', () => {
  assert.ok(ANSWERS.length > 450, `${ANSWERS.length} answers`);
  const different = ANSWERS.filter((answer) => !matches(answer)).map(([text]) => text);
  assert.deepEqual(different, []);
});

test('differs from sigs.k8s.io/yaml only for the listed texts', () => {
  const equal = DIFFERENT_ANSWERS.filter(matches).map(([text]) => text);
  assert.deepEqual(equal, []);
});

test('parses a List of any length, and limits aliases inside it', () => {
  const line = '    description: what the field of an object means to a reader\n';
  const item = `- kind: A\n  data:\n${[1, 2, 3, 4, 5].map((n) => `  - number: ${n}\n${line}`).join('')}`;
  // More than the 250,000 tokens of a request.
  const list = (items: string): string => `apiVersion: v1\nkind: List\nitems:\n${items}`;
  const { documents, problems } = parseDocuments({
    source: '-',
    text: list(item.repeat(2_600)),
  });
  assert.deepEqual(problems, []);
  assert.equal(documents.length, 2_600);
  const bomb = list(
    `- &a [${'x,'.repeat(1000)}]\n- &b [${'*a,'.repeat(1000)}]\n- [${'*b,'.repeat(1000)}]\n`,
  );
  assert.match(
    parseDocuments({ source: '-', text: bomb }).problems[0]?.reason ?? '',
    /excessive aliasing/,
  );
});
