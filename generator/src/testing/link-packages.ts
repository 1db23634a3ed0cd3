import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OUR_PACKAGES } from '../doctor/setup.js';

/** Links the packages of a new project to those that are installed in a folder: a link can be replaced. */
export function linkPackages(project: string, from: string): void {
  for (const name of ['typescript', '@types/node', ...OUR_PACKAGES]) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(from, 'node_modules', name), link);
  }
}
