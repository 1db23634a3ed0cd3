import type { BuiltCrd } from '../model/build-crd.js';
import { boundedAt } from '../diagnostics/beyond-bounds.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { ApiModel } from '../model/model.js';
import { checkKeywords } from './check-keywords.js';
import { checkKindMarkers } from './check-kind-markers.js';
import { validateCrd } from './validate-crd.js';
import { validatePolicies } from './validate-policies.js';
import { NameClashes } from './name-clashes.js';
import { SharedNames } from './refuse-shared-names.js';

/** Validates a program, and then its later versions; checks of objects that are the same are not repeated. */
export class Validator {
  readonly #nameClashes = new NameClashes();
  readonly #sharedNames = new SharedNames();

  /**
   * Reports problems of the model that would make the output invalid.
   *
   * @param check reports the problems of a CRD, as {@link checkCrd} does
   */
  validate<Crd extends BuiltCrd>(
    model: ApiModel,
    crds: readonly Crd[],
    diagnostics: DiagnosticList,
    check: (crd: Crd, diagnostics: DiagnosticList) => void,
  ): void {
    this.#nameClashes.refuse(model, diagnostics);
    checkClientNames(model, diagnostics);
    this.#sharedNames.refuse(model, diagnostics);
    for (const built of crds) check(built, diagnostics);
    validatePolicies(model.admissionPolicies, crds, diagnostics);
  }
}

/** Reports problems of a CRD and of its types, which depend on nothing else. */
export function checkCrd(built: BuiltCrd, diagnostics: DiagnosticList): void {
  boundedAt(built.resource.main.type.position, () => {
    for (const { resource } of built.resource.versions) {
      checkKeywords(resource.schema, diagnostics);
      checkKindMarkers(resource, diagnostics);
    }
    validateCrd(built, diagnostics);
  });
}

const LABEL = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const DOMAIN = /^[a-z0-9](?:[-.a-z0-9]{0,251}[a-z0-9])?$/;

/** Validates the parts of request paths for kinds without a CRD, which no other validation covers. */
function checkClientNames({ packages }: ApiModel, diagnostics: DiagnosticList): void {
  for (const { group, version, origins, position, resources } of packages) {
    const clientOnly = resources.filter(({ isSkipped }) => isSkipped);
    if (clientOnly.length === 0) continue;
    if (group !== '' && !DOMAIN.test(group)) {
      const remedy = 'set the complete group name with +groupName=';
      diagnostics.error(
        'VMGEN6005',
        origins.group ?? position,
        `${JSON.stringify(group)} is not a valid group`,
        remedy,
      );
    }
    if (!LABEL.test(version)) {
      const remedy = 'set another name with +versionName=';
      const message = `${JSON.stringify(version)} is not a valid version`;
      diagnostics.error('VMGEN6005', origins.version ?? position, message, remedy);
    }
    for (const { plural, kind, type } of clientOnly) {
      if (LABEL.test(plural)) continue;
      const remedy = 'set another name with +kubebuilder:resource:path=';
      const message = `the plural ${JSON.stringify(plural)} of ${kind} is not a valid resource name`;
      diagnostics.error('VMGEN6005', type.position, message, remedy);
    }
  }
}
