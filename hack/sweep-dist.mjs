// Removes from dist/ what was compiled of sources that are gone: the compiler leaves it, tests among it
// would run, and packages would carry it. What other scripts make there comes without declarations.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

for (const { path: room } of configOf('.').references) {
  const { rootDir, outDir } = configOf(room).compilerOptions;
  const dist = path.join(root, room, outDir);
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const module = file.replace(/(?:\.vmgen)?\.d\.ts$/, '');
    if (!existsSync(path.join(root, room, rootDir, `${module}.ts`)))
      remove(path.join(dist, module));
  }
}

function remove(module) {
  for (const ending of ['.d.ts', '.vmgen.d.ts', '.d.ts.map', '.js', '.js.map']) {
    rmSync(module + ending, { force: true });
  }
  console.log(`removed ${path.relative(root, module)}: its source is gone`);
}

function configOf(room) {
  const text = readFileSync(path.join(root, room, 'tsconfig.json'), 'utf8');
  return JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''));
}
