import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { WritePlan } from './plan-write.js';

/**
 * Carries out a plan. Each file is written beside its place and then renamed, so that no reader sees
 * half of one.
 */
export async function write(plan: WritePlan): Promise<void> {
  for (const { path, text } of [...plan.created, ...plan.changed]) {
    const target = join(plan.out, path);
    await mkdir(dirname(target), { recursive: true });
    const temporary = `${target}.${process.pid}.tmp`;
    try {
      await writeFile(temporary, text);
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }
  for (const path of plan.stale) {
    await rm(join(plan.out, path), { force: true });
    await removeEmptyFolders(plan.out, dirname(path));
  }
}

async function removeEmptyFolders(out: string, folder: string): Promise<void> {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    try {
      await rmdir(join(out, path));
    } catch {
      // Something still stands in it.
      return;
    }
  }
}
