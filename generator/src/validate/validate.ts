import type { BuiltCrd } from '../crds/build-crd.js';
import { boundedAt } from '../diagnostics/beyond-bounds.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { ApiModel } from '../model/model.js';
import { checkClientNames } from './check-client-names.js';
import { checkKeywords } from './check-keywords.js';
import { checkKindMarkers } from './check-kind-markers.js';
import { validateCrd } from './validate-crd.js';
import { refuseNameClashes } from './name-clashes.js';
import { refuseSharedNames } from './refuse-shared-names.js';

/** Finds what would break what is made from the model. */
export function validate(
  model: ApiModel,
  crds: readonly BuiltCrd[],
  diagnostics: DiagnosticList,
): void {
  refuseNameClashes(model, diagnostics);
  checkClientNames(model, diagnostics);
  refuseSharedNames(model, diagnostics);
  for (const built of crds) {
    boundedAt(built.resource.main.type.position, () => {
      for (const { resource } of built.resource.versions) {
        checkKeywords(resource.schema, diagnostics);
        checkKindMarkers(resource, diagnostics);
      }
      validateCrd(built, diagnostics);
    });
  }
}
