import { test } from 'node:test';
import { nestedCopies } from './testing/nested-copies.js';

const nested = nestedCopies(2);

test('generates copy functions that compile for nestings of lists, maps, tuples, objects and null', () => {
  nested.checkTypes(70);
});

test(
  'returns copies that are equal to the source and share no objects with it',
  nested.checkCopies,
);
