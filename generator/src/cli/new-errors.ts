import { dirname, relative, resolve } from 'node:path';
import { fromWorkingFolder } from '../config/check-config.js';
import type { VmgenConfig } from '../config/vmgen-config.js';
import { formatDiagnostic } from '../diagnostics/format-diagnostic.js';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import { ObservedDisk, REAL_DISK } from '../disk/observed-disk.js';
import type { RawDisk } from '../disk/source-disk.js';
import { locateDiagnostics } from '../syntax/locate-diagnostics.js';
import { generateObserved } from '../generate.js';
import type { OutputFile } from '../write/plan-write.js';
import { commandFrom } from './options.js';
import type { ProjectConfig } from './write-project.js';

/**
 * The errors of `vmgen generate` that files would cause if they were written. Errors that the project has without
 * them are omitted.
 *
 * @param project with the config that the project would have
 * @param files the files, relative to the folder of the config
 */
export async function newErrors(
  { path, config }: ProjectConfig,
  files: readonly OutputFile[],
): Promise<string[]> {
  const own = fromWorkingFolder(path, config);
  const folder = dirname(path);
  const texts = new Map(files.map((file) => [resolve(folder, file.path), file.text]));
  const found = await errorsOf(own, diskWith(texts));
  if (found.length === 0) return [];
  const old = new Set((await errorsOf(own, REAL_DISK)).map(({ message }) => message));
  return found
    .filter(({ message }) => !old.has(message))
    .flatMap((each) => formatDiagnostic(each).split('\n'));
}

async function errorsOf(config: VmgenConfig, raw: RawDisk): Promise<LocatedDiagnostic[]> {
  const { options, emitters } = commandFrom({ check: true }, config);
  const { diagnostics, sources } = generateObserved(options, emitters, new ObservedDisk(raw));
  const errors = diagnostics.filter(
    ({ severity }) => severity === 'error' || (options.strict && severity === 'warning'),
  );
  return locateDiagnostics(errors, sources);
}

/** The disk with further files, by absolute path. */
function diskWith(texts: ReadonlyMap<string, string>): RawDisk {
  const textOf = (path: string): string | undefined => texts.get(resolve(path));
  return {
    readBytes: (path) => {
      const text = textOf(path);
      return text === undefined ? REAL_DISK.readBytes(path) : Buffer.from(text);
    },
    list: (path) => {
      const real = REAL_DISK.list(path);
      const entries = new Map(real?.map((entry) => [entry.name, entry]));
      for (const file of texts.keys()) {
        const [name = '', ...below] = relative(resolve(path), file).split(/[/\\]/);
        if (name === '' || name === '..') continue;
        entries.set(name, { name, kind: below.length > 0 ? 'folder' : 'file' });
      }
      return real === undefined && entries.size === 0 ? undefined : [...entries.values()];
    },
    realPath: (path) => REAL_DISK.realPath(path) ?? (textOf(path) === undefined ? undefined : path),
  };
}
