import { isBuiltInGroup } from '../discovery/group-resources.js';
import { KUBERNETES_VERSION } from '../discovery/version-document.js';
import type { JsonObject } from '@vmgen/crd/internal/json';
import type { ServedResource } from '../resource/served-resource.js';
import { componentOfKind, withReferences, type ComponentSchemas } from './component-schemas.js';
import {
  customComponentName,
  customListSchema,
  customResourceSchema,
} from './custom-resource-schema.js';
import { resourcePaths, type ResourceComponents } from './paths.js';

export const OPENAPI_INFO = { title: 'Kubernetes', version: KUBERNETES_VERSION };

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const SCALE = 'io.k8s.api.autoscaling.v1.Scale';

/** The OpenAPI v3 document of one group and version. */
export function groupVersionDocument(
  resources: readonly ServedResource[],
  builtIn: ComponentSchemas,
): JsonObject {
  const known: { [name: string]: JsonObject } = { ...builtIn };
  const names: string[] = [`${META}.DeleteOptions`, `${META}.Status`, `${META}.Patch`];
  const paths: { [path: string]: JsonObject } = {};
  for (const resource of resources) {
    const components = componentsOf(resource, builtIn);
    if (components === undefined) continue;
    if (!isBuiltInGroup(resource.group)) {
      known[components.object] = customResourceSchema(resource);
      known[components.list] = customListSchema(resource);
    }
    names.push(components.object, components.list);
    for (const { kind } of resource.subresources) names.push(components.subresource(kind));
    Object.assign(paths, resourcePaths(resource, components));
  }
  return {
    openapi: '3.0.0',
    info: OPENAPI_INFO,
    paths,
    components: { schemas: withReferences(names, known) },
  };
}

/** Undefined for a built-in kind whose schema is not at hand. */
function componentsOf(
  resource: ServedResource,
  builtIn: ComponentSchemas,
): ResourceComponents | undefined {
  const custom = !isBuiltInGroup(resource.group);
  const nameOf = (kind: string): string | undefined =>
    custom ? customComponentName(resource, kind) : componentOfKind(builtIn, { ...resource, kind });
  const object = nameOf(resource.kind);
  const list = nameOf(resource.listKind);
  if (object === undefined || list === undefined) return undefined;
  return { object, list, subresource: (kind) => (kind === 'Scale' ? SCALE : object) };
}
