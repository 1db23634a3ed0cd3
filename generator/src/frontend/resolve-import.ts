import { basename, dirname } from 'node:path';
import type { ts } from 'ts-morph';
import type { ObservedDisk } from '../cache/observed-disk.js';
import { typescript } from './typescript.js';

const OPTIONS: ts.CompilerOptions = {
  module: typescript.ModuleKind.NodeNext,
  moduleResolution: typescript.ModuleResolutionKind.NodeNext,
};

/**
 * The file with the types behind an import, as TypeScript finds it from the folder of the importing
 * file (an absolute path); undefined where there is none.
 */
export function resolveImport(
  specifier: string,
  importingFile: string,
  disk: ObservedDisk,
): string | undefined {
  const { resolvedModule } = typescript.resolveModuleName(
    specifier,
    importingFile,
    OPTIONS,
    hostOf(disk),
    undefined,
    undefined,
    typescript.ModuleKind.ESNext,
  );
  const path = resolvedModule?.resolvedFileName;
  return path !== undefined && /\.[cm]?ts$/.test(path) ? path : undefined;
}

/** What TypeScript looks at on its search is what the next run has to find unchanged. */
function hostOf(disk: ObservedDisk): ts.ModuleResolutionHost {
  return {
    fileExists: (path) =>
      disk.list(dirname(path))?.some(({ name, kind }) => {
        return name === basename(path) && kind !== 'folder';
      }) ?? false,
    directoryExists: (path) => disk.list(path) !== undefined,
    readFile: (path) => disk.readText(path),
    realpath: (path) => disk.realPath(path),
  };
}
