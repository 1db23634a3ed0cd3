import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ObservedDisk } from '../disk/observed-disk.js';
import { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import { load } from '../load/load.js';
import { compile, type Compilation } from '../compile.js';
import { parseGroups } from '../settings/parse-groups.js';
import { locateDiagnostics } from '../syntax/locate-diagnostics.js';
import { DEFAULT_SETTINGS } from './compile-text.js';

/** Files by their paths: `apis/example/v1/types.ts`, `node_modules/geo/package.json`. */
export type Files = Readonly<Record<string, string>>;

/** Compiles files on the disk. */
interface FilesCompilation extends Compilation {
  /** With the files as the folder sees them: `apis/example/v1/types.ts`. */
  readonly located: readonly LocatedDiagnostic[];
}

/** Compiles `apis/example/v1` of a folder with these files; `links` lead from the first to the second. */
export async function compileFiles(
  files: Files,
  {
    disk = new ObservedDisk(),
    links = {},
  }: { disk?: ObservedDisk | undefined; links?: Files | undefined } = {},
): Promise<FilesCompilation> {
  const root = await mkdtemp(join(tmpdir(), 'vmgen-modules-'));
  const made = async (path: string): Promise<string> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    return join(root, path);
  };
  try {
    for (const [path, text] of Object.entries(files)) await writeFile(await made(path), text);
    for (const [path, target] of Object.entries(links)) {
      await symlink(join(root, target), await made(path));
    }
    const groups = parseGroups(['example:v1']);
    const sources = load(join(root, 'apis'), groups, new DiagnosticList(), disk);
    const compilation = compile(sources, DEFAULT_SETTINGS);
    const located = locateDiagnostics(compilation.diagnostics, { ...sources, root: 'apis' });
    return { ...compilation, located };
  } finally {
    await rm(root, { recursive: true });
  }
}
