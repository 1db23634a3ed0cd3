import type { BuiltCrd } from '../crds/build-crd.js';
import { boundedAt } from '../diagnostics/beyond-bounds.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { ApiModel } from '../model/model.js';
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

const LABEL = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const DOMAIN = /^[a-z0-9](?:[-.a-z0-9]{0,251}[a-z0-9])?$/;

/** What stands in the paths of requests for kinds without a CRD, whose names nobody else judges. */
function checkClientNames({ packages }: ApiModel, diagnostics: DiagnosticList): void {
  for (const { group, version, origins, position, resources } of packages) {
    const clientOnly = resources.filter(({ isSkipped }) => isSkipped);
    if (clientOnly.length === 0) continue;
    if (group !== '' && !DOMAIN.test(group)) {
      const remedy = "say the group's whole name with +groupName=";
      diagnostics.error(
        'VMGEN2210',
        origins.group ?? position,
        `${JSON.stringify(group)} is no group`,
        remedy,
      );
    }
    if (!LABEL.test(version)) {
      const remedy = 'say another with +versionName=';
      const message = `${JSON.stringify(version)} is no version`;
      diagnostics.error('VMGEN2210', origins.version ?? position, message, remedy);
    }
    for (const { plural, kind, type } of clientOnly) {
      if (LABEL.test(plural)) continue;
      const remedy = 'say another with +kubebuilder:resource:path=';
      const message = `the plural ${JSON.stringify(plural)} of ${kind} is no name for a resource`;
      diagnostics.error('VMGEN2210', type.position, message, remedy);
    }
  }
}
