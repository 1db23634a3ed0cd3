// @ts-check
// The projects that tsconfig.json lists, and two operations on their output.
import { build } from 'esbuild';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ folder: string, rootDir: string, dist: string, sources: readonly string[] }} Project */

/** @param {string} root @returns {Project[]} */
export function projectsOf(root) {
  /** @type {{ references: { path: string }[] }} */
  const { references } = configOf(root);
  return references.map(({ path: name }) => {
    const folder = path.join(root, name);
    const { compilerOptions, include } = configOf(folder);
    return {
      folder,
      rootDir: path.join(folder, compilerOptions.rootDir),
      dist: path.join(folder, compilerOptions.outDir),
      sources: include.map((/** @type {string} */ it) => path.join(folder, it)),
    };
  });
}

/** Whether the TypeScript compiler wrote the output. @param {Project} project */
export const isCompiled = ({ dist }) => existsSync(path.join(dist, 'tsconfig.tsbuildinfo'));

/**
 * Converts the sources, except tests, to JavaScript without type checking and declarations, in a fraction of the
 * compiler's time.
 * @param {Project} project
 */
export async function transpile({ rootDir, dist, sources }) {
  rmSync(dist, { recursive: true, force: true });
  const files = sources.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.d|\.test.*)\.ts$/.test(file))
      .map((file) => path.join(folder, file)),
  );
  await build({
    entryPoints: files,
    outbase: rootDir,
    outdir: dist,
    // Without a platform and a format, names such as `require` are kept, which the bundles look for.
    target: 'node20.19',
    charset: 'utf8',
    logLevel: 'warning',
  });
}

/**
 * Removes compiled files whose sources no longer exist. The compiler keeps them: tests among them would run, and
 * packages would contain them. Files that other scripts write there have no declarations.
 * @param {string} root
 */
export function sweepDist(root) {
  for (const { dist, rootDir } of projectsOf(root)) {
    for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.d.ts')) continue;
      const module = file.replace(/(?:\.vmgen)?\.d\.ts$/, '');
      if (existsSync(path.join(rootDir, `${module}.ts`))) continue;
      for (const ending of ['.d.ts', '.vmgen.d.ts', '.d.ts.map', '.js', '.js.map']) {
        rmSync(path.join(dist, module + ending), { force: true });
      }
      console.log(
        `removed ${path.relative(root, path.join(dist, module))}: its source does not exist`,
      );
    }
  }
}

/** @param {string} folder */
function configOf(folder) {
  const text = readFileSync(path.join(folder, 'tsconfig.json'), 'utf8');
  return JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''));
}
