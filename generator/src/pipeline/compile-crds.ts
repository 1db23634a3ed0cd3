import { buildCrds, type BuiltCrd } from '../crds/build-crd.js';
import { orFinding } from '../findings/beyond-bounds.js';
import type { FindingList } from '../findings/finding-list.js';
import type { SourceSet } from '../sources/source.js';
import { validate } from '../validate/validate.js';
import { modelOf } from './compile.js';

/** The CRDs of sources in memory; none where findings keep them from being made. */
export function compileCrds(sources: SourceSet, findings: FindingList): readonly BuiltCrd[] {
  const built = orFinding(findings, () => {
    const model = modelOf(sources, { wantsCrds: true, embeddedObjectMeta: true }, findings);
    const crds = buildCrds(model);
    validate(model, crds, findings);
    return crds;
  });
  return built === undefined || findings.refuses(false) ? [] : built;
}
