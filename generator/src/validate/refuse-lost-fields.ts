import type { BuiltCrd } from '../crds/build-crd.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { relatedTo } from '../diagnostics/related.js';
import { lostFieldsOf, type FieldPaths } from './lost-fields.js';

/**
 * Refuses versions that differ where nothing converts between them: the API server then only writes another
 * apiVersion into an object, and prunes what the other version does not have.
 */
export function refuseLostFields(crds: readonly BuiltCrd[], diagnostics: DiagnosticList): void {
  for (const { crd, resource } of crds) {
    const stored = resource.versions.find(({ resource: { isStored } }) => isStored);
    if (!stored) continue;
    const storedName = stored.package.version;
    for (const [name, { unstored, unserved, retyped }] of lostFieldsOf(crd)) {
      const version = resource.versions.find(({ package: { version } }) => version === name);
      if (!version) continue;
      const { kind, type } = version.resource;
      const losses = [
        ...(unstored.count > 0 ? [`${storedName} has no ${listed(unstored)}`] : []),
        ...(unserved.count > 0 ? [`${name} has no ${listed(unserved)}`] : []),
        ...(retyped.count > 0 ? [`other types have ${listed(retyped)}`] : []),
      ];
      diagnostics.suppressibleError(
        'VMGEN2108',
        type.position,
        `nothing converts ${kind} between ${name} and ${storedName}, which is stored: ${losses.join('; ')}`,
        `declare the same fields in both, convert with +vmgen:conversion:strategy=Webhook, or accept the loss with +vmgen:ignore:code=VMGEN2108,reason="..." above ${kind}`,
        relatedTo(stored.resource.type.position, `${storedName} is here`),
      );
    }
  }
}

function listed({ paths, count }: FieldPaths): string {
  const more = count - paths.length;
  return `${paths.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
