import type { FindingList } from '../findings/finding-list.js';
import type { DeclarationSyntax, ModuleSyntax } from '../frontend/syntax.js';
import type { GroupVersionFolder } from '../load/source.js';
import { createMarkerRegistry } from '../markers/registry.js';
import { SchemaBuilder } from '../schema/build-schema.js';
import { annotate, type Annotation } from './annotation.js';
import { buildCustomResources } from './build-custom-resources.js';
import { buildPackage } from './build-package.js';
import { TypeBuilder } from './build-types.js';
import { freezeDeep } from './freeze-deep.js';
import type { ApiModel } from './model.js';
import { ModuleSet } from './module-set.js';
import { annotatePackages, folderOf } from './package-annotation.js';
import { presenceDefaultOf } from './presence.js';

/** Turns the modules of a run into the one structure that the later stages share. */
export function buildModel(
  modules: readonly ModuleSyntax[],
  folders: readonly GroupVersionFolder[],
  findings: FindingList,
): ApiModel {
  const registry = createMarkerRegistry();
  const annotations = new Map<DeclarationSyntax, Annotation>();
  for (const module of modules) {
    for (const declaration of module.declarations.values()) {
      const places = ['type', 'kind'] as const;
      annotations.set(declaration, annotate(declaration.comments, places, registry, findings));
    }
  }
  const packages = annotatePackages(modules, annotations, registry, findings);
  const annotationOf = (declaration: DeclarationSyntax): Annotation =>
    annotations.get(declaration) ?? { doc: '', markers: [], packageMarkers: [] };
  const presenceDefault = (module: ModuleSyntax) =>
    presenceDefaultOf(packages.get(folderOf(module.path))?.markers ?? []);
  const types = new TypeBuilder({
    modules: new ModuleSet(modules),
    registry,
    findings,
    annotationOf,
    presenceDefault,
  });
  const built = folders.map((folder) => buildPackage(folder, modules, packages, types, findings));
  const schemas = new SchemaBuilder(types.types, findings);
  const apiPackages = built.map((finish) => finish(schemas));
  return freezeDeep({
    packages: apiPackages,
    customResources: buildCustomResources(apiPackages, findings),
    types: types.types,
  });
}
