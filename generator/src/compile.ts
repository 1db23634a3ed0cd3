import { CrdStore, type StoredCrd } from './crd-store.js';
import { planFiles, printable, type EmitSettings, type PrintableFile } from './emit/emit.js';
import type { BuiltCrd } from './model/build-crd.js';
import { type GeneratedFile, GENERATORS, ON_REQUEST } from './settings/generated-file.js';
import { refusePaths } from './emit/refuse-paths.js';
import { boundedAt, orDiagnostic } from './diagnostics/beyond-bounds.js';
import { DiagnosticList } from './diagnostics/diagnostic-list.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { ParsedFiles } from './parsed-files.js';
import { parseComments } from './syntax/parse-comments.js';
import { parseModule } from './syntax/parse-module.js';
import { shareDeclarations } from './syntax/share-declarations.js';
import type { SourceSet } from './syntax/source.js';
import { ModelBuilder, type ModelSettings } from './model/build-model.js';
import type { ApiModel } from './model/model.js';
import { operatorOf } from './settings/operator-config.js';
import { checkExternalGroups } from './validate/check-external-groups.js';
import { checkRenames } from './validate/check-renames.js';
import { refuseLostFields, refuseLostStatus } from './validate/lost-fields.js';
import { checkCrd, Validator } from './validate/validate.js';

/** The result of a compilation: files, or errors that prevent them. */
export interface Compilation {
  /** The generated files; empty if there are errors. */
  readonly files: readonly GeneratedFile[];
  /** All diagnostics, sorted by file and line. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The settings that affect the result besides the sources. */
export interface CompileSettings extends EmitSettings {
  /** Metadata within an object keeps its name, labels and so on. */
  readonly embeddedObjectMeta: boolean;
  /** Whether warnings also prevent all output. */
  readonly strict: boolean;
}

/** The settings of a command line without options. */
export const DEFAULT_SETTINGS: CompileSettings = {
  generators: GENERATORS.filter((name) => !ON_REQUEST.includes(name)),
  header: '',
  apisPath: '../apis',
  importExtension: 'js',
  maxDescLen: undefined,
  trimDescriptions: true,
  embeddedObjectMeta: true,
  strict: false,
};

/**
 * Compiles sources to files in memory: the pipeline without access to the disk. Every stage reports all
 * problems of its valid input, so that the diagnostics of a run are complete.
 */
export function compile(sources: SourceSet, settings: CompileSettings): Compilation {
  return compileLoaded(sources, settings, new DiagnosticList());
}

/** Compiles loaded sources, adding to the diagnostics of loading. */
export function compileLoaded(
  sources: SourceSet,
  settings: CompileSettings,
  diagnostics: DiagnosticList,
  compiler = new Compiler(settings),
): Compilation {
  const files = orDiagnostic(diagnostics, () =>
    compiler.compile(sources, diagnostics).files.map(({ path, generator, print }) => {
      return { path, text: print(), generator };
    }),
  );
  const isRefused = files === undefined || diagnostics.refuses(settings);
  return { files: isRefused ? [] : files, diagnostics: diagnostics.sorted() };
}

/** A version of a program. */
interface CompiledProgram {
  /** As far as it can be built. */
  readonly model: ApiModel;
  /** In the order of the model, as far as they can be built. */
  readonly crds: readonly BuiltCrd[];
  /** None if there are errors. */
  readonly files: readonly PrintableFile[];
}

/** Called between parts of the work; an error that it throws ends the work. */
type Checkpoint = () => void;

/**
 * Compiles a program, and then each of its later versions: what depends only on declarations, types and kinds
 * that are still the same is kept. The results are those of a new compiler.
 */
export class Compiler {
  readonly #settings: CompileSettings;
  readonly #checker: ProgramChecker;

  constructor(settings: CompileSettings) {
    this.#settings = settings;
    const { generators, embeddedObjectMeta, operator, maxDescLen } = settings;
    this.#checker = new ProgramChecker({
      wantsCrds: generators.includes('crd'),
      embeddedObjectMeta,
      operator: operator && operatorOf(operator),
      maxDescLen,
    });
  }

  compile(
    sources: SourceSet,
    diagnostics: DiagnosticList,
    checkpoint: Checkpoint = () => undefined,
  ): CompiledProgram {
    const { model, crds } = this.#checker.check(sources, diagnostics, checkpoint);
    return { model, crds, files: this.#filesOf(model, crds, diagnostics, checkpoint) };
  }

  #filesOf(
    model: ApiModel,
    crds: readonly StoredCrd[],
    diagnostics: DiagnosticList,
    checkpoint: Checkpoint,
  ): readonly PrintableFile[] {
    const settings = this.#settings;
    const wantsCrds = settings.generators.includes('crd');
    if (settings.generators.includes('deploy')) {
      checkExternalGroups(model, settings.operator, diagnostics);
    }
    const written = wantsCrds ? crds : [];
    // A rejected part of a type is missing in the CRD, and would be reported as lost.
    for (const check of [checkRenames, refuseLostFields, refuseLostStatus]) {
      if (diagnostics.refuses()) break;
      for (const each of written) each.report(check, diagnostics);
    }
    const printed = written.map((each) => {
      checkpoint();
      return each.print(settings.trimDescriptions, diagnostics);
    });
    const isRefused = diagnostics.refuses(settings);
    const plain = crds.map(({ resource, crd }) => ({ resource, crd }));
    const planned = planFiles(model, plain, printed, settings, isRefused, diagnostics);
    refusePaths(planned, model, diagnostics);
    if (diagnostics.refuses(settings)) return [];
    const files = printable(planned, diagnostics);
    // Without CRDs, suppressions of their diagnostics are unused.
    if (wantsCrds) diagnostics.warnOfUnusedSuppressions();
    return diagnostics.refuses(settings) ? [] : files;
  }
}

/** The settings of a {@link ProgramChecker}. */
interface CheckSettings extends ModelSettings {
  /** In bytes, for the descriptions of a CRD; undefined for no limit. */
  readonly maxDescLen?: number | undefined;
}

/** A program that was checked. */
interface CheckedProgram {
  /** As far as it can be built. */
  readonly model: ApiModel;
  /** Without those that an API server rejects, if CRDs are not requested. */
  readonly crds: readonly StoredCrd[];
}

/** The stages of the pipeline before any output: parse, model and validate. */
export class ProgramChecker {
  readonly #settings: CheckSettings;
  readonly #files = new ParsedFiles(parseModule, shareDeclarations);
  readonly #code = new ParsedFiles(parseComments);
  readonly #models: ModelBuilder;
  readonly #crds: CrdStore;
  readonly #validator = new Validator();

  constructor(settings: CheckSettings) {
    this.#settings = settings;
    this.#models = new ModelBuilder(settings);
    this.#crds = new CrdStore(settings.maxDescLen);
  }

  check(
    sources: SourceSet,
    diagnostics: DiagnosticList,
    checkpoint: Checkpoint = () => undefined,
  ): CheckedProgram {
    const { wantsCrds } = this.#settings;
    const model = this.#modelOf(sources, diagnostics, checkpoint);
    const all = model.customResources.map((resource) => {
      checkpoint();
      return this.#crds.of(resource);
    });
    // The fake serves all valid kinds; problems of CRDs are only reported if CRDs are generated.
    const crds = wantsCrds ? all : all.filter(({ isAccepted }) => isAccepted);
    this.#validator.validate(model, wantsCrds ? crds : [], diagnostics, (crd, reports) => {
      checkpoint();
      crd.report(checkCrd, reports);
    });
    return { model, crds };
  }

  #modelOf(sources: SourceSet, diagnostics: DiagnosticList, checkpoint: Checkpoint): ApiModel {
    const { folders, modules } = sources;
    const files = this.#files.parse(sources.files, diagnostics);
    const code = this.#code.parse(sources.code ?? [], diagnostics);
    checkpoint();
    // Used for problems without a more specific position.
    const start = { file: sources.files[0]?.path ?? '', line: 1, column: 1 };
    const model = boundedAt(start, () =>
      this.#models.build({ folders, modules, files, code }, diagnostics, checkpoint),
    );
    for (const { code: problem, position, message, remedy } of modules?.problems() ?? []) {
      diagnostics.error(problem, position, message, remedy);
    }
    return model;
  }
}
