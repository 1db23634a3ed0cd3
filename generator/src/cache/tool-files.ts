import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ownRoot = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The files whose replacement makes another vmgen: its own compiled modules, those of the judge of
 * CRDs, and the entry of each library that it stands on.
 */
export function toolFiles(): string[] {
  const judge = dirname(dirname(resolved('@vmgen/apiserver/schema')));
  return [
    join(ownRoot, 'package.json'),
    join(judge, '../package.json'),
    ...modulesIn(join(ownRoot, 'dist')),
    ...modulesIn(judge),
    ...libraries().map(resolved),
  ];
}

function resolved(specifier: string): string {
  return fileURLToPath(import.meta.resolve(specifier));
}

function modulesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.endsWith('.test.js'))
    .map((name) => join(folder, name));
}

function libraries(): string[] {
  const manifest = JSON.parse(readFileSync(join(ownRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@vmgen/'));
}
