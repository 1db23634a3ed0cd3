import { appendFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { endsAfterTests } from '../support/ends-after.js';
import { startOwnEngine, type OwnEngine } from '../support/own-engine.js';
import { startVirtualMachinesPlane } from '../support/virtual-machines-plane.js';
import { LONE_ROWS, SHARED_ROWS } from './docker-rows.js';
import { inDockerWorld, type RowCluster } from './docker-world.js';
import { API_ROWS, ENGINE_ROWS } from './engine-rows.js';
import { IMPOSSIBLE } from './impossible.js';
import { inPodWorld, POD_ROWS } from './pod-rows.js';
import { inQemuWorld, QEMU_ROWS } from './qemu-rows.js';

const count = { run: 0, passed: 0 };
const atEnd = endsAfterTests();
let engine: OwnEngine;

/** A test of a row. The title starts with its number. */
function row(
  driver: string,
  { row: number, title }: { readonly row: number; readonly title: string },
  body: () => Promise<void>,
): void {
  test(`${number} ${driver}: ${title}`, async () => {
    count.run++;
    await body();
    count.passed++;
  });
}

before(async () => {
  engine = await startOwnEngine();
  atEnd(async () => engine[Symbol.asyncDispose]());
});

// Most rows wait most of their time. Rows about the API server use kube-apiserver, and others the embedded server.
describe('docker and pod', { concurrency: 6 }, () => {
  // They share the server and its machines.
  describe('on kube-apiserver', { concurrency: 1 }, () => {
    let real: RowCluster;
    before(async () => {
      const { plane, clientset } = await startVirtualMachinesPlane(atEnd);
      real = { clientset, kubeconfig: plane.kubeconfig };
    });
    for (const each of API_ROWS) {
      row('docker', each, () =>
        inDockerWorld(engine, ({ world }) => each.run(world), { cluster: real }),
      );
    }
  });
  for (const each of SHARED_ROWS) row('docker', each, () => inDockerWorld(engine, each.run));
  for (const each of API_ROWS) row('pod', each, () => inPodWorld(({ world }) => each.run(world)));
  for (const each of POD_ROWS) row('pod', each, () => inPodWorld(each.run));
});

describe('docker, without other rows beside', () => {
  for (const each of LONE_ROWS) row('docker', each, () => inDockerWorld(engine, each.run));
});

describe('docker, with an engine of its own', { concurrency: 2 }, () => {
  for (const each of ENGINE_ROWS) {
    row('docker', each, async () => {
      await using own = await each.start(engine.docker);
      await inDockerWorld(own, each.run, { losesStranger: each.row === 29 });
    });
  }
});

// A guest boots for 3 s of one processor.
describe('qemu', { concurrency: 3 }, () => {
  for (const each of API_ROWS) row('qemu', each, () => inQemuWorld(({ world }) => each.run(world)));
  for (const each of QEMU_ROWS) row('qemu', each, () => inQemuWorld(each.run));
});

for (const { driver, rows, why } of IMPOSSIBLE) {
  test(`${rows.join(', ')} ${driver}`, { skip: why }, () => {});
}

after(() => {
  const file = process.env['VMGEN_NOTES'];
  const impossible = IMPOSSIBLE.flatMap(({ rows }) => rows).length;
  const text = `faults: ${count.run} rows run, ${count.passed} passed, ${impossible} impossible\n`;
  if (file !== undefined) appendFileSync(file, text);
});
