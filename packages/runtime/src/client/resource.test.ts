import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiVersionOf, isApiVersionOf } from './resource.js';

test('a value is the apiVersion of a kind only if it is exactly the same text', () => {
  const kinds = [
    { group: '', version: 'v1' },
    { group: 'apps', version: 'v1' },
    { group: 'a/b', version: 'v1' },
    { group: 'aa', version: 'a' },
  ];
  const texts = ['', 'v1', '/v1', 'apps', 'apps/', 'apps/v1', 'apps/v1/', 'apps.v1', 'a/b/v1'];
  const others = [undefined, null, 1, {}, ['apps/v1'], 'apps/V1', 'App/v1', 'aa/a', 'aaaa', 'a/aa'];
  for (const kind of kinds) {
    for (const value of [...texts, ...others]) {
      assert.equal(
        isApiVersionOf(value, kind),
        value === apiVersionOf(kind),
        JSON.stringify(value),
      );
    }
  }
});
