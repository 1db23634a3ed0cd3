import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { leaseResource } from '@vmgen/runtime/api';
import { createResourceClient } from '@vmgen/runtime';
import { refusal, withoutSocket, type ProxiedCall } from '../support/fault-proxy.js';
import { EXITING_IMAGE, HUNGRY_IMAGE, IMAGE } from '../support/own-engine.js';
import { pick, seeded } from '../support/seeded.js';
import { waitFor } from '../support/wait-for.js';
import type { DockerRow } from './docker-world.js';
import { killsOr, randomKills } from './world.js';

const is = (method: string, url: RegExp) => (call: ProxiedCall) =>
  call.method === method && url.test(call.url);
const creates = is('POST', /\/containers\/create/);
const starts = is('POST', /\/start$/);
const removes = is('DELETE', /\/containers\//);
const lists = is('GET', /\/containers\/json/);
const pulls = is('POST', /\/images\/create/);
const follows = is('GET', /\/events/);

/** The gaps between calls, in ms. */
const gapsOf = (calls: readonly ProxiedCall[]): number[] =>
  calls.slice(1).map(({ atMs }, index) => atMs - (calls[index]?.atMs ?? 0));

/** Rows on an engine that works, with faults of the proxy or of other clients. They run beside each other. */
export const SHARED_ROWS: readonly DockerRow[] = [
  {
    row: 31,
    title: 'the socket of the engine is gone, and the condition Ready is Unknown',
    async run({ world, proxy, socket }) {
      world.controller();
      await world.active('a');
      await withoutSocket(socket, async () => {
        proxy.closeConnections();
        await world.touch('a');
        const { status } = await world.reports('a', 'EngineUnreachable', 10_000);
        assert.equal(status?.conditions?.[0]?.status, 'Unknown');
      });
      await world.observer.holds();
    },
  },
  {
    row: 32,
    title: 'a missing image is reported, and pulled again after 10 s',
    async run({ world, proxy, docker }) {
      proxy.fault = (call) =>
        pulls(call) ? refusal(404, 'pull access denied for nope, it does not exist') : 'pass';
      world.controller();
      await world.create('a', { image: 'nope:1' });
      const { status } = await world.reports('a', 'ImagePullFailed');
      assert.match(status?.reason ?? '', /nope:1.*does not exist/);
      await waitFor('the second pull', 15_000, () => proxy.calls.filter(pulls)[1]);
      const [gap = 0] = gapsOf(proxy.calls.filter(pulls));
      assert.ok(gap >= 9_900, String(gap));
      await docker('tag', IMAGE, 'nope:1');
      // The second delay is 20 s.
      await world.observer.holds({ withinMs: 25_000 });
    },
  },
  {
    row: 33,
    title:
      'more pulls hang than there are workers, and other machines are created, changed and deleted',
    async run({ world, proxy }) {
      proxy.fault = (call) => (pulls(call) ? 'hang' : 'pass');
      world.controller();
      const slow = ['slow-1', 'slow-2', 'slow-3'];
      for (const name of slow) await world.create(name, { image: `${name}:1` });
      await waitFor('the pulls', 10_000, () => proxy.calls.filter(pulls)[slow.length - 1]);
      await world.active('other');
      await world.touch('other');
      for (const name of slow) await world.machines.delete(name);
      for (const name of slow) await world.isGone(name);
      await world.observer.holds();
    },
  },
  {
    row: 34,
    title: 'a stranger has the name of the container, and keeps it until it is renamed',
    async run({ world, docker, inspect }) {
      const { metadata } = await world.create('a');
      const name = `vm_default_a_${metadata.uid}`;
      const id = (await docker('run', '--detach', '--name', name, IMAGE)).trim();
      const before = await inspect(id);
      world.controller();
      const { status } = await world.reports('a', 'NameConflict');
      assert.equal(status?.phase, 'Failed');
      assert.deepEqual(await inspect(id), before);
      await docker('rename', id, `stranger-${metadata.uid}`);
      await world.observer.holds({ withinMs: 15_000 });
      assert.deepEqual((await inspect(id)).State, before.State);
    },
  },
  {
    row: 35,
    title: 'the answers of a creation, a start and a removal are lost',
    async run({ world, proxy }) {
      const lost = new Set<unknown>();
      const losesFirst = (call: ProxiedCall) =>
        [creates, starts, removes].some((kind) => {
          if (!kind(call) || lost.has(kind)) return false;
          lost.add(kind);
          return true;
        });
      proxy.fault = (call) => (losesFirst(call) ? 'lose' : 'pass');
      world.controller();
      await world.create('a');
      // The time begins with the end of the fault, not with the start of the controller.
      await waitFor('the start is lost', 30_000, () => lost.has(starts) || undefined);
      await world.observer.holds();
      assert.equal(proxy.calls.filter(creates).length, 1);
      await world.machines.delete('a');
      await world.isGone('a');
      assert.equal(lost.size, 3);
    },
  },
  {
    row: 36,
    title: 'the name is reserved without a container, and another name is used after three tries',
    async run({ world, proxy }) {
      const { metadata } = await world.create('a');
      const phantom = new RegExp(`vm_default_a_${metadata.uid}(&|/|$)`);
      proxy.fault = (call) => {
        if (!phantom.test(call.url)) return 'pass';
        return creates(call)
          ? refusal(409, 'Conflict. The container name is already in use')
          : refusal(404, 'No such container');
      };
      world.controller();
      await world.reports('a', 'NameConflict');
      // 10 s and 20 s after the first two conflicts, and the time to be sure of each.
      await world.observer.holds({ withinMs: 90_000 });
      assert.equal(proxy.calls.filter((call) => creates(call) && phantom.test(call.url)).length, 3);
    },
  },
  {
    row: 38,
    title: 'a machine that exceeds 8 MB is reported as OOMKilled',
    async run({ world }) {
      world.controller();
      const resource = { cpu: '500m', memory: '8M' };
      await world.create('a', { image: HUNGRY_IMAGE, resource });
      await world.reports('a', 'OOMKilled');
      await world.machines.mergePatch('a', {
        spec: { image: IMAGE, resource: { memory: '64Mi' } },
      });
      await world.observer.holds();
    },
  },
  {
    row: 39,
    title: 'a machine that exits is started again after 10 s, and then after 20 s',
    async run({ world, proxy }) {
      world.controller();
      await world.create('a', { image: EXITING_IMAGE });
      await world.reports('a', 'CrashLoopBackOff');
      await waitFor('the fourth start', 60_000, () => proxy.calls.filter(starts)[3]);
      const [, second = 0, third = 0] = gapsOf(proxy.calls.filter(starts));
      assert.ok(second >= 9_900 && third >= 19_900, `${second} ms, ${third} ms`);
      await world.machines.mergePatch('a', { spec: { image: IMAGE } });
      await world.observer.holds();
    },
  },
  {
    row: 40,
    title: 'another client removes the container at the same time',
    async run({ world, proxy, docker }) {
      world.controller();
      const vm = await world.active('a');
      const [server] = await world.serversOf(vm);
      assert.ok(server !== undefined);
      // Either of both clients may be too late.
      const removeToo = (id: string): Promise<unknown> =>
        docker('rm', '--force', id).catch((error: unknown) => {
          assert.match(String(error), /already in progress|No such container/);
        });
      let removal: Promise<unknown> | undefined;
      proxy.fault = (call) => {
        if (!removes(call) || removal !== undefined) return 'pass';
        removal = removeToo(server.id);
        return refusal(409, `removal of container ${server.id} is already in progress`);
      };
      await world.machines.delete('a');
      await world.isGone('a', 10_000);
      await removal;
      // 404: both a stop and a removal find nothing.
      const other = await world.active('b');
      const [second] = await world.serversOf(other);
      await Promise.all([world.machines.delete('b'), removeToo(second?.id ?? '')]);
      await world.isGone('b', 10_000);
      await world.observer.holds();
    },
  },
  {
    row: 41,
    title: 'the finalizer stays while the engine cannot remove the container',
    async run({ world, proxy }) {
      world.controller();
      await world.active('a');
      proxy.fault = (call) =>
        removes(call) ? refusal(500, 'driver "overlay2" failed to remove root filesystem') : 'pass';
      await world.machines.delete('a');
      const vm = await world.reports('a', 'EngineError');
      assert.equal(vm.metadata.finalizers?.length, 1);
      assert.match(vm.status?.reason ?? '', /failed to remove root filesystem/);
      proxy.fault = () => 'pass';
      // The next try is after 10 s.
      await world.isGone('a', 15_000);
    },
  },
  {
    row: 42,
    title: 'the stream of events is cut, and a container that ended meanwhile is started',
    async run({ world, proxy, docker }) {
      world.controller();
      const vm = await world.active('a');
      proxy.fault = (call) => (follows(call) ? 'cut' : 'pass');
      proxy.closeConnections();
      await docker('kill', (await world.serversOf(vm))[0]?.id ?? '');
      await waitFor('two failed connections', 10_000, () => proxy.calls.filter(follows)[2]);
      proxy.fault = () => 'pass';
      await world.observer.holds({ withinMs: 30_000 });
    },
  },
  {
    row: 44,
    title: 'the engine answers garbage, and the controller neither ends nor stalls',
    async run({ world, proxy }) {
      const draw = seeded(44);
      const bodies = ['<html>502</html>', '{"Id":', 'null', '{}', '[]', '[null]', '"text"', ''];
      const controller = world.controller();
      await world.active('a');
      proxy.fault = (call) => {
        if (follows(call)) return { status: 200, body: '{"Actor":\n<html>\nnull\n[]\n' };
        if (draw() < 0.2) return 'truncate';
        return draw() < 0.2 ? 'pass' : { status: 200, body: pick(bodies, draw()) };
      };
      proxy.closeConnections();
      for (let round = 0; round < 10; round++) {
        await world.touch('a');
        await wait(600);
      }
      proxy.fault = () => 'pass';
      // A call whose answer is cut ends after 10 s.
      await world.observer.holds({ withinMs: 20_000 });
      assert.equal(controller.process.exitCode, null);
    },
  },
  {
    row: 44,
    title: 'an answer ends in the middle, and its call ends after 10 s',
    async run({ world, proxy }) {
      world.controller();
      await world.active('a');
      let cut = 0;
      proxy.fault = (call) => (lists(call) && cut++ < 2 ? 'truncate' : 'pass');
      await world.touch('a');
      await waitFor('an answer is cut', 10_000, () => cut > 0 || undefined);
      await world.observer.holds({ withinMs: 30_000 });
    },
  },
  {
    row: 45,
    title: 'SIGTERM during a creation ends the process within 10 s and releases the lease',
    async run({ world, proxy }) {
      proxy.fault = (call) => (creates(call) ? 'hang' : 'pass');
      const first = world.controller('--holder-identity', 'first');
      await world.create('a');
      await waitFor('the creation', 30_000, () => proxy.calls.find(creates));
      const begun = performance.now();
      assert.equal(await first.end('SIGTERM'), 0, first.stderr());
      assert.ok(performance.now() - begun < 10_000);
      const leases = createResourceClient(world.clientset.transport, leaseResource, {
        namespace: 'default',
      });
      const { spec } = await leases.get('vm-controller');
      assert.equal(spec?.holderIdentity ?? '', '');
      proxy.fault = () => 'pass';
      world.controller('--holder-identity', 'second');
      await world.observer.holds();
    },
  },
];

const KILLS = killsOr(40);

/** Rows with limits that other rows beside them could exceed. */
export const LONE_ROWS: readonly DockerRow[] = [
  {
    row: 37,
    title: 'kill, rm and pause are repaired within 2 s, and a renamed container is kept',
    async run({ world, docker, inspect }) {
      world.controller();
      const idOf = async (name: string) =>
        (await world.serversOf(await world.active(name)))[0]?.id ?? '';
      const [killed, removed, paused, renamed] = [
        await idOf('killed'),
        await idOf('removed'),
        await idOf('paused'),
        await idOf('renamed'),
      ];
      const runsAgain = async (what: string, name: string) => {
        const vm = await world.machines.get(name);
        await waitFor(`${what} is repaired`, 2_000, async () =>
          (await world.serversOf(vm)).some(({ isRunning }) => isRunning) ? true : undefined,
        );
      };
      await docker('kill', killed);
      await runsAgain('kill', 'killed');
      await docker('rm', '--force', removed);
      await runsAgain('rm', 'removed');
      await docker('pause', paused);
      await runsAgain('pause', 'paused');
      const { State } = await inspect(renamed);
      await docker('rename', renamed, `renamed-${renamed.slice(0, 12)}`);
      await world.touch('renamed');
      await world.observer.holds();
      assert.equal((await inspect(renamed)).State.StartedAt, State.StartedAt);
      for (const id of [killed, paused]) assert.equal((await inspect(id)).Id, id);
    },
  },
  {
    row: 46,
    title: `the controller is killed ${KILLS} times while machines are created, changed and deleted`,
    async run({ world, docker }) {
      await randomKills(world, KILLS, async ({ id }) => {
        await docker('kill', id);
      });
      await world.observer.holds({ withinMs: 30_000 });
    },
  },
];
