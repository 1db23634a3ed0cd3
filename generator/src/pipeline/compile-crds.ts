import { buildCrds, type BuiltCrd } from '../crds/build-crd.js';
import { orDiagnostic } from '../diagnostics/beyond-bounds.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourceSet } from '../sources/source.js';
import { validate } from '../validate/validate.js';
import { modelOf } from './compile.js';

/** The CRDs of sources in memory; none where diagnostics keep them from being made. */
export function compileCrds(sources: SourceSet, diagnostics: DiagnosticList): readonly BuiltCrd[] {
  const built = orDiagnostic(diagnostics, () => {
    const model = modelOf(sources, { wantsCrds: true, embeddedObjectMeta: true }, diagnostics);
    const crds = buildCrds(model);
    validate(model, crds, diagnostics);
    return crds;
  });
  return built === undefined || diagnostics.refuses(false) ? [] : built;
}
