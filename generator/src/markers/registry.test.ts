import assert from 'node:assert/strict';
import { test } from 'node:test';
import { text, required } from './language/arguments.js';
import { defineMarker, TYPE_AND_FIELD } from './definitions/define-marker.js';
import { forItems } from './definitions/validation.js';
import { createMarkerRegistry } from './registry.js';

const startsWith = defineMarker({
  topic: 'Validation',
  places: TYPE_AND_FIELD,
  name: 'vmgen:validation:StartsWith',
  value: required(text),
  help: 'The text that the value starts with.',
  example: '// +vmgen:validation:StartsWith="a"\nname: string;',
  effect: (schema) => ({ schema }),
});

test('rejects two markers with the same name', () => {
  assert.throws(() => createMarkerRegistry([startsWith, startsWith]), {
    message: 'the marker +vmgen:validation:StartsWith is registered twice; rename or remove one',
  });
});

test('derives the name for items from any prefix', () => {
  const items = forItems(startsWith);
  assert.equal(items.name, 'vmgen:validation:items:StartsWith');
  assert.equal(items.example, '// +vmgen:validation:items:StartsWith="a"\nname: string[];');
  const registry = createMarkerRegistry([startsWith, items]);
  assert.equal(registry.get(startsWith.name), startsWith);
  assert.equal(registry.get(items.name), items);
});
