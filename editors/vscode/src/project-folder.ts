import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A folder with a config of vmgen. */
export interface ProjectFolder {
  readonly folder: string;
  /** The script of the vmgen that is installed for it; undefined without one. */
  readonly command: string | undefined;
  /** The major version of its TypeScript; undefined without one. */
  readonly typeScript: number | undefined;
}

/** Looks up the packages of a folder, without running any of their code. */
export function readProjectFolder(folder: string): ProjectFolder {
  const vmgen = findPackage(folder, 'vmgen');
  const typeScript = Number(findPackage(folder, 'typescript')?.version.split('.')[0]);
  return {
    folder,
    command: vmgen && path.join(vmgen.folder, 'bin/vmgen.cjs'),
    typeScript: Number.isNaN(typeScript) ? undefined : typeScript,
  };
}

/** The package that Node finds from a folder. */
function findPackage(
  from: string,
  name: string,
): { readonly folder: string; readonly version: string } | undefined {
  const folder = path.join(from, 'node_modules', name);
  const version = versionIn(path.join(folder, 'package.json'));
  if (version !== undefined) return { folder, version };
  const above = path.dirname(from);
  return above === from ? undefined : findPackage(above, name);
}

function versionIn(manifest: string): string | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
    if (typeof value !== 'object' || value === null || !('version' in value)) return undefined;
    return typeof value.version === 'string' ? value.version : undefined;
  } catch {
    return undefined;
  }
}
