import assert from 'node:assert/strict';
import { afterEach, before } from 'node:test';
import {
  DriverError,
  type ServerEvent,
  type ServerOwner,
  type ServerSpec,
  type ServerState,
  type VmDriver,
} from '@vmgen/controller';
import { endsAfterTests } from './ends-after.js';
import { waitFor } from './wait-for.js';

/** An engine with its driver, for the table of behaviours. */
export interface DriverSubject {
  /** Opens a further instance of the driver over the same engine. */
  open(fence?: () => void): VmDriver;
  /** A small server that keeps running. */
  readonly spec: ServerSpec;
  /** An image that the engine cannot run. Undefined if the engine has no images. */
  readonly badImage?: string;
  /** Ends a running server without the driver. */
  crash(owner: ServerOwner): Promise<void>;
  /**
   * Makes the engine, or at least this server, unreachable until the returned function is called.
   */
  disconnect(owner: ServerOwner): Promise<() => Promise<void>>;
  /**
   * Creates something in the engine that looks like the owner's server but was not created by the
   * driver. Returns whether it is unchanged. Undefined if the engine contains only own servers.
   */
  readonly createForeign?: (owner: ServerOwner) => Promise<() => Promise<boolean>>;
  /** The expected usage; undefined for any. */
  readonly isUsage?: (usage: { readonly cpu: number; readonly memory: number }) => boolean;
  /** The time limit of a state change. Defaults to 10,000. */
  readonly withinMs?: number;
  close?(): Promise<void>;
}

/** Owners whose names have a meaning in command lines, paths, URLs or labels. */
const HOSTILE: readonly ServerOwner[] = [
  { namespace: 'default', name: 'a.b-c', uid: '00000000-0000-4000-8000-000000000001' },
  { namespace: 'default', name: `l${'o'.repeat(61)}ng.${'name.'.repeat(37)}x`, uid: 'long' },
  { namespace: 'default', name: 'a,id=b,,c', uid: 'comma' },
  { namespace: 'default', name: '../../etc', uid: '../../../tmp/escaped' },
  { namespace: 'default', name: 'line\nbreak\u001b[2J', uid: 'line\nbreak' },
  { namespace: '..', name: '-h', uid: '--help' },
  { namespace: 'default', name: '$(id)', uid: '%2e%2e%2f?watch=true#' },
];

/** The body of a test. */
type Behaviour = () => Promise<void>;

/**
 * The behaviours that all drivers have in common, by title. Called in a suite, whose tests they
 * become: `start` is called once before them, and servers that a test leaves are deleted.
 */
export function driverBehaviours(
  start: () => DriverSubject | Promise<DriverSubject>,
): ReadonlyMap<string, Behaviour> {
  const behaviours = new Map<string, Behaviour>();
  const atEnd = endsAfterTests();
  let subject: DriverSubject;
  let driver: VmDriver;
  let count = 0;

  /** Opens an instance that is closed after the tests. */
  function open(fence?: () => void): VmDriver {
    const opened = subject.open(fence);
    atEnd(() => opened.close());
    return opened;
  }

  before(async () => {
    subject = await start();
    atEnd(async () => subject.close?.());
    driver = open();
  });

  // Also after a failed test.
  afterEach(async () => {
    for (const owner of await driver.listServers()) await deleted(owner);
  });

  function newOwner(): ServerOwner {
    count++;
    const uid = `00000000-0000-4000-8000-${String(Date.now() % 1e9)}${String(count).padStart(3, '0')}`;
    return { namespace: 'default', name: `machine-${count}`, uid };
  }

  const within = () => subject.withinMs ?? 10_000;

  /** The state once a condition holds. A removal that is still pending counts as no state. */
  function reaches(
    owner: ServerOwner,
    what: string,
    holds: (state: ServerState) => boolean,
  ): Promise<ServerState> {
    return waitFor(`${owner.name} ${what}`, within(), async () => {
      const state = await unless('vanished', driver.getServerStatus(owner));
      return state !== undefined && holds(state) ? state : undefined;
    });
  }

  const runs = (owner: ServerOwner) =>
    reaches(owner, 'runs', (state) => state.spec.running && state.problem === undefined);

  const stops = (owner: ServerOwner) => reaches(owner, 'is stopped', ({ spec }) => !spec.running);

  async function created(changes: Partial<ServerSpec> = {}): Promise<ServerOwner> {
    const owner = newOwner();
    await driver.createServer(owner, { ...subject.spec, ...changes });
    return owner;
  }

  /** Deletes a server. Engines that need time to remove it are asked again, as reconciles do. */
  async function deleted(owner: ServerOwner): Promise<void> {
    await waitFor(`${owner.name} is deleted`, 30_000, () =>
      unless(
        'vanished',
        driver.deleteServer(owner).then(() => true),
      ),
    );
  }

  async function updated(owner: ServerOwner, spec: ServerSpec): Promise<void> {
    await waitFor(`${owner.name} is updated`, 30_000, () =>
      unless(
        'vanished',
        driver.updateServer(owner, spec).then(() => true),
      ),
    );
  }

  behaviours.set('creates a running server with its spec', async () => {
    const owner = await created();
    const state = await runs(owner);
    assert.deepEqual(state.spec, subject.spec);
    assert.equal(state.state, 'running');
    assert.notEqual(state.id, '');
    assert.equal(await driver.isServerExist(owner), true);
  });

  behaviours.set('returns an existing server unchanged', async () => {
    const owner = newOwner();
    const first = await driver.createServer(owner, subject.spec);
    const other = { ...subject.spec, memoryBytes: subject.spec.memoryBytes * 2 };
    assert.deepEqual(await driver.createServer(owner, other), first);
    const { spec } = await runs(owner);
    assert.equal(spec.memoryBytes, subject.spec.memoryBytes);
    assert.equal((await driver.listServers()).filter(({ uid }) => uid === owner.uid).length, 1);
  });

  behaviours.set('creates one server in concurrent calls', async () => {
    const owner = newOwner();
    const all = await Promise.all([1, 2, 3].map(() => driver.createServer(owner, subject.spec)));
    assert.equal(new Set(all.map(({ id }) => id)).size, 1);
    assert.equal((await driver.listServers()).filter(({ uid }) => uid === owner.uid).length, 1);
  });

  behaviours.set('reports an absent server', async () => {
    const owner = newOwner();
    assert.equal(await driver.isServerExist(owner), false);
    assert.equal(await driver.getServerStatus(owner), undefined);
    assert.equal(await driver.getServerUsage(owner), undefined);
    await driver.deleteServer(owner);
    await assert.rejects(driver.updateServer(owner, subject.spec), {
      name: 'DriverError',
      kind: 'vanished',
    });
  });

  behaviours.set('creates a stopped server, starts it and stops it', async () => {
    const owner = await created({ running: false });
    assert.equal((await stops(owner)).problem, undefined);
    assert.equal(await driver.getServerUsage(owner), undefined);
    await updated(owner, subject.spec);
    await runs(owner);
    await updated(owner, { ...subject.spec, running: false });
    assert.deepEqual((await stops(owner)).spec, { ...subject.spec, running: false });
    assert.equal(await driver.isServerExist(owner), true);
  });

  behaviours.set('resizes a running server', async () => {
    const owner = await created();
    await runs(owner);
    const resized = {
      ...subject.spec,
      nanoCpus: subject.spec.nanoCpus / 2,
      memoryBytes: subject.spec.memoryBytes * 2,
    };
    await updated(owner, resized);
    assert.deepEqual((await runs(owner)).spec, resized);
  });

  behaviours.set('reports the usage of a running server', async () => {
    const owner = await created();
    await runs(owner);
    const usage = await waitFor('a sample', within(), () => driver.getServerUsage(owner));
    assert.ok(usage.cpu >= 0 && Number.isFinite(usage.cpu), String(usage.cpu));
    assert.ok(usage.memory >= 0 && usage.memory <= 100, String(usage.memory));
    assert.notEqual(subject.isUsage?.(usage), false);
  });

  behaviours.set('deletes a server, and again without an error', async () => {
    const owner = await created();
    await deleted(owner);
    assert.equal(await driver.isServerExist(owner), false);
    assert.equal(await driver.getServerStatus(owner), undefined);
    assert.deepEqual(
      (await driver.listServers()).filter(({ uid }) => uid === owner.uid),
      [],
    );
    await driver.deleteServer(owner);
  });

  behaviours.set('lists servers by namespace, name and UID', async () => {
    const [one, two] = [await created(), await created({ running: false })];
    const listed = (await driver.listServers()).filter(({ uid }) =>
      [one.uid, two.uid].includes(uid),
    );
    const sorted = listed.sort((a, b) => (a.uid < b.uid ? -1 : 1));
    assert.deepEqual(sorted, [one, two]);
  });

  behaviours.set('distinguishes servers of the same name by their UID', async () => {
    const old = await created();
    const next = { ...newOwner(), name: old.name };
    await driver.createServer(next, subject.spec);
    await deleted(old);
    await runs(next);
  });

  behaviours.set('reports a server that was killed, and starts it again', async () => {
    const owner = await created();
    const before = await runs(owner);
    await subject.crash(owner);
    const crashed = await stops(owner);
    assert.equal(crashed.spec.image, before.spec.image);
    await updated(owner, subject.spec);
    await runs(owner);
  });

  behaviours.set('yields a resync and the changes from outside and by itself', async () => {
    const stop = new AbortController();
    const events: ServerEvent[] = [];
    const following = (async () => {
      for await (const event of driver.watchServers({ signal: stop.signal })) events.push(event);
    })();
    const changes = (owner: ServerOwner) =>
      events.filter((event) => event.type === 'changed' && event.owner.uid === owner.uid).length;
    const changesAgain = (owner: ServerOwner, what: string, since: number) =>
      waitFor(`an event of ${what}`, within(), () => changes(owner) > since || undefined);
    await waitFor('the first event', within(), () => events[0]);
    assert.deepEqual(events[0], { type: 'resync' });
    const owner = await created();
    await changesAgain(owner, 'the creation', 0);
    await runs(owner);
    const before = changes(owner);
    await subject.crash(owner);
    await changesAgain(owner, 'the crash', before);
    await stops(owner);
    const later = changes(owner);
    await deleted(owner);
    await changesAgain(owner, 'the deletion', later);
    const reason = new Error('enough');
    stop.abort(reason);
    await assert.rejects(following, reason);
  });

  behaviours.set('reports an image that does not exist', async () => {
    assert.ok(subject.badImage !== undefined);
    const owner = newOwner();
    const spec = { ...subject.spec, image: subject.badImage };
    const failure = await waitFor('the end of the creation', within(), () =>
      unless('pending', driver.createServer(owner, spec)),
    ).then(
      // Engines that create servers later report the failure in the state.
      async () =>
        (await reaches(owner, 'fails', (state) => state.problem?.isFailure === true)).problem,
      (error: unknown) => error,
    );
    assert.ok(failure instanceof DriverError || (failure && 'isFailure' in Object(failure)));
    if (failure instanceof DriverError) assert.equal(failure.kind, 'refused');
    const { reason, message } = failure as { reason: string; message: string };
    assert.match(reason, /^[A-Z][A-Za-z]+$/);
    assert.ok(message.includes(subject.badImage.split('@')[0] ?? ''), message);
  });

  behaviours.set('is unreachable without its engine, and continues afterwards', async () => {
    const owner = await created();
    await runs(owner);
    const reconnect = await subject.disconnect(owner);
    try {
      await assert.rejects(driver.getServerStatus(owner), {
        name: 'DriverError',
        kind: 'unreachable',
      });
    } finally {
      await reconnect();
    }
    // A kept connection of before may fail once more, after which a reconcile runs again.
    await waitFor('the engine is reachable', within(), () =>
      unless('unreachable', driver.isServerExist(owner)),
    );
    await runs(owner);
  });

  behaviours.set('a second instance adopts servers', async () => {
    const owner = await created();
    const { id } = await runs(owner);
    await driver.close();
    driver = open();
    assert.equal((await runs(owner)).id, id);
    assert.deepEqual(
      (await driver.listServers()).filter(({ uid }) => uid === owner.uid),
      [owner],
    );
    assert.equal((await driver.createServer(owner, subject.spec)).id, id);
  });

  behaviours.set('does not change what it did not create', async () => {
    assert.ok(subject.createForeign !== undefined);
    const owner = newOwner();
    const isUnchanged = await subject.createForeign(owner);
    assert.equal(await driver.isServerExist(owner), false);
    assert.deepEqual(
      (await driver.listServers()).filter(({ uid }) => uid === owner.uid),
      [],
    );
    await driver.createServer(owner, subject.spec).catch((error: unknown) => {
      assert.ok(error instanceof DriverError, String(error));
      assert.equal(error.reason, 'NameConflict');
    });
    await deleted(owner);
    assert.equal(await isUnchanged(), true);
  });

  behaviours.set('makes no change after its fence throws', async () => {
    const owner = await created();
    const { id } = await runs(owner);
    await driver.close();
    let isFenced = false;
    driver = open(() => {
      if (isFenced) throw new Error('the lease was lost');
    });
    await runs(owner);
    isFenced = true;
    const other = newOwner();
    try {
      const stopped = { ...subject.spec, running: false };
      await assert.rejects(driver.updateServer(owner, stopped), /the lease was lost/);
      await assert.rejects(driver.deleteServer(owner), /the lease was lost/);
      await assert.rejects(driver.createServer(other, subject.spec), /the lease was lost/);
    } finally {
      isFenced = false;
    }
    assert.equal((await runs(owner)).id, id);
    assert.equal(await driver.isServerExist(other), false);
  });

  behaviours.set('creates servers with hostile names, or rejects them', async () => {
    for (const owner of HOSTILE) {
      const spec = { ...subject.spec, running: false };
      try {
        await driver.createServer(owner, spec);
        assert.ok(await driver.isServerExist(owner), owner.name);
        assert.ok(
          (await driver.listServers()).some(({ uid }) => uid === owner.uid),
          owner.name,
        );
        await deleted(owner);
      } catch (error) {
        if (!(error instanceof DriverError)) throw error;
        assert.equal(error.kind, 'refused', error.message);
      }
    }
    assert.deepEqual(await driver.listServers(), []);
  });

  behaviours.set('close() ends calls and watches, and servers continue to run', async () => {
    const owner = await created();
    const other = open();
    const watch = other.watchServers()[Symbol.asyncIterator]();
    assert.deepEqual(await watch.next(), { done: false, value: { type: 'resync' } });
    const next = watch.next();
    await other.close();
    await other[Symbol.asyncDispose]();
    await assert.rejects(next, /driver was closed/);
    await assert.rejects(other.listServers(), /driver was closed/);
    await runs(owner);
  });
  return behaviours;
}

/** Converts errors of a kind to undefined: a reconcile runs again after them. */
async function unless<T>(kind: DriverError['kind'], call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof DriverError && error.kind === kind) return undefined;
    throw error;
  }
}
