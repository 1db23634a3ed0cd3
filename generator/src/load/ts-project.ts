import type { SourceReader } from '../disk/source-disk.js';
import { type ts, typescript } from '../syntax/typescript.js';
import { join, pathFrom } from '../text/paths.js';
import { hostOf } from './module-resolver.js';

/** The settings of a tsconfig.json that decide whether generated code can be used. */
export interface TsProject {
  /** An absolute path. */
  readonly path: string;
  /** The first problem of the file, or of one that it extends. */
  readonly problem: string | undefined;
  /** Whether it has no files, and only refers to other projects. */
  readonly isSolution: boolean;
  /** The names of `plugins`. */
  readonly plugins: readonly string[];
  /** `strict`, or else `strictNullChecks`; undefined for the default of the compiler. */
  readonly isStrict: boolean | undefined;
  /** `types`; undefined for the default of the compiler. */
  readonly types: readonly string[] | undefined;
  /** Whether `lib` has the names of ES2022, such as `ErrorOptions`; undefined for the default of `target`. */
  readonly hasModernLib: boolean | undefined;
  /** How modules are emitted: `node` as Node loads them, `bundler`, or `other`; undefined for the default. */
  readonly module: 'node' | 'node without require' | 'bundler' | 'other' | undefined;
  /** Whether the resolution of modules reads `exports` of packages; undefined for the default. */
  readonly readsExports: boolean | undefined;
  /** Whether `files`, `include` and `exclude` select a file; its path is absolute. */
  selects(path: string): boolean;
}

/**
 * Reads the tsconfig.json of a folder, and those that it extends; undefined without one.
 *
 * @param folder an absolute path with its links resolved
 */
export function readTsProject(folder: string, disk: SourceReader): TsProject | undefined {
  const path = join(folder, 'tsconfig.json');
  const text = disk.readText(path);
  if (text === undefined) return undefined;
  let patterns: Patterns = { include: [], exclude: [] };
  const host = {
    ...hostOf(disk),
    readDirectory: (
      _: string,
      _extensions: readonly string[],
      exclude: readonly string[] | undefined,
      include: readonly string[],
    ): string[] => {
      patterns = { include, exclude: exclude ?? [] };
      return [];
    },
  };
  const source = typescript.parseJsonText(path, text);
  const {
    options,
    errors,
    fileNames,
    projectReferences = [],
  } = typescript.parseJsonSourceFileConfigFileContent(source, host, folder, undefined, path);
  const [problem] = errors.filter(({ code }) => code !== NO_INPUTS);
  const hasFiles = fileNames.length + patterns.include.length > 0;
  return {
    path,
    problem: problem && typescript.flattenDiagnosticMessageText(problem.messageText, ' '),
    isSolution: !hasFiles && projectReferences.length > 0,
    plugins: pluginsOf(options),
    isStrict: options.strictNullChecks ?? options.strict,
    types: options.types,
    hasModernLib: options.lib?.some((name) => /es20(?:2[2-9]|[3-9]\d)|esnext/.test(name)),
    module: moduleOf(options),
    readsExports: readsExports(options),
    selects: (file) => fileNames.includes(file) || isSelected(pathFrom(folder, file), patterns),
  };
}

/** `include` and `exclude` select no file: this reader lists none. */
const NO_INPUTS = 18003;

/** Parses JSON with comments, as in settings of editors; undefined for another text. */
export function parseJsonWithComments(path: string, text: string): unknown {
  const result: { readonly config?: unknown } = typescript.parseConfigFileTextToJson(path, text);
  return result.config;
}

function pluginsOf({ plugins }: ts.CompilerOptions): string[] {
  const list: readonly unknown[] = Array.isArray(plugins) ? plugins : [];
  return list.flatMap((each) =>
    typeof each === 'object' && each !== null && 'name' in each && typeof each.name === 'string'
      ? [each.name]
      : [],
  );
}

function moduleOf({ module }: ts.CompilerOptions): TsProject['module'] {
  const { ModuleKind } = typescript;
  switch (module) {
    case undefined:
      return undefined;
    case ModuleKind.NodeNext:
    case ModuleKind.Node20:
      return 'node';
    case ModuleKind.Node16:
    case ModuleKind.Node18:
      return 'node without require';
    case ModuleKind.Preserve:
      return 'bundler';
    default:
      return 'other';
  }
}

function readsExports(options: ts.CompilerOptions): boolean | undefined {
  const { ModuleResolutionKind } = typescript;
  switch (options.moduleResolution) {
    case undefined: {
      const module = moduleOf(options);
      return module === undefined || module === 'other' ? undefined : true;
    }
    case ModuleResolutionKind.Node16:
    case ModuleResolutionKind.NodeNext:
    case ModuleResolutionKind.Bundler:
      return true;
    default:
      return false;
  }
}

/** `include` and `exclude`, relative to the folder. */
interface Patterns {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

function isSelected(path: string, { include, exclude }: Patterns): boolean {
  const matches = (pattern: string, isInclude: boolean): boolean =>
    expressionOf(pattern.replace(/^\.\//, ''), isInclude).test(path);
  return (
    include.some((each) => matches(each, true)) && !exclude.some((each) => matches(each, false))
  );
}

/** The paths that a pattern matches, and everything below them. A pattern of `include` ends with files. */
function expressionOf(pattern: string, isInclude: boolean): RegExp {
  const parts = pattern.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  const isFolder = last !== '**' && !/[*?]/.test(last) && !/\.[^.]+$/.test(last);
  const source = parts
    .map((part, index) => {
      const end = index === parts.length - 1 ? '' : '/';
      if (part === '**') return end === '' ? '.*' : '(?:.*/)?';
      const escaped = part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
      return `${escaped.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}${end}`;
    })
    .join('');
  return new RegExp(`^${source}${isFolder || !isInclude ? '(?:/.*)?' : ''}$`);
}
