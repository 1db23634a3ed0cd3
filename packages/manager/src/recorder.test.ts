import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import { recorderOf } from './recorder-of.js';
import type { RecordedEvent, Recording } from './recordings/recording.js';
import { Recorder } from './recordings/recorder.js';

const sites = { name: 'sites', isSecret: false };
const object = (name: string, uid = name) => ({ kind: 'Site', metadata: { name, uid } });

function record() {
  const clock = createFakeClock();
  const options = { operator: 'site-operator', clock, random: undefined, recordings: {} };
  const recorder = new Recorder(options);
  const start = (key: string) => recorder.start('sites', key, `id of ${key}`);
  const last = (): Recording => {
    const [newest] = recorder.kept.list() as { id: number }[];
    return JSON.parse(recorder.kept.text(newest?.id ?? 0) ?? 'null') as Recording;
  };
  return { clock, recorder, start, last };
}

const shownOf = ({ events }: Recording): string[] =>
  events.map((event: RecordedEvent) =>
    event.type === 'read'
      ? `${'shared' in event ? 'shared ' : ''}${event.argument}: ${event.objects.join()}`
      : event.type,
  );

test('a recording has the own reads of its run, and those that may be its own', () => {
  const { recorder, start, last } = record();
  recorder.find(sites, 'before', object('before'));
  const a = start('default/a');
  const b = start('default/b');
  const shared = object('shared');
  a.begin();
  recorder.find(sites, 'a', shared);
  a.suspend();
  b.begin();
  recorder.find(sites, 'b', object('b'));
  b.suspend();
  recorder.find(sites, 'either', shared);
  recorder.list(sites, 'list', 'app=web', [shared, object('c')]);
  a.failed(new Error('no'));
  a.end();
  assert.deepEqual(shownOf(last()), ['a: 0', 'shared either: 0', 'shared app=web: 0,1']);
  assert.deepEqual(last().objects, [shared, object('c')]);
  b.failed(new Error('no'));
  b.end();
  assert.deepEqual(shownOf(last()), ['b: 0', 'shared either: 1', 'shared app=web: 1,2']);
});

test('a recorded list is not changed by the program', () => {
  const { recorder, start, last } = record();
  const run = start('default/a');
  recorder.list(sites, 'list', '', [object('a'), object('b')]).length = 0;
  run.failed(new Error('no'));
  assert.equal(last().objects.length, 2);
});

test('a run that reads too much while it runs keeps no objects', () => {
  const { recorder, start } = record();
  const stuck = start('default/stuck');
  const many = Array.from({ length: 15_000 }, (_, at) => object(String(at)));
  for (let at = 0; at < 2; at++) recorder.list(sites, 'list', '', many);
  stuck.failed(new Error('too late'));
  const [listed] = recorder.kept.list();
  assert.deepEqual(listed, {
    id: 1,
    controller: 'sites',
    key: 'default/stuck',
    error: 'Error: too late',
    agoMs: 0,
    bytes: 0,
    problem: 'it read more than 20000 objects',
  });
});

test('few recordings are written per second', async () => {
  const { clock, recorder, start } = record();
  const failAll = (): void => {
    for (let at = 0; at < 200; at++) start(`default/${at}`).failed(new Error('no'));
  };
  failAll();
  assert.equal(recorder.kept.size, 50);
  await clock.advance(1_000);
  for (let at = 200; at < 220; at++) start(`default/${at}`).failed(new Error('no'));
  assert.equal(recorder.kept.size, 55);
});

test('an object that cannot be written fails no reconcile', () => {
  const { recorder, start } = record();
  const run = start('default/a');
  recorder.find(sites, 'a', { size: 1n });
  run.failed(new Error('no'));
  const problems = (recorder.kept.list() as { problem?: string }[]).map(({ problem }) => problem);
  assert.deepEqual(problems, [
    'it cannot be written as JSON: Do not know how to serialize a BigInt',
  ]);
});

test('recordings need the status page, and authorization beyond a loopback address', () => {
  const of = (server: Parameters<typeof recorderOf>[0]['server']) => () =>
    recorderOf({ name: 'site-operator', recordings: {}, ...(server && { server }) });
  assert.throws(of(undefined), {
    message:
      'recordings are offered on the status page; set server.statusPage, or remove recordings',
  });
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.evil.example']) {
    assert.throws(of({ statusPage: true, host }), {
      message:
        `recordings contain objects of the cluster, and "${host}" is not a loopback address; ` +
        'set server.authorization',
    });
  }
  assert.ok(of({ statusPage: true })());
  assert.ok(of({ statusPage: true, host: '::1' })());
  assert.ok(of({ statusPage: true, host: '0.0.0.0', authorization: true })());
  assert.equal(recorderOf({ name: 'site-operator' }), undefined);
});
