import { normalize, relative, resolve } from 'node:path';
import { ObservedDisk } from './disk/observed-disk.js';
import type { Emitter } from './emit/emitter.js';
import { compileLoaded, Compiler, type CompileSettings } from './compile.js';
import type { GenerateOptions } from './settings/generate-options.js';
import { GENERATORS } from './settings/generated-file.js';
import { DiagnosticList } from './diagnostics/diagnostic-list.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { loadCode } from './load/load-code.js';
import { load } from './load/load.js';
import type { SourceSet } from './syntax/source.js';
import { planWrite, type ObservedPlan, type WritePlan } from './write/plan-write.js';
import { putOutput } from './write/put-output.js';
import { refuseMixed, sourceGuard } from './write/source-guard.js';
import { unusablePath } from './disk/unusable-path.js';

/** The result of a run. */
export interface GenerateResult {
  /** The sources; `locateDiagnostics` uses them to add source lines. */
  readonly sources: SourceSet;
  /** All diagnostics, sorted by file and line. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * The differences between the output folder and the generated files: written, or with `check` only listed.
   * Undefined if there are errors.
   */
  readonly plan: WritePlan | undefined;
}

/**
 * Runs the pipeline of the command line: load -> compile (parse -> model -> validate -> emit) -> write.
 *
 * @param emitters custom emitters that `options.generators` may name
 * @throws an Error with the invalid option, the reason and the fix
 */
export function generate(
  options: GenerateOptions,
  emitters: readonly Emitter[] = [],
): Promise<GenerateResult> {
  return new Promise((resolve) => {
    resolve(generateObserved(options, emitters, new ObservedDisk()));
  });
}

/**
 * Runs the pipeline, and records all files that it reads.
 *
 * @param compilerOf returns a compiler with these settings; defaults to a new one
 */
export function generateObserved(
  options: GenerateOptions,
  emitters: readonly Emitter[],
  disk: ObservedDisk,
  compilerOf = (settings: CompileSettings): Compiler => new Compiler(settings),
): GenerateResult & { readonly plan: ObservedPlan | undefined } {
  refuseMixed(options, disk);
  const found = new DiagnosticList();
  const apis = loadApis(options, found, disk);
  const code = loadCode(options.paths, apis, options.out, found, disk);
  const sources: SourceSet = { ...apis, code };
  const settings = {
    generators: options.generators,
    emitters,
    header: readHeader(options.headerFile, disk),
    apisPath: relative(resolve(options.out), resolve(options.apis)).replaceAll('\\', '/'),
    importExtension: options.importExtension,
    maxDescLen: options.maxDescLen,
    trimDescriptions: options.trimDescriptions,
    embeddedObjectMeta: options.embeddedObjectMeta,
    strict: options.strict,
    operator: options.operator,
  };
  const { files, diagnostics } = compileLoaded(sources, settings, found, compilerOf(settings));
  if (found.refuses(options)) return { sources, diagnostics, plan: undefined };

  const { groups, generators, check, prune = false } = options;
  const out = normalize(options.out);
  const sourceAt = sourceGuard(options, disk);
  const known = [...GENERATORS, ...emitters.map(({ name }) => name)];
  const target = { out, apis: settings.apisPath, groups, generators, known, prune, sourceAt };
  const plan = usingOutput(out, () => (check ? planWrite : putOutput)(files, target));
  return { sources, diagnostics, plan };
}

/** Adds the path to errors of the file system. */
function usingOutput<T>(out: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw unusablePath('--out', pathOf(error) ?? out, 'name a writable folder', error);
  }
}

function loadApis(
  { apis, groups }: GenerateOptions,
  found: DiagnosticList,
  disk: ObservedDisk,
): SourceSet {
  try {
    return load(apis, groups, found, disk);
  } catch (error) {
    throw unusablePath('--apis', pathOf(error) ?? apis, 'name a folder with readable files', error);
  }
}

const pathOf = (error: unknown): string | undefined =>
  error instanceof Error && 'path' in error ? String(error.path) : undefined;

function readHeader(path: string | undefined, disk: ObservedDisk): string {
  if (path === undefined) return '';
  const remedy = 'name a text file that can be read';
  const text = disk.readText(path);
  if (text === undefined) throw new Error(`--header-file: ${path} does not exist; ${remedy}`);
  const noText = disk.unreadable.get(path);
  if (noText) throw new Error(`--header-file: ${path} cannot be read: ${noText.what}; ${remedy}`);
  return text.trim();
}
