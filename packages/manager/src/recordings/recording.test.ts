import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRecording } from './recording.js';

const recording = {
  recording: 1,
  controller: 'sites',
  key: 'default/shop',
  error: 'Error: no',
  redact: [],
  events: [{ type: 'read', call: 'find', cache: 'sites', argument: 'default/shop', objects: [0] }],
  objects: [{ metadata: { name: 'shop' } }],
};

test('a file that is not a whole recording is refused with its place', () => {
  const parse = (changes: object) => () =>
    parseRecording(JSON.stringify({ ...recording, ...changes }), 'a.json');
  assert.deepEqual(parse({})(), recording);
  const refused = (changes: object, reason: string): void =>
    assert.throws(parse(changes), {
      message: `a.json is not a recording of a reconcile: ${reason}; download it from the status page`,
    });
  refused({ recording: 2 }, 'its format is not 1');
  refused({ key: 1 }, 'it is not complete');
  refused({ redact: [1] }, 'it is not complete');
  refused({ objects: [] }, 'its event 1 is invalid');
  const invalid = [
    null,
    {},
    { type: 'read' },
    { type: 'read', objects: ['length'] },
    { type: 'request', answer: 'x' },
    { type: 'aborted', error: null },
  ];
  for (const event of invalid) {
    refused({ events: [...recording.events, event] }, 'its event 2 is invalid');
  }
});
