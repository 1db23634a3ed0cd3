import { execFileSync } from 'node:child_process';
import { linkPackages } from '@vmgen/fixtures/generator/link-packages';
import { inRepository } from './repository.js';

/** The command vmgen. */
export const VMGEN = inRepository('generator', 'bin', 'vmgen.cjs');

/**
 * Writes the project of an operator as `vmgen init` does, for the kind Site of web.example.com. Its packages are links
 * to the repository, so that nothing is installed.
 */
export function createLinkedProject(folder: string): void {
  const flags = ['--name', 'site-operator', '--group', 'web.example.com', '--kind', 'Site'];
  execFileSync(process.execPath, [VMGEN, 'init', '.', ...flags], { cwd: folder });
  linkPackages(folder, inRepository());
}
