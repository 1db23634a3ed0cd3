import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { assertLinear } from '@vmgen/fixtures/assert-linear';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import {
  configMapResource,
  createConfigMapClient,
  createSecretClient,
  secretResource,
  type ConfigMap,
} from '@vmgen/kubernetes/core/v1';
import { sleep } from '@vmgen/runtime/async';
import { createFakeClock } from '@vmgen/runtime/testing';
import { child } from '../children/children.js';
import type { Manager } from '../manager.js';
import type { ManagedClient } from '../reconcile/reconcile-context.js';
import type { RecordingOptions } from '../recordings/kept-recordings.js';
import type { Recording } from '../recordings/recording.js';
import { present, siteCrd, siteResource, startManager, until } from '../site.test.helper.js';
import { replayRecording } from './replay-recording.js';
import { ReplayedInputs } from './replayed-inputs.js';

const server = { port: 0, statusPage: true };
const PASSWORD = 'hunter2-very-secret';

/** Records the first failure of the site `shop`, and returns its text and a file with it. */
async function recorded(
  t: TestContext,
  setUp: (manager: Manager) => void,
  recordings: RecordingOptions = {},
) {
  const kept = { perObject: 20, ...recordings };
  const clock = createFakeClock();
  const fake = createFakeTransport({ crds: [siteCrd] });
  const data = { password: Buffer.from(PASSWORD).toString('base64') };
  await createSecretClient(fake, 'default').create({ metadata: { name: 'shop' }, data });
  const { manager, sites } = await startManager(
    t,
    setUp,
    { clock, server, recordings: kept },
    fake,
  );
  await sites.create({ metadata: { name: 'shop' }, spec: { html: 'Hi', secretName: 'shop' } });
  await until(() => manager.port !== undefined);
  const url = `http://127.0.0.1:${manager.port}/status/recordings`;
  const list = async () =>
    (await (await fetch(url)).json()) as { id: number; error: string; problem?: string }[];
  await until(async () => (await list()).length > 0);
  // Later failures may follow, because the children of the first one have changed.
  const first = present((await list()).at(-1));
  assert.equal(first.id, 1);
  const response = await fetch(`${url}?id=1`);
  const text = await response.text();
  const folder = await mkdtemp(join(tmpdir(), 'vmgen-recording-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'recording.json');
  await writeFile(file, text);
  return { clock, response, text, file, first };
}

interface Variation {
  /** What the reconcile does after it has applied its children. */
  readonly end?: (context: { readonly created: string }) => unknown;
  readonly label?: string;
  readonly reads?: string;
}

/** An operator that uses each kind of input, and fails. */
const operator =
  ({ end, label = 'web', reads = 'shop' }: Variation) =>
  (manager: Manager): void => {
    const { sites, secrets, configMaps } = manager.cache({
      sites: siteResource,
      secrets: secretResource,
      configMaps: configMapResource,
    });
    const others = createConfigMapClient(manager.transport, 'default');
    manager
      .controller(sites)
      .owns(configMaps, secrets)
      .reconcile(async ({ metadata, spec }, { children, effect, random, client, status }) => {
        const { data = {} } = secrets.get(`default/${reads}`);
        assert.equal(configMaps.list(`app=${label}`).length, 0);
        const id = await effect(async () => ({ record: 'r-1', html: spec.html }));
        const times = { at: manager.clock.date().toISOString(), token: random().toFixed(5) };
        await children.apply(
          child(configMaps, { metadata: { name: 'shop', labels: { app: label } }, data: times }),
          child(secrets, { metadata: { name: 'copy' }, data }),
        );
        assert.equal(configMaps.get('default/shop').data?.['at'], times.at);
        await status.set({ url: id.record });
        const created = await others.create({ metadata: { name: `other-${metadata.name}` } });
        await client(configMapResource, 'default').find('missing');
        await end?.({ created: created.metadata.uid });
      });
  };

const fail = ({ created }: { readonly created: string }): void => {
  throw new TypeError(`cannot read ${created.length} of undefined`);
};

test('a recording replays the failed reconcile, without its secrets', async (t) => {
  const { text, file, response, first } = await recorded(t, operator({ end: fail }));
  assert.equal(first.error, 'TypeError: cannot read 36 of undefined');
  assert.equal(
    response.headers.get('content-disposition'),
    'attachment; filename="recording-1.json"',
  );
  for (const secret of [PASSWORD, Buffer.from(PASSWORD).toString('base64'), 'uthorization']) {
    assert.ok(!text.includes(secret), secret);
  }
  assert.deepEqual(
    (JSON.parse(text) as Recording).events.map((event) =>
      event.type === 'read'
        ? `${event.call} ${event.cache} ${event.argument}`
        : event.type === 'request'
          ? `${event.method} ${event.path.split('?')[0]}: ${event.status}`
          : event.type,
    ),
    [
      'find sites default/shop',
      'find secrets default/shop',
      'list configMaps app=web',
      'effect',
      'date',
      'random',
      'find configMaps default/shop',
      'recall',
      'PATCH /api/v1/namespaces/default/configmaps/shop: 201',
      'find configMaps default/shop',
      'find secrets default/copy',
      'recall',
      'PATCH /api/v1/namespaces/default/secrets/copy: 201',
      'find secrets default/copy',
      'find configMaps default/shop',
      'find sites default/shop',
      'recall',
      'PATCH /apis/web.example.com/v1/namespaces/default/sites/shop/status: 200',
      'find sites default/shop',
      'POST /api/v1/namespaces/default/configmaps: 201',
      'GET /api/v1/namespaces/default/configmaps/missing: 404',
    ],
  );
  const outcome = async (variation: Variation) => {
    const { outcome: found, text: shown } = present(
      await replayRecording(operator(variation), { file }),
    );
    return `${found}: ${shown}`;
  };
  assert.equal(
    await outcome({ end: fail }),
    'same: the recorded error occurs: TypeError: cannot read 36 of undefined',
  );
  assert.equal(
    await outcome({
      end: () => {
        throw new Error('\u001b[31mred');
      },
    }),
    'other: another error occurs: Error: \\u001b[31mred; the recorded one: TypeError: cannot read 36 of undefined',
  );
  assert.equal(
    await outcome({}),
    'gone: the recorded error does not occur: the reconcile succeeds',
  );
  assert.equal(
    await outcome({ reads: 'other' }),
    'changed: the program has changed: it reads secrets.find(default/other), which the recording does not contain',
  );
  assert.equal(
    await outcome({ label: 'shop' }),
    'changed: the program has changed: it reads configMaps.list(app=shop), which the recording does not contain',
  );
});

/** An operator whose reconcile is this. */
const withReconcile =
  (reconcile: (parts: Parts) => Promise<void>) =>
  (manager: Manager): void => {
    const { sites } = manager.cache({ sites: siteResource });
    const configMaps = createConfigMapClient(manager.transport, 'default');
    manager.controller(sites).reconcile(async (_, { client, effect, signal }) => {
      const own = client(configMapResource, 'default');
      await reconcile({ manager, configMaps, own, effect, signal });
    });
  };

interface Parts {
  readonly manager: Manager;
  readonly configMaps: ReturnType<typeof createConfigMapClient>;
  readonly own: ManagedClient<ConfigMap, 'Namespaced'>;
  readonly effect: <R>(run: () => Promise<R> | R) => Promise<R>;
  readonly signal: AbortSignal;
}

test('a replay reports the first request that the recording does not have', async (t) => {
  const create = (value: string, then: (parts: Parts) => Promise<void>) =>
    withReconcile(async (parts) => {
      await parts.own.create({ metadata: { name: 'a' }, data: { value } });
      await then(parts);
    });
  const failing = async (): Promise<void> => {
    throw new Error('no');
  };
  const { file } = await recorded(t, create('1', failing));
  const text = async (setUp: (manager: Manager) => void) =>
    (await replayRecording(setUp, { file, idleTimeoutMs: 50 }))?.text;
  assert.equal(await text(create('1', failing)), 'the recorded error occurs: Error: no');
  assert.equal(
    await text(create('2', failing)),
    'the program has changed: it sends POST /api/v1/namespaces/default/configmaps with another body: ' +
      '.data.value is "2" instead of "1", which the recording does not contain',
  );
  assert.equal(
    await text(
      create('1', async ({ own }) => {
        await own.get('b');
      }),
    ),
    'the recorded error does not occur; the program goes on: it sends GET ' +
      '/api/v1/namespaces/default/configmaps/b, which the recording does not contain',
  );
  assert.equal(
    await text(withReconcile(async ({ effect }) => effect(() => undefined))),
    'the program has changed: it calls effect() again, which the recording does not contain',
  );
  assert.equal(
    await text(withReconcile(async () => new Promise(() => {}))),
    'the reconcile waits for something that the recording does not contain, such as a call outside of effect()',
  );
  await assert.rejects(
    replayRecording((manager) => manager.cache({ sites: siteResource }), { file }),
    { message: 'the program has no controller named "sites", which the recording replays' },
  );
});

test('a replay whose reconcile waits for nothing keeps its process running until the limit', async (t) => {
  const { file } = await recorded(
    t,
    withReconcile(async () => Promise.reject(new Error('no'))),
  );
  const { mock } = t.mock.method(globalThis, 'setInterval');
  const { mock: cleared } = t.mock.method(globalThis, 'clearInterval');
  const replaying = replayRecording(
    withReconcile(async () => new Promise(() => {})),
    { file, idleTimeoutMs: 50 },
  );
  await until(() => mock.callCount() > 0);
  const timer = present(mock.calls[0]?.result);
  assert.ok(timer.hasRef());
  assert.equal((await replaying)?.outcome, 'changed');
  assert.ok(cleared.calls.some(({ arguments: [each] }) => each === timer));
});

test('requests and timers of a replay end in the recorded order', async (t) => {
  const setUp = withReconcile(async ({ manager, own }) => {
    const late = sleep(1, { clock: manager.clock }).then(() => Promise.reject(new Error('late')));
    await Promise.all([late, own.get('missing')]);
  });
  const { file, first } = await recorded(t, setUp);
  assert.equal(first.error, 'ApiError: configmaps "missing" not found');
  assert.equal((await replayRecording(setUp, { file }))?.outcome, 'same');
});

test('effects at the same time have their own results, as they were before the program changed them', async (t) => {
  const setUp = withReconcile(async ({ effect }) => {
    const slow = async (): Promise<string[]> => {
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
      return ['slow'];
    };
    const [first, second] = await Promise.all([effect(slow), effect(() => ['fast'])]);
    throw new Error(`${first.pop()} ${second.pop()}`);
  });
  const { file, first } = await recorded(t, setUp);
  assert.equal(first.error, 'Error: slow fast');
  assert.equal(
    (await replayRecording(setUp, { file }))?.text,
    'the recorded error occurs: Error: slow fast',
  );
});

test('a result of an effect that cannot be written is omitted, and the rest is recorded', async (t) => {
  const result: { self?: unknown } = {};
  result.self = result;
  const setUp = withReconcile(async ({ effect }) => {
    await effect(() => result);
    throw new Error('no');
  });
  const { file, first } = await recorded(t, setUp);
  assert.equal(first.problem, undefined);
  const replay = await replayRecording(setUp, { file });
  assert.match(
    String(replay?.error),
    /not recorded: it cannot be written as JSON: Converting circ/,
  );
});

test('a reconcile that exceeds its time limit is aborted in its replay', async (t) => {
  const setUp = (manager: Manager): void => {
    const { sites } = manager.cache({ sites: siteResource });
    manager.controller(sites, { reconcileTimeoutMs: 1_000 }).reconcile(async (_, { signal }) => {
      await new Promise((__, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    });
  };
  const clock = createFakeClock();
  const { manager, sites } = await startManager(t, setUp, { clock, server, recordings: {} });
  await sites.create({ metadata: { name: 'shop' }, spec: { html: '' } });
  await until(() => manager.describe().controllers[0]?.running.length === 1);
  await clock.advance(1_000);
  const url = `http://127.0.0.1:${manager.port}/status/recordings`;
  let text = '';
  await until(async () => (text = await (await fetch(`${url}?id=1`)).text()).startsWith('{'));
  const folder = await mkdtemp(join(tmpdir(), 'vmgen-recording-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'a.json'), text);
  const replay = await replayRecording(setUp, { file: join(folder, 'a.json') });
  assert.equal(
    replay?.text,
    'the recorded error occurs: VmgenError: the reconcile took longer than 1000 ms (reconcileTimeoutMs)',
  );
});

test('a recording has nothing that only another reconcile has certainly read', async (t) => {
  let other = (): void => {};
  const reconciled = new Promise<void>((resolve) => (other = resolve));
  const { text } = await recorded(t, (manager) => {
    const { sites, configMaps } = manager.cache({
      sites: siteResource,
      configMaps: configMapResource,
    });
    const settings = createConfigMapClient(manager.transport, 'default');
    manager.controller(configMaps).reconcile(async ({ metadata }) => {
      configMaps.get(`default/${metadata.name}`);
      other();
    });
    manager.controller(sites).reconcile(async ({ metadata }) => {
      await settings.create({ metadata: { name: 'settings' } }).catch(() => undefined);
      await reconciled;
      sites.get(`default/${metadata.name}`);
      throw new Error('no');
    });
  });
  assert.deepEqual(
    (JSON.parse(text) as Recording).events.map((event) =>
      event.type === 'read' ? `${event.cache} ${event.argument}` : event.type,
    ),
    ['sites default/shop', 'request', 'sites default/shop'],
  );
});

test('a replay reports its outcome for vmgen replay', async (t) => {
  const setUp = withReconcile(async () => Promise.reject(new Error('no')));
  const { file } = await recorded(t, setUp);
  const report = `${file}.report`;
  t.after(() => {
    delete process.env['VMGEN_RECORDING'];
    delete process.env['VMGEN_REPLAY_REPORT'];
  });
  assert.equal(await replayRecording(setUp), undefined);
  process.env['VMGEN_RECORDING'] = file;
  process.env['VMGEN_REPLAY_REPORT'] = report;
  await replayRecording(setUp);
  assert.equal(
    await readFile(report, 'utf8'),
    '{"outcome":"same","text":"the recorded error occurs: Error: no"}\n',
  );
  await writeFile(file, '{"step":"create"}');
  await assert.rejects(replayRecording(setUp), {
    message: `${file} is not a recording of a reconcile: its format is not 1; download it from the status page`,
  });
});

test('a reconcile that reads too much is listed without a file', async (t) => {
  const setUp = withReconcile(async ({ effect }) => {
    await effect(() => 'x'.repeat(20_000));
    throw new Error('no');
  });
  const { first, response } = await recorded(t, setUp, { bytes: 65_536 });
  assert.equal(first.problem, 'it is larger than 16384 bytes');
  assert.equal(response.status, 404);
});

test('the replay of many equal reads begins without quadratic time', async (t) => {
  const failing = withReconcile(async () => {
    throw new Error('no');
  });
  const { text } = await recorded(t, failing);
  const recording = JSON.parse(text) as Recording;
  const [read] = recording.events.filter(({ type }) => type === 'read');
  assertLinear(40_000, 20, (count) => {
    const events = Array.from({ length: count }, () => present(read));
    return () => new ReplayedInputs({ ...recording, events });
  });
});
