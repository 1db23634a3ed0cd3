import type { CustomResourceDefinition } from '@vmgen/crd';
import { createMarkerRegistry } from '../markers/registry.js';
import { inKeyOrder } from '../text/in-key-order.js';
import { printDoc, printTypes } from './print/print-types.js';
import { declareKinds } from './shapes/declare-kinds.js';
import type { KindVersion } from './shapes/kind-shape.js';
import type { Comments, NamedDeclaration } from './shapes/shape.js';

/** A file of an API package. */
export interface ImportedFile {
  /** Under the folder of the APIs: `cert-manager/v1/types.ts`. */
  readonly path: string;
  readonly text: string;
}

/** The result of importing CRDs. */
interface ImportedDefinitions {
  /** By path. */
  readonly files: readonly ImportedFile[];
  /** The number of `+vmgen:schema` markers, which contain what types and other markers cannot express. */
  readonly schemaMarkers: number;
}

/** How CRDs are imported. */
interface ImportDefinitionsOptions {
  /** Returns the folder of a group; defaults to its first label, as client-go names packages. */
  readonly folderOf?: (group: string) => string;
}

/** API packages, one for each version of a group, of which `vmgen generate` makes the CRDs again. */
export function importDefinitions(
  crds: readonly CustomResourceDefinition[],
  { folderOf = firstLabel }: ImportDefinitionsOptions = {},
): ImportedDefinitions {
  const registry = createMarkerRegistry();
  const files: ImportedFile[] = [];
  let schemaMarkers = 0;
  // Tools write the same content in different orders.
  for (const [path, kinds] of byPackage(
    crds.map((crd) => inKeyOrder(crd)),
    folderOf,
  )) {
    const [first] = kinds;
    if (!first) continue;
    const declarations = declareKinds(kinds, registry);
    schemaMarkers += countSchemaMarkers(declarations);
    const { group } = first.crd.spec;
    files.push(
      { path: `${path}/doc.ts`, text: printDoc(group, first.version.name) },
      { path: `${path}/types.ts`, text: printTypes(declarations) },
    );
  }
  return { files, schemaMarkers };
}

/** `cert-manager` of `cert-manager.io`. */
const firstLabel = (group: string): string => group.split('.')[0] ?? group;

/** The versions of all kinds by the folders of their packages, in the order of folders and kinds. */
function byPackage(
  crds: readonly CustomResourceDefinition[],
  folderOf: (group: string) => string,
): [path: string, kinds: KindVersion[]][] {
  const packages = new Map<string, KindVersion[]>();
  const sorted = [...crds].sort((a, b) => (a.spec.names.kind < b.spec.names.kind ? -1 : 1));
  for (const crd of sorted) {
    for (const version of crd.spec.versions) {
      const path = `${folderOf(crd.spec.group)}/${version.name}`;
      const kinds = packages.get(path) ?? [];
      packages.set(path, kinds);
      kinds.push({ crd, version });
    }
  }
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1));
}

function countSchemaMarkers(declarations: readonly NamedDeclaration[]): number {
  const comments = declarations.flatMap(({ declaration }): readonly Comments[] =>
    declaration.kind === 'interface' ? [declaration, ...declaration.fields] : [declaration],
  );
  const markers = comments.flatMap((each) => each.markers);
  return markers.filter((marker) => marker.startsWith('+vmgen:schema=')).length;
}
