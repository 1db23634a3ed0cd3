import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { createDynamicClient } from '@vmgen/runtime/discovery';
import { ask } from '../support/ask.js';

const gears: CustomResourceDefinition = crdOf(
  { group: 'envtest.example.com', kind: 'Gear', names: { singular: 'gear', listKind: 'GearList' } },
  [versionWith('v1', {})],
);
const path = '/apis/envtest.example.com/v1/namespaces/default/gears';

test('startEnvtest installs definitions, which are served at once', async () => {
  const plane = await startEnvtest({ crds: [gears] });
  const gear = { apiVersion: 'envtest.example.com/v1', kind: 'Gear', metadata: { name: 'a' } };
  try {
    const { verdict } = await ask(plane.transport, 'POST', path, gear);
    assert.equal(verdict.status, 201);
    const gears = await createDynamicClient(plane.transport).forObject(gear);
    assert.equal((await gears.list()).items.length, 1);
  } finally {
    await plane.close();
  }
  await plane.close();
});

test('startEnvtest rejects with the error of an invalid definition, and leaves no files', async (t) => {
  const before = process.env['TMPDIR'];
  const folder = await mkdtemp(join(tmpdir(), 'envtest-test-'));
  process.env['TMPDIR'] = folder;
  t.after(async () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(folder, { recursive: true });
  });
  const wrong = { ...gears, metadata: { name: 'wheels.envtest.example.com' } };
  await assert.rejects(startEnvtest({ crds: [wrong] }), {
    name: 'ApiError',
    message: /"wheels\.envtest\.example\.com" is invalid: .*metadata\.name/,
  });
  assert.deepEqual(await readdir(folder), []);
});
