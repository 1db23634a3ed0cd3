import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { CommentedFile, DeclarationSyntax, ModuleSyntax } from '../frontend/syntax.js';
import type { TypeOracle } from '../frontend/type-oracle.js';
import { isApiFile } from '../sources/imports.js';
import type { SourceSet } from '../sources/source.js';
import { createMarkerRegistry, type MarkerRegistry } from '../markers/registry.js';
import { kindSchemas, type SchemaSettings } from '../build-schema/kind-schemas.js';
import { annotate, type Annotation } from '../annotations/annotation.js';
import { buildCustomResources } from './build-custom-resources.js';
import { buildPackage } from './build-package.js';
import { buildRoles } from './build-roles.js';
import { ownResources } from './check-rule.js';
import { TypeBuilder } from '../types/build-types.js';
import { buildWebhooks } from './build-webhooks.js';
import { codeMarkers } from '../annotations/code-markers.js';
import { freezeModel } from './freeze-model.js';
import { refuseMisplacedKindMarkers } from '../annotations/misplaced-kind-markers.js';
import type { ApiModel } from './model.js';
import { ModuleFinder } from '../types/module-finder.js';
import { ModuleSet } from '../types/module-set.js';
import { folderOf } from '../words/names.js';
import { annotatePackages } from '../annotations/package-annotation.js';
import { presenceDefaultOf } from '../annotations/presence.js';
import { refuseReservedNames } from './reserved-names.js';
import { shareNames } from './share-names.js';
import { refuseAugmentations } from '../types/refuse-augmentations.js';
import { splitComment } from '../markers/language/marker-text.js';
import { parseMarker } from '../markers/parse-marker.js';

/**
 * Builds the model, which all later stages share, from the modules of a run.
 *
 * @param settings how to handle kinds that cannot be CRDs, and how to express types in schemas
 */
export function buildModel(
  modules: readonly ModuleSyntax[],
  code: readonly CommentedFile[],
  sources: Pick<SourceSet, 'folders' | 'modules'>,
  oracle: TypeOracle,
  settings: SchemaSettings,
  diagnostics: DiagnosticList,
): ApiModel {
  const { folders } = sources;
  const finder = new ModuleFinder(modules, sources.modules, ({ position, message }) => {
    diagnostics.error('VMGEN1001', position, `syntax error: ${message}`);
  });
  const registry = createMarkerRegistry();
  const annotations = new Map<DeclarationSyntax, Annotation>();
  const annotationOf = (declaration: DeclarationSyntax): Annotation => {
    const places = ['type', 'kind'] as const;
    const known = annotations.get(declaration);
    const annotation =
      known ?? annotate(declaration.comments, places, registry, diagnostics, declaration.position);
    annotations.set(declaration, annotation);
    return annotation;
  };
  // Of a package only the types that an API uses are read for markers.
  const own = modules.filter(({ path }) => isApiFile(path));
  for (const { declarations } of own) for (const each of declarations.values()) annotationOf(each);
  refuseMisplacedKindMarkers(own, (declaration) => annotationOf(declaration).markers, diagnostics);
  refuseStrayMarkers(own, registry, diagnostics);
  refuseReservedNames(own, diagnostics);
  const packages = annotatePackages(own, annotations, registry, diagnostics);
  const presenceDefault = (module: ModuleSyntax) =>
    presenceDefaultOf(packages.get(folderOf(module.path))?.markers ?? []);
  const set = new ModuleSet(
    (specifier, from, name) => finder.find(specifier, from, name),
    () => sources.modules?.isPlugAndPlay?.() ?? false,
  );
  const types = new TypeBuilder({
    modules: set,
    oracle,
    registry,
    diagnostics,
    annotationOf,
    presenceDefault,
  });
  const built = folders.map((folder) =>
    buildPackage(folder, modules, packages, types, diagnostics),
  );
  const schemas = kindSchemas(types.types, diagnostics, settings);
  const apiPackages = shareNames(
    built.map((finish) => finish(schemas)),
    diagnostics,
  );
  refuseAugmentations(finder.modules, set, types.types, diagnostics);
  const packageMarkers = folders.map(
    ({ group, version }) => packages.get(`${group}/${version}`)?.markers ?? [],
  );
  const controllerMarkers = codeMarkers(code, packageMarkers, registry, diagnostics);
  const manifestMarkers = [...packageMarkers, controllerMarkers];
  return freezeModel({
    packages: apiPackages,
    customResources: buildCustomResources(apiPackages, settings.wantsCrds, diagnostics),
    roles: buildRoles(manifestMarkers, ownResources(apiPackages), diagnostics),
    webhookConfigurations: buildWebhooks(manifestMarkers.flat(), diagnostics),
    types: types.types,
  });
}

/** Reports markers at positions where they have no effect, such as the end of a line of code. */
function refuseStrayMarkers(
  modules: readonly ModuleSyntax[],
  registry: MarkerRegistry,
  diagnostics: DiagnosticList,
): void {
  const strays = modules.flatMap((module) => module.strays);
  for (const marker of strays.flatMap((group) => splitComment(group).markers)) {
    const { use } = parseMarker(marker, registry, diagnostics);
    if (!use) continue;
    diagnostics.error(
      'VMGEN3007',
      use.position,
      'the marker belongs to no type and no field',
      'put it on a line of its own, directly above its declaration',
    );
  }
}
