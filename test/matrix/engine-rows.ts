import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { VirtualMachineStatus } from '../../apis/cloudnative/v1alpha1/types.js';
import { fillDisk } from '../support/fill-disk.js';
import { startOwnEngine, type OwnEngine } from '../support/own-engine.js';
import type { DockerRow, DockerWorld } from './docker-world.js';
import type { World } from './world.js';

/** How long dockerd is stopped: six times the limit of a call. */
const FROZEN_MS = 60_000;

/** A row with an engine of its own, which it kills, stops or fills. */
interface EngineRow extends DockerRow {
  readonly start: (from: OwnEngine['docker']) => Promise<OwnEngine>;
}

function killed(isLiveRestore: boolean): EngineRow {
  return {
    row: 29,
    title: `the engine is killed, live-restore ${isLiveRestore ? 'on' : 'off'}`,
    start: (from) => startOwnEngine({ from, flags: [`--live-restore=${isLiveRestore}`] }),
    async run({ world, engine, inspect }) {
      world.controller();
      const vm = await world.active('a');
      const [server] = await world.serversOf(vm);
      const before = await inspect(server?.id ?? '');
      await engine.signal('SIGKILL');
      await world.touch('a');
      await world.reports('a', 'EngineUnreachable', 15_000);
      await engine.restart();
      await world.observer.holds({ withinMs: 30_000 });
      const after = await inspect(server?.id ?? '');
      // Without live-restore, an engine that starts ends the containers of the killed one.
      assert.equal(after.State.StartedAt === before.State.StartedAt, isLiveRestore);
    },
  };
}

export const ENGINE_ROWS: readonly EngineRow[] = [
  killed(false),
  killed(true),
  {
    row: 30,
    title: 'the engine is stopped, and calls end after 10 s',
    start: (from) => startOwnEngine({ from }),
    async run({ world, engine }: DockerWorld) {
      world.controller();
      await world.active('a');
      await engine.signal('SIGSTOP');
      await world.touch('a');
      const begun = performance.now();
      const { status } = await world.reports('a', 'EngineUnreachable', 15_000);
      const seconds = (performance.now() - begun) / 1_000;
      assert.ok(seconds > 5 && seconds < 13, String(seconds));
      assert.equal(status?.phase, 'Unknown');
      await wait(FROZEN_MS - (performance.now() - begun));
      await engine.signal('SIGCONT');
      await world.observer.holds();
    },
  },
  {
    row: 43,
    title: 'the disk of the engine is full, and the status contains the reason',
    start: (from) => startOwnEngine({ from, dataSize: '300m' }),
    async run({ world, engine }: DockerWorld) {
      const filler = path.join(engine.dataFolder, 'filler');
      await fillDisk(filler);
      world.controller();
      await world.create('a');
      const { status } = await world.reaches('a', 'Failed');
      assert.match(status?.reason ?? '', /no space left on device/);
      await rm(filler);
      await world.observer.holds({ withinMs: 25_000 });
    },
  },
];

/** Rows about the API server, for all drivers. */
export const API_ROWS: readonly {
  readonly row: number;
  readonly title: string;
  readonly run: (world: World) => Promise<void>;
}[] = [
  {
    row: 27,
    title: 'a removed finalizer is added again, and the server of a deleted machine is removed',
    async run(world) {
      const controller = world.controller();
      const vm = await world.active('a');
      await world.active('b');
      const strip = (name: string) =>
        world.machines.mergePatch(name, { metadata: { finalizers: null } });
      await strip('b');
      world.observer.forces(vm.metadata.uid);
      // The controller does not add the finalizer between the two.
      controller.process.kill('SIGSTOP');
      await strip('a');
      await world.machines.delete('a');
      controller.process.kill('SIGCONT');
      await world.observer.holds({ withinMs: 60_000 });
    },
  },
  {
    row: 28,
    title: 'a forged status is corrected within 35 s',
    async run(world) {
      world.controller();
      await world.active('a');
      const status: VirtualMachineStatus = {
        phase: 'Failed',
        reason: 'forged',
        server: { id: 'forged', state: 'running', usage: { cpu: 99, memory: 99 } },
      };
      const force = { fieldManager: 'stranger', force: true };
      await world.machines.applyStatus({ metadata: { name: 'a' }, status }, force);
      await world.observer.holds({ withinMs: 35_000 });
    },
  },
];
