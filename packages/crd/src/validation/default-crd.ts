import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
} from '../definition/custom-resource-definition.js';

/**
 * Sets the API server's defaults of a CRD, in place (apiextensions/v1 defaults.go): singular, list
 * kind, conversion strategy `None`, and the port of a conversion webhook's service.
 */
export function defaultCustomResourceDefinition(crd: CustomResourceDefinition): void {
  const names: Partial<CustomResourceDefinitionNames> = crd.spec.names;
  if (!names.singular) names.singular = (names.kind ?? '').toLowerCase();
  if (!names.listKind && names.kind) names.listKind = `${names.kind}List`;
  crd.spec.conversion ??= { strategy: 'None' };
  const service = crd.spec.conversion.webhook?.clientConfig?.service;
  if (service !== undefined) service.port ??= 443;
}

/**
 * Adds the storage version to the versions in which objects may be stored, in place. The API server
 * does so on every write of a CRD, before validation.
 */
export function recordStorageVersion(crd: CustomResourceDefinition): void {
  const storage = crd.spec.versions.find((version) => version.storage);
  const stored = crd.status?.storedVersions ?? [];
  if (storage === undefined || stored.includes(storage.name)) return;
  crd.status = { ...crd.status, storedVersions: [...stored, storage.name] };
}
