import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  ApiError,
  isNotFound,
  interceptTransport,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@vmgen/runtime';
import { createManager } from '@vmgen/manager';
import type { Interceptor } from '@vmgen/runtime/transport';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import type {
  VirtualMachine,
  VirtualMachineStatus,
} from '../../apis/cloudnative/v1alpha1/types.js';
import { createFakeClientset, type FakeClientset } from '../../generated/testing/fake-clientset.js';
import { createFakeDriver, type FakeDriver } from './driver/fake-driver.js';
import { DriverError, type ServerOwner, type ServerSpec } from './driver/vm-driver.js';
import { addVmController, FINALIZER } from './vm-controller.js';

/** The number of turns of the event loop after which all pending work has run. */
const MANY_TURNS = 2_000;

const SPEC: ServerSpec = { image: 'nginx', nanoCpus: 0, memoryBytes: 0, running: true };

let clientset: FakeClientset;
let driver: FakeDriver;
let clock: FakeClock;
let events: string[];
let stop: AbortController;
let running: Promise<void> | undefined;

beforeEach(() => {
  clientset = createFakeClientset();
  driver = createFakeDriver();
  clock = createFakeClock();
  events = [];
  running = undefined;
});

afterEach(async () => end());

const machines = (namespace = 'default') =>
  clientset.cloudnativeV1alpha1.virtualMachines(namespace);

function responseOf(status: number, body: string): TransportResponse {
  const chunks = async function* () {
    yield Buffer.from(body);
  };
  return { status, headers: {}, body: chunks(), text: async () => body };
}

/** Answers the creation of an event, and remembers the event. */
const takeEvents: Interceptor = async (request, next) => {
  if (!request.path.endsWith('/events') || request.method !== 'POST') return next(request);
  const { body } = request;
  if (typeof body !== 'string') throw new Error('an event is JSON');
  const { type, reason } = JSON.parse(body) as { type: string; reason: string };
  events.push(`${type} ${reason}`);
  return responseOf(201, body);
};

function start(transport: Transport = clientset.fake): void {
  stop = new AbortController();
  const manager = createManager(interceptTransport(transport, [takeEvents]), {
    name: 'vm-controller',
    leaderElection: false,
    clock,
  });
  addVmController(manager, { driver, workers: 2 });
  running = manager.run({ signal: stop.signal });
}

async function end(): Promise<void> {
  stop.abort();
  await running;
}

function create(name: string, spec: Partial<VirtualMachine['spec']> = {}, namespace = 'default') {
  const resource = { cpu: '500m', memory: '4G' };
  return machines(namespace).create({ metadata: { name }, spec: { resource, ...spec } });
}

async function until<T>(what: string, probe: () => Promise<T | undefined>): Promise<T> {
  for (let turns = 0; turns < MANY_TURNS; turns++) {
    const value = await probe();
    if (value !== undefined) return value;
    await turn();
  }
  throw new Error(`${what}: did not happen`);
}

function reaches(name: string, phase: string, namespace = 'default'): Promise<VirtualMachine> {
  return until(`${name} is ${phase}`, async () => {
    const vm = await machines(namespace).get(name);
    return vm.status?.phase === phase ? vm : undefined;
  });
}

function isGone(name: string, namespace = 'default'): Promise<true> {
  return until(`${name} is gone`, async () => {
    try {
      await machines(namespace).get(name);
      return undefined;
    } catch (error) {
      if (isNotFound(error)) return true;
      throw error;
    }
  });
}

async function settle(): Promise<void> {
  for (let turns = 0; turns < 200; turns++) await turn();
}

const writes = () => clientset.fake.actions.filter(({ verb }) => !/get|list|watch/.test(verb));

describe('the controller', () => {
  test('brings a VirtualMachine to Active, with conditions and the observed generation', async () => {
    start();
    await create('test-vm');
    const { metadata, status } = await reaches('test-vm', 'Active');
    assert.ok(status);
    assert.equal(status.observedGeneration, metadata.generation);
    assert.equal(status.server?.state, 'running');
    assert.deepEqual(status.server.usage, { cpu: 0, memory: 0.11 });
    const [ready] = status.conditions ?? [];
    assert.deepEqual([ready?.type, ready?.status, ready?.reason], ['Ready', 'True', 'Running']);
    assert.deepEqual(events, ['Normal Created']);
  });

  test('adds its finalizer before any external effect', async () => {
    const seen: unknown[] = [];
    const make = driver.createServer.bind(driver);
    driver.createServer = async (owner: ServerOwner, spec: ServerSpec) => {
      seen.push((await machines().get(owner.name)).metadata.finalizers);
      return make(owner, spec);
    };
    start();
    await create('careful');
    await reaches('careful', 'Active');
    assert.deepEqual(seen, [[FINALIZER]]);
  });

  test('writes status through its subresource only, by server-side apply', async () => {
    start();
    await create('proper');
    await reaches('proper', 'Active');
    const kinds = new Set(writes().map(({ verb, subresource = '' }) => `${verb} ${subresource}`));
    assert.deepEqual([...kinds].sort(), ['create ', 'patch ', 'patch status']);
    const { metadata } = await machines().get('proper');
    assert.equal(metadata.generation, 1);
    assert.ok(
      metadata.managedFields?.some(
        ({ manager, operation, subresource }) =>
          manager === 'vm-controller' && operation === 'Apply' && subresource === 'status',
      ),
    );
  });

  test('adopts a server whose status could not be written', async () => {
    let refusals = 1;
    clientset.fake.prependReactor(
      { verb: 'patch', resource: 'virtualmachines' },
      ({ subresource }) => {
        const refuse = subresource === 'status' && created > 0 && refusals-- > 0;
        return refuse
          ? new ApiError({ code: 500, reason: 'InternalError', message: 'lost' })
          : undefined;
      },
    );
    let created = 0;
    const make = driver.createServer.bind(driver);
    driver.createServer = async (owner: ServerOwner, spec: ServerSpec) => {
      created++;
      return make(owner, spec);
    };
    start();
    await create('adopted');
    await settle();
    await clock.advance(10_000);
    await reaches('adopted', 'Active');
    assert.equal(created, 1);
    assert.equal((await driver.listServers()).length, 1);
  });

  test('deletes the server before the object, and treats a missing server as deleted', async () => {
    start();
    const { metadata } = await create('short-lived');
    await reaches('short-lived', 'Active');
    driver.removeFromOutside(metadata.uid);
    await machines().delete('short-lived');
    await isGone('short-lived');
    assert.deepEqual(await driver.listServers(), []);
  });

  test('truncates a failure that is too long for a status', async () => {
    driver.failWith(
      new DriverError('no such image: '.repeat(100_000), {
        kind: 'refused',
        reason: 'not a reason!',
      }),
    );
    start();
    await create('wordy');
    const { status } = await reaches('wordy', 'Failed');
    assert.match(status?.conditions?.[0]?.message ?? '', /^no such image: .*…$/);
    assert.equal(status?.reason, status?.conditions?.[0]?.message);
    assert.equal(status?.conditions?.[0]?.reason, 'not_a_reason_');
    const { resourceVersion } = (await machines().get('wordy')).metadata;
    await clock.advance(60_000);
    await settle();
    // Truncating again returns the same text.
    assert.equal((await machines().get('wordy')).metadata.resourceVersion, resourceVersion);
  });

  test('deletes in all phases, also a machine that was never Active', async () => {
    driver.failWith(
      new DriverError('no such image', { kind: 'refused', reason: 'ImagePullFailed' }),
    );
    start();
    await create('unlucky');
    await reaches('unlucky', 'Failed');
    driver.failWith(undefined);
    await machines().delete('unlucky');
    await isGone('unlucky');
  });

  test('keeps the object while its server cannot be deleted', async () => {
    start();
    await create('sticky');
    await reaches('sticky', 'Active');
    driver.failWith(new DriverError('busy', { kind: 'refused', reason: 'EngineError' }));
    await machines().delete('sticky');
    await until('the failure is reported', async () => {
      const { status } = await machines().get('sticky');
      return status?.reason === 'busy' ? true : undefined;
    });
    driver.failWith(undefined);
    await clock.advance(10_000);
    await isGone('sticky');
  });

  test('deletes servers of machines that were deleted while no controller was running', async () => {
    start();
    await create('orphaned');
    await reaches('orphaned', 'Active');
    await end();
    await machines().delete('orphaned');
    start();
    await isGone('orphaned');
    assert.deepEqual(await driver.listServers(), []);
  });

  test('deletes a server after a manual removal of the finalizer', async () => {
    start();
    await create('stripped');
    await reaches('stripped', 'Active');
    await end();
    await machines().mergePatch('stripped', { metadata: { finalizers: null } });
    await machines().delete('stripped');
    start();
    await until('the server is gone', async () =>
      (await driver.listServers()).length === 0 ? true : undefined,
    );
  });

  test('retries a failed search for orphaned servers', async () => {
    await driver.createServer({ namespace: 'default', name: 'orphan', uid: 'gone' }, SPEC);
    driver.failWith(new DriverError('busy', { kind: 'refused', reason: 'EngineError' }));
    start();
    await settle();
    driver.failWith(undefined);
    await clock.advance(1_000);
    await until('the server is gone', async () =>
      (await driver.listServers()).length === 0 ? true : undefined,
    );
  });

  test('deletes an orphaned running server, but not that of a new machine with the same name', async () => {
    start();
    const first = await create('stripped');
    await reaches('stripped', 'Active');
    // Both before the controller can add the finalizer again.
    await Promise.all([
      machines().mergePatch('stripped', { metadata: { finalizers: null } }),
      machines().delete('stripped'),
    ]);
    const second = await create('stripped');
    await reaches('stripped', 'Active');
    await until('only the second has a server', async () => {
      const uids = (await driver.listServers()).map(({ uid }) => uid);
      return uids.join() === second.metadata.uid ? true : undefined;
    });
    assert.notEqual(first.metadata.uid, second.metadata.uid);
  });

  test('does not wait with a new machine until the server of its predecessor can be deleted', async (t) => {
    start();
    const first = await create('stripped');
    await reaches('stripped', 'Active');
    const deleteServer = driver.deleteServer.bind(driver);
    t.mock.method(driver, 'deleteServer', (owner: ServerOwner) =>
      owner.uid === first.metadata.uid
        ? Promise.reject(new DriverError('stuck', { kind: 'refused', reason: 'EngineError' }))
        : deleteServer(owner),
    );
    await Promise.all([
      machines().mergePatch('stripped', { metadata: { finalizers: null } }),
      machines().delete('stripped'),
    ]);
    await create('stripped');
    await reaches('stripped', 'Active');
    assert.equal((await driver.listServers()).length, 2);
    t.mock.restoreAll();
    await clock.advance(1_000);
    await until('only the second has a server', async () =>
      (await driver.listServers()).length === 1 ? true : undefined,
    );
  });

  test('deletes a server that the engine creates after its machine was deleted', async () => {
    start();
    const { metadata } = await create('late');
    await reaches('late', 'Active');
    await machines().delete('late');
    await isGone('late');
    await settle();
    const { namespace, name, uid } = metadata;
    await driver.createServer({ namespace, name, uid }, SPEC);
    await until('the server is gone', async () =>
      (await driver.listServers()).length === 0 ? true : undefined,
    );
  });

  test('distinguishes VirtualMachines with one name in two namespaces', async () => {
    start();
    await create('twin', {}, 'default');
    await create('twin', {}, 'kube-public');
    await reaches('twin', 'Active', 'default');
    const other = await reaches('twin', 'Active', 'kube-public');
    await machines('default').delete('twin');
    await isGone('twin', 'default');
    assert.deepEqual(await driver.listServers(), [
      { namespace: 'kube-public', name: 'twin', uid: other.metadata.uid },
    ]);
  });

  test('repairs removed or stopped servers without a delay', async () => {
    start();
    const { metadata } = await create('victim');
    const before = await reaches('victim', 'Active');
    driver.removeFromOutside(metadata.uid);
    const after = await until('a new server is running', async () => {
      const { status } = await machines().get('victim');
      const id = status?.phase === 'Active' ? status.server?.id : undefined;
      return id === before.status?.server?.id ? undefined : id;
    });
    driver.stopFromOutside(metadata.uid);
    await until('the same server is running again', async () => {
      const server = await driver.getServerStatus({
        namespace: '',
        name: '',
        uid: metadata.uid,
      });
      return server?.id === after && server.spec.running ? true : undefined;
    });
  });

  test('restarts a server that exits with a growing delay', async () => {
    start();
    const { metadata } = await create('crashing');
    await reaches('crashing', 'Active');
    const uid = metadata.uid;
    const isRunning = async () =>
      (await driver.getServerStatus({ namespace: '', name: '', uid }))?.spec.running;
    driver.stopFromOutside(uid);
    await until('it is running again', async () => ((await isRunning()) ? true : undefined));
    await settle();
    driver.stopFromOutside(uid);
    const { status } = await reaches('crashing', 'Failed');
    assert.equal(status?.conditions?.[0]?.reason, 'CrashLoopBackOff');
    await clock.advance(10_000);
    await reaches('crashing', 'Active');
  });

  test('reports the reason for which the engine has ended a server', async () => {
    const read = driver.getServerStatus.bind(driver);
    driver.getServerStatus = async (owner) => {
      const state = await read(owner);
      return state && !state.spec.running ? { ...state, endReason: 'OOMKilled' } : state;
    };
    start();
    const { metadata } = await create('hungry');
    await reaches('hungry', 'Active');
    driver.stopFromOutside(metadata.uid);
    await settle();
    driver.stopFromOutside(metadata.uid);
    const { status } = await reaches('hungry', 'Failed');
    assert.equal(status?.conditions?.[0]?.reason, 'OOMKilled');
    assert.match(status.reason ?? '', /was ended by the engine \(OOMKilled\) again/);
  });

  test('reports what a server waits for, once, while other machines are reconciled', async () => {
    const make = driver.createServer.bind(driver);
    let isReady = false;
    let tries = 0;
    driver.createServer = async (owner: ServerOwner, spec: ServerSpec) => {
      if (!owner.name.startsWith('slow') || isReady) return make(owner, spec);
      tries++;
      throw new DriverError('the engine is pulling', { kind: 'pending', reason: 'ImagePulling' });
    };
    start();
    // More than there are workers.
    for (const name of ['slow-1', 'slow-2', 'slow-3']) await create(name);
    await create('other');
    await reaches('other', 'Active');
    const { status } = await reaches('slow-1', 'Creating');
    assert.equal(status?.conditions?.[0]?.reason, 'ImagePulling');
    await settle();
    const [writesBefore, triesBefore] = [writes().length, tries];
    for (let seconds = 0; seconds < 5; seconds++) {
      await clock.advance(1_000);
      await settle();
    }
    assert.ok(tries >= triesBefore + 15);
    assert.equal(writes().length, writesBefore);
    await machines().delete('slow-1');
    await isGone('slow-1');
    isReady = true;
    await clock.advance(1_000);
    await reaches('slow-2', 'Active');
    await reaches('slow-3', 'Active');
  });

  test('samples usage every 30 s and writes only changes', async () => {
    start();
    const { metadata } = await create('idle');
    await reaches('idle', 'Active');
    await settle();
    const before = writes().length;
    for (let samples = 0; samples < 10; samples++) {
      await clock.advance(30_000);
      await settle();
    }
    assert.equal(writes().length, before);
    driver.usage = { cpu: 15.64, memory: 0.11 };
    await clock.advance(30_000);
    const isWritten = (cpu: number) =>
      until('the new usage is written', async () => {
        const { status } = await machines().get('idle');
        return status?.server?.usage.cpu === cpu ? true : undefined;
      });
    await isWritten(15.64);
    assert.equal(writes().length, before + 1);
    // A new run has its own usage.
    driver.usage = { cpu: 3, memory: 0.11 };
    driver.stopFromOutside(metadata.uid);
    await isWritten(3);
  });

  test('applies changes of the spec: size, image and action', async () => {
    start();
    const { metadata } = await create('changing');
    const owner = { namespace: 'default', name: 'changing', uid: metadata.uid };
    const first = await reaches('changing', 'Active');
    const patch = (spec: object) => machines().mergePatch('changing', { spec });
    await patch({ resource: { cpu: 2 } });
    await until('the new size', async () =>
      (await driver.getServerStatus(owner))?.spec.nanoCpus === 2e9 ? true : undefined,
    );
    assert.equal((await driver.getServerStatus(owner))?.id, first.status?.server?.id);
    await patch({ action: 'inactive' });
    const stopped = await reaches('changing', 'Pending');
    assert.equal(stopped.status?.conditions?.[0]?.reason, 'Stopped');
    await patch({ action: 'active', image: 'other' });
    const replaced = await until('the new image', async () => {
      const server = await driver.getServerStatus(owner);
      return server?.spec.image === 'other' && server.spec.running ? server : undefined;
    });
    assert.notEqual(replaced.id, first.status?.server?.id);
  });

  test('reports an invalid spec and waits for a change', async () => {
    start();
    await create('greedy', { resource: { memory: '-1' } });
    const { status } = await reaches('greedy', 'Failed');
    assert.match(status?.reason ?? '', /^spec\.resource\.memory: "-1" is not a valid amount/);
    await machines().mergePatch('greedy', { spec: { resource: { memory: '1G' } } });
    await reaches('greedy', 'Active');
  });

  test('corrects a modified status within 30 s, also of a stopped or invalid machine', async () => {
    start();
    await create('off', { action: 'inactive' });
    await create('greedy', { resource: { memory: '-1' } });
    await reaches('off', 'Pending');
    await reaches('greedy', 'Failed');
    const forge = (name: string, status: VirtualMachineStatus) =>
      machines().applyStatus({ metadata: { name }, status }, { fieldManager: 'x', force: true });
    await forge('off', { phase: 'Active' });
    await forge('greedy', { phase: 'Failed', reason: 'forged' });
    await settle();
    await clock.advance(30_000);
    await reaches('off', 'Pending');
    await until('the corrected reason', async () => {
      const { status } = await machines().get('greedy');
      return status?.reason?.startsWith('spec.resource.memory') === true ? true : undefined;
    });
  });

  test('reports once that it cannot delete while the engine is unreachable', async () => {
    start();
    await create('stuck');
    await reaches('stuck', 'Active');
    driver.failWith(
      new DriverError('no answer', { kind: 'unreachable', reason: 'EngineUnreachable' }),
    );
    await machines().delete('stuck');
    await reaches('stuck', 'Unknown');
    await settle();
    const before = [writes().length, events.length];
    let tries = 0;
    driver.deleteServer = async () => {
      tries++;
      throw new DriverError('no answer', { kind: 'unreachable', reason: 'EngineUnreachable' });
    };
    for (let retries = 0; retries < 10; retries++) {
      await clock.advance(1_000);
      await settle();
    }
    assert.ok(tries > 5);
    assert.deepEqual([writes().length, events.length], before);
    assert.equal(events.at(-1), 'Warning EngineUnreachable');
  });

  test('reports Unknown while the engine is unreachable, and recovers', async () => {
    start();
    await create('cut-off');
    await reaches('cut-off', 'Active');
    driver.failWith(
      new DriverError('no answer', { kind: 'unreachable', reason: 'EngineUnreachable' }),
    );
    await clock.advance(30_000);
    const { status } = await reaches('cut-off', 'Unknown');
    assert.equal(status?.conditions?.[0]?.status, 'Unknown');
    driver.failWith(undefined);
    await clock.advance(30_000);
    await reaches('cut-off', 'Active');
  });

  test('does not wait for writes without a response when it stops', async () => {
    const hangs = async (isHung: (request: TransportRequest) => boolean): Promise<void> => {
      let hung = 0;
      start({
        request: (request) => (isHung(request) ? hang(request) : clientset.fake.request(request)),
      });
      const hang = ({ signal }: TransportRequest): Promise<never> =>
        new Promise((_resolve, reject) => {
          hung++;
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      await until('a write hangs', async () => (hung > 0 ? true : undefined));
      stop.abort();
      await until('it has ended', async () =>
        (await Promise.race([running, turn('runs')])) === 'runs' ? undefined : true,
      );
    };
    await create('waiting');
    await hangs(({ method, path }) => method === 'PATCH' && !path.includes('/status'));
    await hangs(({ path }) => path.includes('/status'));
    start();
    await reaches('waiting', 'Active');
    await end();
    await machines().delete('waiting');
    await hangs(({ method, path }) => method === 'PATCH' && !path.includes('/status'));
  });

  test('finishes started work when it stops', async () => {
    start();
    await create('last');
    await reaches('last', 'Active');
    await end();
    await create('too-late');
    await settle();
    assert.equal((await machines().get('too-late')).status, undefined);
  });

  test('rejects after 25 s if the driver ignores its signal', async () => {
    let isCalled = false;
    driver.createServer = () => {
      isCalled = true;
      return new Promise(() => {});
    };
    start();
    await create('stuck');
    await until('a server is created', async () => isCalled || undefined);
    stop.abort();
    const rejected = assert.rejects(running ?? assert.fail(), {
      name: 'ShutdownTimeoutError',
      message: /^1 reconciles of virtualmachines did not end within 25000 ms .*"default\/stuck"/,
    });
    running = undefined;
    await clock.advance(25_000);
    await rejected;
  });

  for (const [how, watchServers] of [
    [
      'fails',
      async function* (): AsyncGenerator<never> {
        throw new Error('watch failed');
      },
    ],
    ['ends', async function* (): AsyncGenerator<never> {}],
  ] as const) {
    test(`ends its work before it rejects if the driver's watch ${how} by itself`, async () => {
      let isWorking = false;
      let fail = (): void => {};
      const failing = new Promise<void>((resolve) => (fail = resolve));
      driver.watchServers = async function* () {
        await failing;
        yield* watchServers();
      };
      driver.createServer = async (_owner, _spec, { signal } = {}) => {
        isWorking = true;
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        await settle();
        isWorking = false;
        throw new Error('aborted');
      };
      start();
      await create('slow');
      await until('a server is created', async () => isWorking || undefined);
      fail();
      await assert.rejects(running ?? assert.fail(), /watch failed|ended unexpectedly/);
      running = undefined;
      assert.equal(isWorking, false);
    });
  }
});
