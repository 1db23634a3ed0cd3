import { describe, test } from 'node:test';
import { driverBehaviours } from '../support/driver-behaviours.js';
import { createQemuHost, qemuSubject, realQemu } from '../support/qemu-subject.js';

describe('the driver qemu', () => {
  const behaviours = driverBehaviours(async () => {
    const { binary, imageFolder } = realQemu();
    const host = await createQemuHost(binary, imageFolder);
    const spec = { image: 'busybox', nanoCpus: 1e9, memoryBytes: 96 << 20, running: true };
    return { ...qemuSubject(host, spec), withinMs: 30_000 };
  });
  for (const [title, behaves] of behaviours) test(title, behaves);
});
