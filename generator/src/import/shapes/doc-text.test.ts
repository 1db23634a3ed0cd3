import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMarkerRegistry } from '../../markers/registry.js';
import { isDocText } from './schema-shape.js';

const registry = createMarkerRegistry();

const KEPT = [
  'One line.',
  'Two\nlines.',
  'A list:\n- one\n  - two\n\n1. three',
  '* a star\n** two',
  'a\ttab\n\tand one before',
  '```yaml\nkey: +value\n  @tag\n---\n```\nbehind',
  'e-mail@example.com and a +word',
  '/** nested *',
  'ünïcödé 🚀',
];
for (const text of KEPT) {
  test(`JSDoc preserves ${JSON.stringify(text)}`, () => assert.ok(isDocText(text, registry)));
}

const LOST = [
  ' blank before',
  'blank behind ',
  'blank \nin the middle',
  'break behind\n',
  '*/ code()',
  '@deprecated',
  'words\n@tag',
  '+optional',
  'words\n  +kubebuilder:default=1',
  'TODO',
  'words\nTODO: more',
  'words\n---\nmore',
  '```\nnever closed',
  'see {@link Other}',
  'kubebuilder:validation:MinLength=1',
  '\r\n',
  'bell \u0007',
  'separator \u2028',
  'other direction \u202e',
];
for (const text of LOST) {
  test(`JSDoc does not preserve ${JSON.stringify(text)}`, () => {
    assert.ok(!isDocText(text, registry));
  });
}
