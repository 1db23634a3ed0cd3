// Removes compiled files from dist/ whose sources no longer exist. The compiler keeps them: tests among them would run, and
// packages would contain them. Files that other scripts write there have no declarations.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

for (const { path: folder } of configOf('.').references) {
  const { rootDir, outDir } = configOf(folder).compilerOptions;
  const dist = path.join(root, folder, outDir);
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const module = file.replace(/(?:\.vmgen)?\.d\.ts$/, '');
    if (!existsSync(path.join(root, folder, rootDir, `${module}.ts`)))
      remove(path.join(dist, module));
  }
}

function remove(module) {
  for (const ending of ['.d.ts', '.vmgen.d.ts', '.d.ts.map', '.js', '.js.map']) {
    rmSync(module + ending, { force: true });
  }
  console.log(`removed ${path.relative(root, module)}: its source does not exist`);
}

function configOf(folder) {
  const text = readFileSync(path.join(root, folder, 'tsconfig.json'), 'utf8');
  return JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''));
}
