import { KUBERNETES_VERSION } from '../discovery/version-document.js';
import type { JsonObject } from '@vmgen/base/json';
import type { TypeLibrary } from '../data/type-library.js';
import type { ServedResource } from '../resource/served-resource.js';
import { withReferences } from './component-schemas.js';
import { describedComponent } from './descriptions.js';
import {
  customComponentName,
  customListSchema,
  customResourceSchema,
} from './custom-resource-schema.js';
import { resourcePaths, type ResourceComponents } from './paths.js';

export const OPENAPI_INFO = { title: 'Kubernetes', version: KUBERNETES_VERSION };

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const SCALE = 'io.k8s.api.autoscaling.v1.Scale';

/** Returns the OpenAPI v3 document of one group and version. */
export function groupVersionDocument(
  resources: readonly ServedResource[],
  types: TypeLibrary,
): JsonObject {
  const custom = new Map<string, JsonObject>();
  const names: string[] = [`${META}.DeleteOptions`, `${META}.Status`, `${META}.Patch`];
  const paths: { [path: string]: JsonObject } = {};
  for (const resource of resources) {
    const components = componentsOf(resource);
    if (resource.component === undefined) {
      custom.set(components.object, customResourceSchema(resource));
      custom.set(components.list, customListSchema(resource));
    }
    names.push(components.object);
    if (resource.verbs.includes('list')) names.push(components.list);
    for (const { kind } of resource.subresources) names.push(components.subresource(kind));
    Object.assign(paths, resourcePaths(resource, components));
  }
  const schemas = withReferences(names, (name) => custom.get(name) ?? builtIn(types, name));
  return { openapi: '3.0.0', info: OPENAPI_INFO, paths, components: { schemas } };
}

/** Returns undefined for components that no document describes, such as the options of a proxy. */
function builtIn(types: TypeLibrary, name: string): JsonObject | undefined {
  return types.siblings(name).includes(name)
    ? describedComponent(name, types.component(name))
    : undefined;
}

function componentsOf(resource: ServedResource): ResourceComponents {
  const nameOf = (kind: string): string =>
    resource.component === undefined
      ? customComponentName(resource, kind)
      : `${resource.component.slice(0, resource.component.lastIndexOf('.'))}.${kind}`;
  const subresources = new Map(
    resource.subresources.map(({ kind, component }) => [kind, component]),
  );
  const object = nameOf(resource.kind);
  return {
    object,
    list: nameOf(resource.listKind),
    subresource: (kind) => subresources.get(kind) ?? (kind === 'Scale' ? SCALE : object),
  };
}
