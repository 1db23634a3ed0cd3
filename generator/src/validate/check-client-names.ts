import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { ApiModel } from '../model/model.js';

const LABEL = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const DOMAIN = /^[a-z0-9](?:[-.a-z0-9]{0,251}[a-z0-9])?$/;

/** What stands in the paths of requests for kinds without a CRD, whose names nobody else judges. */
export function checkClientNames({ packages }: ApiModel, diagnostics: DiagnosticList): void {
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
