import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerError } from './engine-error.js';

function answered(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}

describe('the failure of a call to a container', () => {
  test('says that it vanished when the engine does not know it any more', () => {
    const error = containerError('start container a', answered(404, 'No such container: a'));
    assert.equal(error.kind, 'vanished');
    assert.equal(error.message, 'cannot start container a: No such container: a');
  });

  // Engine 20.10 answers 500 to an update, 409 to a start.
  for (const status of [409, 500]) {
    test(`says that it vanished when the engine removes it, answering ${status}`, () => {
      const said = answered(status, 'container is marked for removal and cannot be "update"');
      assert.equal(containerError('update container a', said).kind, 'vanished');
    });
  }

  test('is a refusal when the engine cannot do what was asked', () => {
    const error = containerError('start container a', answered(500, 'no space left on device'));
    assert.equal(error.kind, 'refused');
    assert.equal(error.reason, 'EngineError');
  });

  test('is an unreachable engine without any answer', () => {
    const error = containerError('start container a', new Error('connect ENOENT /docker.sock'));
    assert.equal(error.kind, 'unreachable');
  });

  test('tells of every address where none could be reached', () => {
    // Node's own error of several attempts has no message.
    const attempts = new AggregateError([new Error('refused by ::1'), new Error('by 127.0.0.1')]);
    const { message } = containerError('start container a', attempts);
    assert.match(message, /^cannot start container a: .*refused by ::1.*by 127\.0\.0\.1/);
  });
});
