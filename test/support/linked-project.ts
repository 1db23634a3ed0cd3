import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from './repository.js';

/** The packages of a project, and where they are in the repository. */
const PACKAGES: readonly (readonly [name: string, folder: string])[] = [
  ...[
    'apiserver',
    'base',
    'cel',
    'crd',
    'kubernetes',
    'manager',
    'runtime',
    'typescript-plugin',
  ].map((name) => [`@vmgen/${name}`, `packages/${name}`] as const),
  ['vmgen', 'generator'],
  ['typescript', 'node_modules/typescript'],
  ['@types/node', 'node_modules/@types/node'],
];

/** The command vmgen. */
export const VMGEN = inRepository('generator', 'bin', 'vmgen.cjs');

/**
 * Writes the project of an operator as `vmgen init` does, for the kind Site of web.example.com. Its packages are links
 * to the repository, so that nothing is installed.
 */
export function createLinkedProject(folder: string): void {
  const flags = ['--name', 'site-operator', '--group', 'web.example.com', '--kind', 'Site'];
  execFileSync(process.execPath, [VMGEN, 'init', '.', ...flags], { cwd: folder });
  for (const [name, target] of PACKAGES) {
    const link = path.join(folder, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(inRepository(...target.split('/')), link);
  }
}
