import { basename, dirname } from 'node:path';
import type { FolderEntry, ObservedDisk } from '../disk/observed-disk.js';
import { readTsConfig, type ConfigProblem } from './read-ts-config.js';
import { typescript, type ts } from '../frontend/typescript.js';

/** How imports are resolved where no tsconfig.json says it. */
const NODE_NEXT: ts.CompilerOptions = {
  module: typescript.ModuleKind.NodeNext,
  moduleResolution: typescript.ModuleResolutionKind.NodeNext,
};

/** Finds files that NodeNext refuses although their author's bundler took them. */
const BUNDLER: ts.CompilerOptions = {
  module: typescript.ModuleKind.ESNext,
  moduleResolution: typescript.ModuleResolutionKind.Bundler,
};

const { CommonJS, ESNext } = typescript.ModuleKind;

/** Finds the files behind imports as TypeScript does, by the tsconfig.json nearest to a folder. */
export class ModuleResolver {
  readonly #folder: string;
  readonly #host: ReturnType<typeof hostOf>;
  #attempts: readonly Attempt[] | undefined;
  /** What is wrong with the tsconfig.json. */
  problems: readonly ConfigProblem[] = [];

  /** @param folder an absolute path, with its links followed */
  constructor(folder: string, disk: ObservedDisk) {
    this.#folder = folder;
    this.#host = hostOf(disk);
  }

  /**
   * The file with the types behind an import, an absolute path; undefined where there is none.
   *
   * @param importingFile an absolute path
   */
  resolve(specifier: string, importingFile: string): string | undefined {
    this.#attempts ??= this.#prepare();
    for (const { options, cache } of this.#attempts) {
      for (const mode of this.#modesOf(importingFile, options, cache)) {
        const path = typescript.resolveModuleName(
          specifier,
          importingFile,
          options,
          this.#host,
          cache,
          undefined,
          mode,
        ).resolvedModule?.resolvedFileName;
        if (path !== undefined && /\.[cm]?tsx?$/.test(path)) return path;
      }
    }
    return undefined;
  }

  /** As the project has it first; what its compiler would refuse is no reason not to find a file. */
  #prepare(): readonly Attempt[] {
    const config = readTsConfig(this.#folder, this.#host);
    this.problems = config?.problems ?? [];
    const own = config?.options ?? NODE_NEXT;
    return [own, { ...own, ...BUNDLER }].map((options) => ({
      options,
      cache: typescript.createModuleResolutionCache(this.#folder, (path) => path, options),
    }));
  }

  /** A file is a module or a script, which decides what `exports` of a package it gets to see. */
  #modesOf(
    importingFile: string,
    options: ts.CompilerOptions,
    cache: ts.ModuleResolutionCache,
  ): readonly ts.ResolutionMode[] {
    const implied = typescript.getImpliedNodeFormatForFile(
      importingFile,
      cache.getPackageJsonInfoCache(),
      this.#host,
      options,
    );
    return implied === CommonJS ? [CommonJS, ESNext] : [ESNext, CommonJS];
  }
}

interface Attempt {
  readonly options: ts.CompilerOptions;
  readonly cache: ts.ModuleResolutionCache;
}

/** They are looked for in each folder up to the root: what else stands in those is nothing to a run. */
const SETTINGS = ['package.json', 'tsconfig.json'];

/**
 * What TypeScript looks at on its search is what the next run has to find unchanged. Each folder is read
 * once: some packages have thousands of files in one.
 */
function hostOf(disk: ObservedDisk) {
  const folders = new Map<string, ReadonlyMap<string, FolderEntry['kind']> | undefined>();
  const entriesOf = (path: string): ReadonlyMap<string, FolderEntry['kind']> | undefined => {
    if (!folders.has(path)) {
      const entries = disk.list(path);
      folders.set(path, entries && new Map(entries.map(({ name, kind }) => [name, kind])));
    }
    return folders.get(path);
  };
  return {
    useCaseSensitiveFileNames: true,
    fileExists: (path: string): boolean => {
      if (SETTINGS.includes(basename(path))) return disk.readText(path) !== undefined;
      const kind = entriesOf(dirname(path))?.get(basename(path));
      return kind !== undefined && kind !== 'folder';
    },
    directoryExists: (path: string): boolean => disk.hasFolder(path),
    readFile: (path: string): string | undefined => disk.readText(path),
    realpath: (path: string): string => disk.realPath(path),
    /** The files of a project do not matter, only how it resolves imports. */
    readDirectory: (): string[] => [],
  };
}
