import type { JSONSchemaProps } from '@vmgen/crd';
import type { TypeExpression } from '../shapes/shape.js';
import type { LocalPackage, PackageContext } from './package-context.js';
import type { Component } from './read-components.js';
import { runtimeTypeOf, schemaOfRef } from './schema-names.js';

const ANYTHING: TypeExpression = { kind: 'runtime', name: 'JSONValue' };

/** What a `$ref` leads to, as the files of a package see it. */
export function referenceOf(
  ref: string,
  pkg: LocalPackage,
  { components, packages, report }: PackageContext,
): TypeExpression {
  const name = schemaOfRef(ref) ?? '';
  const runtime = runtimeTypeOf(name);
  if (runtime !== undefined) return { kind: 'runtime', name: runtime };
  const component = components.get(name);
  if (component === undefined) {
    report(ref, 'leads to no schema of the documents');
    return ANYTHING;
  }
  if (isUnspecified(component.schema)) return ANYTHING;
  if (component.package === pkg.name) return { kind: 'declared', id: name };
  return { kind: 'imported', module: moduleOf(component, packages), name: component.type };
}

function moduleOf(component: Component, packages: PackageContext['packages']): string {
  const folder = packages.get(component.package)?.folder;
  return folder === undefined
    ? `@vmgen/kubernetes/${component.group}/${component.version}`
    : `../../${folder.group}/${folder.version}/types.js`;
}

/** Go code writes and reads such a type by itself: OpenAPI knows no more than that there is a value. */
export function isUnspecified({ description: _, ...keywords }: JSONSchemaProps): boolean {
  return Object.keys(keywords).length === 0;
}
