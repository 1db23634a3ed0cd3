import { renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ObservedDisk } from '../cache/observed-disk.js';
import { listFiles } from './list-files.js';
import { makeFolder } from './make-folder.js';
import type { WritePlan } from './plan-write.js';

/**
 * Carries out a plan. Each file is written beside its place and then renamed, so that no reader sees
 * half of one; truncating files that are there is many times slower. `disk` learns how the output
 * stands afterwards.
 */
export function write(plan: WritePlan, disk = new ObservedDisk()): void {
  const written = [...plan.created, ...plan.changed];
  const targets = written.map(({ path }) => join(plan.out, path));
  for (const folder of new Set(targets.map(dirname))) makeFolder(folder);
  for (const [index, { text }] of written.entries()) replaceFile(targets[index] ?? '', text, disk);
  for (const path of plan.stale) {
    rmSync(join(plan.out, path), { force: true });
    disk.removed(join(plan.out, path));
    removeEmptyFolders(plan.out, dirname(path), disk);
  }
  if (written.length + plan.stale.length > 0) listFiles(plan.out, disk);
}

function replaceFile(target: string, text: string, disk: ObservedDisk): void {
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, target);
    disk.wrote(target, text);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function removeEmptyFolders(out: string, folder: string, disk: ObservedDisk): void {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    try {
      rmdirSync(join(out, path));
      disk.list(join(out, path));
    } catch {
      // Something still stands in it.
      return;
    }
  }
}
