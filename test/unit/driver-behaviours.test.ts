import { describe, test } from 'node:test';
import { createFakeDriver, DriverError } from '@vmgen/controller';
import { createApiServer } from '@vmgen/apiserver';
import { driverBehaviours, type DriverSubject } from '../support/driver-behaviours.js';
import { createQemuHost, qemuSubject, writeScriptedQemu } from '../support/qemu-subject.js';
import { podSubject } from '../support/pod-subject.js';

function fakeSubject(): DriverSubject {
  const driver = createFakeDriver();
  return {
    open: () => driver,
    spec: { image: 'nginx', nanoCpus: 1e9, memoryBytes: 1e6, running: true },
    isUsage: ({ cpu, memory }) => cpu === 0 && memory === 0.11,
    async crash({ uid }) {
      driver.stopFromOutside(uid);
    },
    async disconnect() {
      const options = { kind: 'unreachable', reason: 'EngineUnreachable' } as const;
      driver.failWith(new DriverError('no engine', options));
      return async () => driver.failWith(undefined);
    },
  };
}

async function scriptedSubject(): Promise<DriverSubject> {
  const { binary, imageFolder, close } = await writeScriptedQemu([]);
  const host = await createQemuHost(binary, imageFolder);
  const spec = { image: 'works', nanoCpus: 1e9, memoryBytes: 64 << 20, running: true };
  const subject = qemuSubject(host, spec);
  return {
    ...subject,
    isUsage: ({ memory }) => memory === 25,
    async close() {
      await subject.close?.();
      await close();
    },
  };
}

/** The fake driver has no images and no other clients, and its servers exist in one instance only. */
const NOT_FAKE = new Set([
  'reports an image that does not exist',
  'a second instance adopts servers',
  'does not change what it did not create',
  'makes no change after its fence throws',
  'close() ends calls and watches, and servers continue to run',
]);

const subjects: Record<string, () => DriverSubject | Promise<DriverSubject>> = {
  fake: fakeSubject,
  'pod on the embedded API server': () => podSubject(createApiServer().transport),
  'qemu with a scripted program': scriptedSubject,
};

for (const [name, start] of Object.entries(subjects)) {
  describe(`the driver ${name}`, () => {
    for (const [title, behaves] of driverBehaviours(start)) {
      if (name !== 'fake' || !NOT_FAKE.has(title)) test(title, behaves);
    }
  });
}
