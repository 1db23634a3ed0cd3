import { buildCrds } from './emit/build-crd.js';
import { emit, type EmitSettings } from './emit/emit.js';
import type { GeneratedFile } from './emit/generated-file.js';
import { FindingList } from './findings/finding-list.js';
import type { Finding } from './findings/finding.js';
import { parseComments } from './frontend/parse-comments.js';
import { parseModule } from './frontend/parse-module.js';
import { lazyTypeOracle } from './frontend/type-oracle.js';
import type { SourceSet } from './load/source.js';
import { buildModel } from './model/build-model.js';
import { createRenderer } from './emit/render.js';
import { isAccepted } from './validate/judge-crd.js';
import { validate } from './validate/validate.js';

/** What became of the sources: files, or findings that keep them from being made. */
export interface Compilation {
  readonly files: readonly GeneratedFile[];
  readonly findings: readonly Finding[];
}

/** From sources to files in memory: all of the pipeline that touches no disk. */
export function compile(
  sources: SourceSet,
  settings: EmitSettings & { readonly strict: boolean },
): Compilation {
  const findings = new FindingList();
  const refused = (): Compilation => ({ files: [], findings: findings.sorted() });

  const modules = sources.files.map(({ path, text }) => parseModule(path, text));
  const code = (sources.code ?? []).map(({ path, text }) => parseComments(path, text));
  for (const { position, message } of [...modules, ...code].flatMap(({ problems }) => problems)) {
    findings.error('VMGEN1001', position, `syntax error: ${message}`);
  }
  // After a syntax error the parser guesses: what it says further is noise.
  if (findings.refuses(false)) return refused();
  const wantsCrds = settings.generators.includes('crd');
  const model = buildModel(modules, code, sources, lazyTypeOracle(), wantsCrds, findings);
  for (const { position, message } of sources.modules?.problems() ?? []) {
    findings.error('VMGEN1108', position, message, 'mend it: imports are resolved by it');
  }
  if (findings.refuses(false)) return refused();
  const built = buildCrds(model, settings.maxDescLen);
  // The fake serves what can be served; whether all of it can, only those ask who want the CRDs.
  const crds = wantsCrds ? built : built.filter(isAccepted);
  validate(model, wantsCrds ? crds : [], findings);
  if (findings.refuses(settings.strict)) return refused();
  const files = emit(model, crds, settings, createRenderer(), findings);
  findings.warnOfIdleSilences();
  return findings.refuses(settings.strict) ? refused() : { files, findings: findings.sorted() };
}
