import { buildCrds } from './model/build-crd.js';
import { planFiles, printFiles, type EmitSettings } from './emit/emit.js';
import type { GeneratedFile } from './settings/generated-file.js';
import { printCrd } from './emit/print-crd.js';
import { refusePaths } from './emit/refuse-paths.js';
import { boundedAt, orDiagnostic } from './diagnostics/beyond-bounds.js';
import { DiagnosticList } from './diagnostics/diagnostic-list.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { parseComments } from './syntax/parse-comments.js';
import { parseModule } from './syntax/parse-module.js';
import type { SourceFile, SourceSet } from './syntax/source.js';
import { buildModel, type ModelSettings } from './model/build-model.js';
import type { ApiModel } from './model/model.js';
import { operatorOf } from './settings/operator-config.js';
import { isAccepted } from './validate/validate-crd.js';
import { checkRenames } from './validate/check-renames.js';
import { refuseLostFields, refuseLostStatus } from './validate/lost-fields.js';
import { validate } from './validate/validate.js';

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
): Compilation {
  const files = orDiagnostic(diagnostics, () => compileInto(diagnostics, sources, settings));
  const isRefused = files === undefined || diagnostics.refuses(settings);
  return { files: isRefused ? [] : files, diagnostics: diagnostics.sorted() };
}

/** The model of the loaded sources as far as it can be built, with all diagnostics. */
export function modelOf(
  sources: SourceSet,
  settings: ModelSettings,
  diagnostics: DiagnosticList,
): ApiModel {
  const modules = parsed(sources.files, parseModule, diagnostics);
  const code = parsed(sources.code ?? [], parseComments, diagnostics);
  for (const { position, message } of [...modules, ...code].flatMap(({ problems }) => problems)) {
    diagnostics.error('VMGEN1001', position, `syntax error: ${message}`);
  }
  // Used for problems without a more specific position.
  const start = { file: sources.files[0]?.path ?? '', line: 1, column: 1 };
  const model = boundedAt(start, () => buildModel(modules, code, sources, settings, diagnostics));
  for (const { code, position, message, remedy } of sources.modules?.problems() ?? []) {
    diagnostics.error(code, position, message, remedy);
  }
  return model;
}

/** Undefined if there are errors. */
function compileInto(
  diagnostics: DiagnosticList,
  sources: SourceSet,
  settings: CompileSettings,
): readonly GeneratedFile[] | undefined {
  const wantsCrds = settings.generators.includes('crd');
  const { embeddedObjectMeta } = settings;
  const operator = settings.operator && operatorOf(settings.operator);
  const model = modelOf(sources, { wantsCrds, embeddedObjectMeta, operator }, diagnostics);
  const built = buildCrds(model, settings.maxDescLen);
  // The fake serves all valid kinds; problems of CRDs are only reported if CRDs are generated.
  const crds = wantsCrds ? built : built.filter(isAccepted);
  const written = wantsCrds ? crds : [];
  validate(model, written, diagnostics);
  if (!diagnostics.refuses()) checkRenames(written, diagnostics);
  // A rejected part of a type is missing in the CRD, and would be reported as lost.
  if (!diagnostics.refuses()) refuseLostFields(written, diagnostics);
  if (!diagnostics.refuses()) refuseLostStatus(written, diagnostics);
  const printed = written.map((each) => printCrd(each, settings.trimDescriptions, diagnostics));
  const isRefused = diagnostics.refuses(settings);
  const planned = planFiles(model, crds, printed, settings, isRefused, diagnostics);
  refusePaths(planned, model, diagnostics);
  if (diagnostics.refuses(settings)) return undefined;
  const files = printFiles(planned, diagnostics);
  // Without CRDs, suppressions of their diagnostics are unused.
  if (wantsCrds) diagnostics.warnOfUnusedSuppressions();
  return files;
}

/** The comments of each readable file. */
function parsed<T>(
  files: readonly SourceFile[],
  parse: (
    path: string,
    text: string,
    options: { readonly isUnreadable?: boolean | undefined },
  ) => T,
  diagnostics: DiagnosticList,
): T[] {
  return files.flatMap(({ path, text, isUnreadable }) => {
    const start = { file: path, line: 1, column: 1 };
    const file = orDiagnostic(diagnostics, () =>
      boundedAt(start, () => parse(path, text, { isUnreadable })),
    );
    return file === undefined ? [] : [file];
  });
}
