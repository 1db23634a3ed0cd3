import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerError } from './engine-error.js';

function answered(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}

describe('containerError', () => {
  test('has the kind vanished if the engine does not know the container', () => {
    const error = containerError('start container a', answered(404, 'No such container: a'));
    assert.equal(error.kind, 'vanished');
    assert.equal(error.message, 'cannot start container a: No such container: a');
  });

  // Engine 20.10 responds with 500 to an update and with 409 to a start.
  for (const status of [409, 500]) {
    test(`has the kind vanished for status ${status} during a removal`, () => {
      const said = answered(status, 'container is marked for removal and cannot be "update"');
      assert.equal(containerError('update container a', said).kind, 'vanished');
    });
  }

  test('has the kind refused for other errors of the engine', () => {
    const error = containerError('start container a', answered(500, 'no space left on device'));
    assert.equal(error.kind, 'refused');
    assert.equal(error.reason, 'EngineError');
  });

  test('has the kind unreachable without a response', () => {
    const error = containerError('start container a', new Error('connect ENOENT /docker.sock'));
    assert.equal(error.kind, 'unreachable');
  });

  test('contains the errors of all addresses', () => {
    // Node's error for several attempts has no message.
    const attempts = new AggregateError([new Error('refused by ::1'), new Error('by 127.0.0.1')]);
    const { message } = containerError('start container a', attempts);
    assert.match(message, /^cannot start container a: .*refused by ::1.*by 127\.0\.0\.1/);
  });
});
