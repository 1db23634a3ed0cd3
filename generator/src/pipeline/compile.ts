import type { SchemaSettings } from '../build-schema/kind-schemas.js';
import { buildCrds } from '../crds/build-crd.js';
import { planFiles, printFiles, type EmitSettings } from '../emit/emit.js';
import type { GeneratedFile } from '../settings/generated-file.js';
import { printCrd } from '../crds/print-crd.js';
import { refusePaths } from '../emit/refuse-paths.js';
import { boundedAt, orFinding } from '../findings/beyond-bounds.js';
import { FindingList } from '../findings/finding-list.js';
import type { Finding } from '../findings/finding.js';
import { parseComments } from '../frontend/parse-comments.js';
import { parseModule } from '../frontend/parse-module.js';
import { lazyTypeOracle } from '../frontend/type-oracle.js';
import type { SourceFile, SourceSet } from '../sources/source.js';
import { buildModel } from '../model/build-model.js';
import type { ApiModel } from '../model/model.js';
import { isAccepted } from '../validate/judge-crd.js';
import { refuseLostFields } from '../validate/refuse-lost-fields.js';
import { validate } from '../validate/validate.js';

/** What became of the sources: files, or findings that keep them from being made. */
export interface Compilation {
  readonly files: readonly GeneratedFile[];
  readonly findings: readonly Finding[];
}

/** What decides the outcome beside the sources. */
export interface CompileSettings extends EmitSettings {
  /** Metadata within an object keeps its name, labels and so on. */
  readonly embeddedObjectMeta: boolean;
  /** Warnings keep anything from being made, as errors do. */
  readonly strict: boolean;
}

/**
 * From sources to files in memory: all of the pipeline that touches no disk. Every stage says what it
 * finds of all that could be made before it, so that the findings of a run come together.
 */
export function compile(sources: SourceSet, settings: CompileSettings): Compilation {
  return compileLoaded(sources, settings, new FindingList());
}

/** Compiles what was loaded with findings of its own. */
export function compileLoaded(
  sources: SourceSet,
  settings: CompileSettings,
  findings: FindingList,
): Compilation {
  const files = orFinding(findings, () => compileInto(findings, sources, settings));
  const isRefused = files === undefined || findings.refuses(settings.strict);
  return { files: isRefused ? [] : files, findings: findings.sorted() };
}

/** The model of what was loaded, as far as it can be made, with all that is wrong with it. */
export function modelOf(
  sources: SourceSet,
  settings: SchemaSettings,
  findings: FindingList,
): ApiModel {
  const modules = parsed(sources.files, parseModule, findings);
  const code = parsed(sources.code ?? [], parseComments, findings);
  for (const { position, message } of [...modules, ...code].flatMap(({ problems }) => problems)) {
    findings.error('VMGEN1001', position, `syntax error: ${message}`);
  }
  // What has no narrower place of its own.
  const start = { file: sources.files[0]?.path ?? '', line: 1, column: 1 };
  const model = boundedAt(start, () =>
    buildModel(modules, code, sources, lazyTypeOracle(), settings, findings),
  );
  for (const { code, position, message, remedy } of sources.modules?.problems() ?? []) {
    findings.error(code, position, message, remedy);
  }
  return model;
}

/** Undefined where findings keep the files from being made. */
function compileInto(
  findings: FindingList,
  sources: SourceSet,
  settings: CompileSettings,
): readonly GeneratedFile[] | undefined {
  const wantsCrds = settings.generators.includes('crd');
  const { embeddedObjectMeta } = settings;
  const model = modelOf(sources, { wantsCrds, embeddedObjectMeta }, findings);
  const built = buildCrds(model, settings.maxDescLen);
  // The fake serves what can be served; whether all of it can, only those ask who want the CRDs.
  const crds = wantsCrds ? built : built.filter(isAccepted);
  const written = wantsCrds ? crds : [];
  validate(model, written, findings);
  // A part of a type that was refused is not in the CRD, and would be reported as lost.
  if (!findings.refuses(false)) refuseLostFields(written, findings);
  const printed = written.map((each) => printCrd(each, settings.trimDescriptions, findings));
  const isRefused = findings.refuses(settings.strict);
  const planned = planFiles(model, crds, printed, settings, isRefused, findings);
  refusePaths(planned, model, findings);
  if (findings.refuses(settings.strict)) return undefined;
  const files = printFiles(planned, findings);
  // Without CRDs nobody looks for what is silenced of them.
  if (wantsCrds) findings.warnOfIdleSilences();
  return files;
}

/** What is read of each file; one that cannot be read does not keep the others from it. */
function parsed<T>(
  files: readonly SourceFile[],
  parse: (path: string, text: string, isUnreadable?: boolean) => T,
  findings: FindingList,
): T[] {
  return files.flatMap(({ path, text, isUnreadable }) => {
    const start = { file: path, line: 1, column: 1 };
    const file = orFinding(findings, () => boundedAt(start, () => parse(path, text, isUnreadable)));
    return file === undefined ? [] : [file];
  });
}
