import { test } from 'node:test';
import { checkConversion } from './check-conversion.js';
import {
  HIDING_LISTS,
  HIDING_VALUES,
  hidingConversion,
  siteConversion,
  THREE_VERSIONS,
} from './three-versions.test.helper.js';

const OBJECTS = 30_000;

test('loses nothing of 30,000 random objects of three versions', () => {
  const count = Math.ceil(OBJECTS / THREE_VERSIONS.spec.versions.length);
  checkConversion(siteConversion(), THREE_VERSIONS, { count, seed: 1000 });
});

test('loses nothing of random objects whose list items hide content', () => {
  checkConversion(hidingConversion, HIDING_LISTS, { values: HIDING_VALUES, count: 1_000 });
});
