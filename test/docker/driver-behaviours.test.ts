import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import Docker from 'dockerode';
import { createDockerDriver, type ServerOwner } from '@vmgen/controller';
import { startChild } from '../support/child.js';
import { containersOf, docker } from '../support/docker.js';
import { driverBehaviours, type DriverSubject } from '../support/driver-behaviours.js';
import { startEngineSocket } from '../support/engine-socket.js';
import { inRepository } from '../support/repository.js';
import { waitFor } from '../support/wait-for.js';

/** Starts vm-engine-proxy as a process. The returned function ends it. */
async function startEngineProxy(engine: string, listen: string): Promise<() => Promise<void>> {
  const bin = inRepository('controller', 'bin', 'vm-engine-proxy.js');
  const args = [bin, '--engine', `unix://${engine}`, '--listen', listen];
  const child = startChild(process.execPath, args);
  await waitFor(
    'vm-engine-proxy listens',
    10_000,
    async () => /"listening"/.test(child.stderr()) || undefined,
  );
  return async () => assert.equal(await child.end('SIGTERM'), 0, child.stderr());
}

async function dockerSubject(isProxied: boolean): Promise<DriverSubject> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-engine-'));
  const [faults, allowed] = [path.join(folder, 'faults.sock'), path.join(folder, 'allowed.sock')];
  // Another run may use the same engine.
  const cluster = `behaviours-${process.pid}`;
  const proxy = await startEngineSocket(faults);
  const endProxy = isProxied ? await startEngineProxy(faults, allowed) : undefined;
  const engine = new Docker({ socketPath: isProxied ? allowed : faults });
  const idOf = async ({ uid }: ServerOwner) => (await containersOf(uid))[0]?.Id ?? '';
  return {
    open: (fence) => createDockerDriver({ cluster, engine, ...(fence && { fence }) }),
    spec: { image: 'nginx', nanoCpus: 500e6, memoryBytes: 64 << 20, running: true },
    badImage: 'vmgen.invalid/nope:1',
    withinMs: 20_000,
    async crash(owner) {
      await docker('kill', await idOf(owner));
    },
    async disconnect() {
      proxy.disconnect();
      return async () => void (proxy.isOpen = true);
    },
    // Has the name of the owner's container, and no labels.
    async createForeign({ namespace, name, uid }) {
      const id = (
        await docker('create', '--name', `vm_${namespace}_${name}_${uid}`, 'nginx')
      ).trim();
      return async () => {
        const status = await docker('inspect', '--format', '{{.State.Status}}', id);
        await docker('rm', '--force', id);
        return status.trim() === 'created';
      };
    },
    async close() {
      proxy.close();
      await endProxy?.();
      await rm(folder, { recursive: true });
    },
  };
}

for (const [name, isProxied] of [
  ['docker', false],
  ['docker through vm-engine-proxy', true],
] as const) {
  describe(`the driver ${name}`, () => {
    const start = (): Promise<DriverSubject> => dockerSubject(isProxied);
    for (const [title, behaves] of driverBehaviours(start)) test(title, behaves);
  });
}
