import { test } from 'node:test';
import { checkOwnership, kinds } from './random-ownership.test.helper.js';

for (const kind of kinds) {
  test(`${kind.resource.kind}: ownership shows each of many random changes`, (t) =>
    checkOwnership(kind, { runs: 250, t }));
}
