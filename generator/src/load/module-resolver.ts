import { basename, dirname } from '../text/paths.js';
import type { FolderEntry, SourceReader } from '../disk/source-disk.js';
import { type ts, typescript } from '../syntax/typescript.js';
import { LineMap } from '../text/line-map.js';

/** How imports are resolved without a tsconfig.json. */
const NODE_NEXT: ts.CompilerOptions = {
  module: typescript.ModuleKind.NodeNext,
  moduleResolution: typescript.ModuleResolutionKind.NodeNext,
};

/** Finds files that NodeNext rejects but the bundler of their author accepted. */
const BUNDLER: ts.CompilerOptions = {
  module: typescript.ModuleKind.ESNext,
  moduleResolution: typescript.ModuleResolutionKind.Bundler,
};

const { CommonJS, ESNext } = typescript.ModuleKind;

/** Resolves imports as TypeScript does, with the nearest tsconfig.json of a folder. */
export class ModuleResolver {
  readonly #folder: string;
  readonly #host: ReturnType<typeof hostOf>;
  #attempts: readonly Attempt[] | undefined;
  /** The problem of the tsconfig.json, if any. */
  problems: readonly ConfigProblem[] = [];

  /** @param folder an absolute path with its links resolved */
  constructor(folder: string, disk: SourceReader) {
    this.#folder = folder;
    this.#host = hostOf(disk);
  }

  /**
   * The path of the file with the types of an import, absolute; undefined if it cannot be resolved.
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

  /**
   * The project's own settings come first; that its compiler would report an error is no reason not to find a
   * file.
   */
  #prepare(): readonly Attempt[] {
    const config = readTsConfig(this.#folder, this.#host);
    this.problems = config?.problems ?? [];
    const own = config?.options ?? NODE_NEXT;
    return [own, { ...own, ...BUNDLER }].map((options) => ({
      options,
      cache: typescript.createModuleResolutionCache(this.#folder, (path) => path, options),
    }));
  }

  /** A file is a module or a script, which selects the conditions of a package's `exports`. */
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

/** They are searched in each folder up to the root; other content of those folders is irrelevant to a run. */
const SETTINGS = ['package.json', 'tsconfig.json'];

/**
 * The next run must find everything unchanged that TypeScript reads during resolution. Each folder is read
 * once: some packages have thousands of files in one folder.
 */
export function hostOf(disk: SourceReader) {
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
    /** Only the resolution settings of a project matter, not its files. */
    readDirectory: (): string[] => [],
  };
}

/** A problem in a tsconfig.json, or in one that it extends. */
interface ConfigProblem {
  /** An absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

interface TsConfig {
  readonly options: ts.CompilerOptions;
  readonly problems: readonly ConfigProblem[];
}

/** The nearest tsconfig.json in a folder or above it; undefined if it does not exist. */
function readTsConfig(
  folder: string,
  host: ts.ParseConfigHost & ts.ModuleResolutionHost,
): TsConfig | undefined {
  const path = typescript.findConfigFile(folder, (each) => host.fileExists(each));
  const text = path === undefined ? undefined : host.readFile(path);
  if (path === undefined || text === undefined) return undefined;
  const source = typescript.parseJsonText(path, text);
  const { options, errors } = typescript.parseJsonSourceFileConfigFileContent(
    source,
    host,
    dirname(path),
    undefined,
    path,
  );
  return {
    options,
    problems: errors.filter(isOfResolution).map((error) => problemOf(error, path)),
  };
}

/** An empty list of files is not an error here, because only the settings are used. */
function isOfResolution({ code }: ts.Diagnostic): boolean {
  const noInputs: readonly number[] = [18002, 18003];
  return !noInputs.includes(code);
}

function problemOf({ file, start, messageText }: ts.Diagnostic, path: string): ConfigProblem {
  return {
    file: file?.fileName ?? path,
    ...new LineMap(file?.text ?? '').placeOf(start ?? 0),
    message: typescript.flattenDiagnosticMessageText(messageText, ' '),
  };
}
