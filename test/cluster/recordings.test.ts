import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { goAnswersOf, recordAll, recordings } from '../record/record-all.js';
import { endsAfterTests } from '../support/ends-after.js';
import { inRepository } from '../support/repository.js';

const REMEDY = 'run hack/record.sh, see that the answers are what we want, and commit them';

// A folder of the user's own holds the binaries of some version, and not this one.
const isPinned = existsSync(goAnswersOf(process.env['KUBEBUILDER_ASSETS'] ?? ''));
const skip = isPinned ? false : 'KUBEBUILDER_ASSETS is not what vmgen-envtest builds';

const atEnd = endsAfterTests();
let folder: string;

before(async () => {
  if (!isPinned) return;
  folder = await mkdtemp(path.join(tmpdir(), 'vmgen-recordings-'));
  atEnd(() => rm(folder, { recursive: true }));
  await recordAll(folder);
});

describe('a real kube-apiserver still answers', { skip }, () => {
  for (const { file } of recordings) {
    test(`answers equal ${file}`, async () => {
      const [fresh, committed] = await Promise.all([
        readFile(path.join(folder, file), 'utf8'),
        readFile(inRepository(file), 'utf8'),
      ]);
      const line = firstDifference(fresh.split('\n'), committed.split('\n'));
      assert.ok(line === undefined, `${file} is out of date: ${line ?? ''}\n${REMEDY}`);
    });
  }
});

/** Where two texts part, and how; undefined where they are the same. */
function firstDifference(fresh: string[], committed: string[]): string | undefined {
  const length = Math.max(fresh.length, committed.length);
  for (let i = 0; i < length; i++) {
    if (fresh[i] !== committed[i]) {
      return `line ${i + 1}\n- ${committed[i] ?? '(none)'}\n+ ${fresh[i] ?? '(none)'}`;
    }
  }
  return undefined;
}
