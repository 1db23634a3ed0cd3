import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { virtualMachineCrd } from '../../../generated/testing/cloudnative/crds.js';
import {
  boundedObservation,
  MAX_MESSAGE_LENGTH,
  MAX_REASON_LENGTH,
} from './bounded-observation.js';
import { creating } from './observations.js';

const condition = (() => {
  const { schema } = virtualMachineCrd.spec.versions[0] ?? {};
  const { conditions } = schema?.openAPIV3Schema?.properties?.['status']?.properties ?? {};
  const items = conditions?.items;
  assert.ok(items !== undefined && !Array.isArray(items));
  return items.properties ?? {};
})();

const messageOf = (message: string): string => boundedObservation({ ...creating, message }).message;
const reasonOf = (reason: string): string => boundedObservation({ ...creating, reason }).reason;

describe('boundedObservation', () => {
  test('has the limits of the schema', () => {
    assert.equal(condition['message']?.maxLength, MAX_MESSAGE_LENGTH);
    assert.equal(condition['reason']?.maxLength, MAX_REASON_LENGTH);
  });

  test('truncates a long message with an ellipsis', () => {
    for (const message of ['', 'x'.repeat(MAX_MESSAGE_LENGTH), '🖥'.repeat(MAX_MESSAGE_LENGTH)]) {
      assert.equal(messageOf(message), message);
    }
    for (const character of ['x', '🖥', 'x🖥']) {
      const cut = Array.from(messageOf(character.repeat(MAX_MESSAGE_LENGTH + 1)));
      assert.equal(cut.length, MAX_MESSAGE_LENGTH);
      assert.equal(cut.at(-1), '…');
      assert.doesNotMatch(cut.join(''), /\p{Surrogate}/u);
    }
  });

  test('returns a reason that is valid in the schema', () => {
    const pattern = new RegExp(condition['reason']?.pattern ?? '');
    const reasons = ['', ' ', '42', 'not found!', 'A,', ',A:', '🖥', 'a\n', 'A'.repeat(9_999)];
    for (const reason of [...reasons, `${'A'.repeat(MAX_REASON_LENGTH - 1)},b`]) {
      const word = reasonOf(reason);
      assert.match(word, pattern);
      assert.ok(word.length <= MAX_REASON_LENGTH);
    }
    assert.equal(reasonOf('ImagePullFailed'), 'ImagePullFailed');
    assert.equal(reasonOf('not found!'), 'not_found_');
  });
});
