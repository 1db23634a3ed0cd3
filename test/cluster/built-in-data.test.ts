import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { goAnswersOf } from '../record/record-all.js';
import { inRepository } from '../support/repository.js';

const run = promisify(execFile);

// A folder of the user's own holds the binaries of some version, and Go may not be at hand.
const isPinned = existsSync(goAnswersOf(process.env['KUBEBUILDER_ASSETS'] ?? ''));
const skip = isPinned ? false : 'KUBEBUILDER_ASSETS is not what vmgen-envtest builds';

test(
  'what the embedded server knows of built-in kinds is what Kubernetes says',
  { skip },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-built-in-'));
    try {
      await run(process.execPath, [inRepository('hack/distill-built-ins.mjs'), '--to', folder]);
      const committed = inRepository('packages/apiserver/data');
      const files = await readdir(folder, { recursive: true });
      assert.deepEqual(files.sort(), (await readdir(committed, { recursive: true })).sort());
      for (const file of files.filter((name) => name.endsWith('.json'))) {
        const [fresh, known] = await Promise.all(
          [folder, committed].map((root) => readFile(path.join(root, file), 'utf8')),
        );
        assert.ok(fresh === known, `${file} is out of date: run node hack/distill-built-ins.mjs`);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
