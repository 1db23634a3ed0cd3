import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import type { CustomResourceDefinition } from '@vmgen/apiserver/fake';
import type { KubernetesObject, ResourceDefinition } from '@vmgen/runtime';

type Schema = NonNullable<
  NonNullable<CustomResourceDefinition['spec']['versions'][number]['schema']>['openAPIV3Schema']
>;

/** The kind Site, whose objects have other fields in each test. */
export function siteResourceOf<S extends KubernetesObject>(
  group: string,
): ResourceDefinition<S, 'Namespaced'> {
  return {
    group,
    version: 'v1',
    kind: 'Site',
    listKind: 'SiteList',
    plural: 'sites',
    singular: 'site',
    scope: 'Namespaced',
    deepCopy: (object) => structuredClone(object) as S,
  };
}

/** Its definition, with a status that only the subresource changes. */
export const siteCrdOf = (
  group: string,
  properties: NonNullable<Schema['properties']>,
): CustomResourceDefinition =>
  crdOf({ group, kind: 'Site', names: { listKind: 'SiteList', singular: 'site' } }, [
    versionWith('v1', properties, { subresources: { status: {} } }),
  ]);
