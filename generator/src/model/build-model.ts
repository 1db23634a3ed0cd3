import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { CommentedFile, DeclarationSyntax, ModuleSyntax } from '../syntax/syntax.js';
import { isApiFile } from '../syntax/imports.js';
import type { SourceSet } from '../syntax/source.js';
import { createMarkerRegistry, type MarkerRegistry } from '../markers/registry.js';
import { kindSchemas, type SchemaSettings } from './kind-schemas.js';
import { annotate, type Annotation } from '../markers/annotation.js';
import { buildCustomResources } from './build-custom-resources.js';
import { buildPackage } from './build-package.js';
import { buildPolicies } from './build-policies.js';
import { buildRoles, DEFAULT_ROLE_NAME } from './build-roles.js';
import { ownResources } from './check-rule.js';
import { TypeBuilder } from '../types/build-types.js';
import { buildWebhooks } from './build-webhooks.js';
import { codeMarkers } from '../markers/code-markers.js';
import { freezeModel } from './freeze-model.js';
import { refuseMisplacedKindMarkers } from '../markers/misplaced-kind-markers.js';
import type { ApiModel, ApiPackage, DeclaredNames, Resource } from './model.js';
import { ModuleFinder } from '../types/module-finder.js';
import { ModuleSet } from '../types/module-set.js';
import { folderOf } from '../text/names.js';
import { annotatePackages, type PackageAnnotation } from '../markers/package-annotation.js';
import { presenceDefaultOf } from '../markers/presence.js';
import { refuseReservedNames } from './reserved-names.js';
import { refuseAugmentations } from '../types/refuse-augmentations.js';
import { splitComment } from '../markers/language/marker-text.js';
import { parseMarker } from '../markers/parse-marker.js';
import { otherAt } from '../diagnostics/related.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { MarkerDefinition, MarkerUse } from '../markers/language/definition.js';
import { nonNamespaced, resourceName } from '../markers/definitions/client.js';
import { resourceMarker } from '../markers/definitions/resource.js';
import { find } from '../markers/language/uses-of.js';
import { compareVersions } from '@vmgen/base/text';
import type { Operator } from '../settings/operator-config.js';

/** How to build a model. */
export interface ModelSettings extends SchemaSettings {
  /**
   * The operator that has the roles and serves the webhooks of markers that name no others. Defaults to
   * controller-gen's names.
   */
  readonly operator?: Operator | undefined;
}

/**
 * Builds the model, which all later stages share, from the modules of a run.
 *
 * @param settings how to handle kinds that cannot be CRDs, and how to express types in schemas
 */
export function buildModel(
  modules: readonly ModuleSyntax[],
  code: readonly CommentedFile[],
  sources: Pick<SourceSet, 'folders' | 'modules'>,
  settings: ModelSettings,
  diagnostics: DiagnosticList,
): ApiModel {
  const { folders } = sources;
  const finder = new ModuleFinder(modules, sources.modules, ({ position, message }) => {
    diagnostics.error('VMGEN1001', position, `syntax error: ${message}`);
  });
  const registry = createMarkerRegistry();
  const annotationOf = createAnnotationReader(registry, diagnostics);
  // Of a package only the types that an API uses are read for markers.
  const own = modules.filter(({ path }) => isApiFile(path));
  for (const { declarations } of own) for (const each of declarations.values()) annotationOf(each);
  refuseMisplacedKindMarkers(own, (declaration) => annotationOf(declaration).markers, diagnostics);
  refuseStrayMarkers(own, registry, diagnostics);
  refuseReservedNames(own, diagnostics);
  const packages = annotatePackages(own, annotationOf, registry, diagnostics);
  const presenceDefault = (module: ModuleSyntax) =>
    presenceDefaultOf(packages.get(folderOf(module.path))?.markers ?? []);
  const set = new ModuleSet(
    (specifier, from, name) => finder.find(specifier, from, name),
    () => sources.modules?.isPlugAndPlay?.() ?? false,
  );
  const types = new TypeBuilder({
    modules: set,
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
  const packageAnnotations = folders.flatMap(
    ({ group, version }) => packages.get(`${group}/${version}`) ?? [],
  );
  const packageMarkers = packageAnnotations.map(({ markers }) => markers);
  const controllerMarkers = codeMarkers(code, packageMarkers, registry, diagnostics);
  return freezeModel({
    packages: apiPackages,
    customResources: buildCustomResources(apiPackages, settings, diagnostics),
    ...buildManifests(apiPackages, packageAnnotations, controllerMarkers, settings, diagnostics),
    types: types.types,
  });
}

/** Returns a function that reads the markers of each declaration once. */
function createAnnotationReader(
  registry: MarkerRegistry,
  diagnostics: DiagnosticList,
): (declaration: DeclarationSyntax) => Annotation {
  const annotations = new Map<DeclarationSyntax, Annotation>();
  return (declaration) => {
    const { comments, position } = declaration;
    const annotation =
      annotations.get(declaration) ??
      annotate(comments, ['type', 'kind'], registry, diagnostics, position);
    annotations.set(declaration, annotation);
    return annotation;
  };
}

/** Builds what the markers of packages and of the controller's code describe. */
function buildManifests(
  packages: readonly ApiPackage[],
  annotations: readonly PackageAnnotation[],
  controllerMarkers: readonly MarkerUse[],
  { operator }: ModelSettings,
  diagnostics: DiagnosticList,
): Pick<ApiModel, 'roles' | 'webhookConfigurations' | 'admissionPolicies'> {
  const manifestMarkers = [...annotations.map(({ markers }) => markers), controllerMarkers];
  const ownNames = ownResources(packages);
  const groups = new Set(packages.map(({ group }) => group));
  return {
    roles: buildRoles(manifestMarkers, ownNames, operator?.name ?? DEFAULT_ROLE_NAME, diagnostics),
    webhookConfigurations: buildWebhooks(
      manifestMarkers.flat(),
      operator && { operator, groups },
      diagnostics,
    ),
    admissionPolicies: buildPolicies(
      [...kindsWithMarkers(packages), ...annotations, { markers: controllerMarkers }],
      ownNames,
      diagnostics,
    ),
  };
}

/** The markers of kinds, with the resources of the kinds. */
const kindsWithMarkers = (packages: readonly ApiPackage[]) =>
  packages.flatMap(({ group, version, resources }) =>
    resources.map(({ plural, isServed, type: { markers, refused } }) => ({
      markers,
      refused,
      resource: { group, version, plural, isServed },
    })),
  );

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

interface Version {
  readonly version: string;
  readonly resource: Resource;
}

/**
 * Gives all versions of a kind the names and the scope that any of them declares, as controller-gen does;
 * reports contradictions. Versions that the CRD omits have their own names.
 */
function shareNames(packages: readonly ApiPackage[], diagnostics: DiagnosticList): ApiPackage[] {
  const shared = new Map<Resource, DeclaredNames>();
  for (const versions of versionsByKind(packages)) {
    const resources = versions.map(({ resource }) => resource);
    refuseOtherNames(resources, diagnostics);
    const names = resources.reduceRight<DeclaredNames>(
      (all, { declaredNames }) => ({ ...all, ...declaredNames }),
      {},
    );
    for (const resource of resources) shared.set(resource, names);
  }
  return packages.map((pkg) => ({
    ...pkg,
    resources: pkg.resources.map((resource) => ({ ...resource, ...shared.get(resource) })),
  }));
}

/** The storage version comes first: it takes precedence over contradicting versions. */
function versionsByKind(packages: readonly ApiPackage[]): Version[][] {
  const byKind = new Map<string, Version[]>();
  for (const { group, version, resources } of packages) {
    for (const resource of resources.filter(({ isSkipped }) => !isSkipped)) {
      const key = `${group}/${resource.kind}`;
      byKind.set(key, [...(byKind.get(key) ?? []), { version, resource }]);
    }
  }
  return [...byKind.values()].map((versions) =>
    versions.sort(
      (a, b) =>
        Number(b.resource.isStored) - Number(a.resource.isStored) ||
        compareVersions(a.version, b.version),
    ),
  );
}

interface SharedName {
  /** Such as `the plural of Thing is`. */
  readonly subject: (kind: string) => string;
  readonly value: (declaredNames: DeclaredNames) => string | undefined;
  readonly markers: readonly MarkerDefinition[];
}

const listed = (words: readonly string[] | undefined): string | undefined =>
  words && (words.join(', ') || 'unset');

const SHARED_NAMES: readonly SharedName[] = [
  {
    subject: (kind) => `the plural of ${kind} is`,
    value: ({ plural }) => plural,
    markers: [resourceMarker, resourceName],
  },
  {
    subject: (kind) => `the singular of ${kind} is`,
    value: ({ singular }) => singular,
    markers: [resourceMarker],
  },
  {
    subject: (kind) => `the list kind of ${kind} is`,
    value: ({ listKind }) => listKind,
    markers: [],
  },
  {
    subject: (kind) => `the scope of ${kind} is`,
    value: ({ namespaced }) =>
      namespaced === undefined ? undefined : namespaced ? 'Namespaced' : 'Cluster',
    markers: [resourceMarker, nonNamespaced],
  },
  {
    subject: (kind) => `the short names of ${kind} are`,
    value: ({ shortNames }) => listed(shortNames),
    markers: [resourceMarker],
  },
  {
    subject: (kind) => `the categories of ${kind} are`,
    value: ({ categories }) => listed(categories),
    markers: [resourceMarker],
  },
];

function refuseOtherNames(resources: readonly Resource[], diagnostics: DiagnosticList): void {
  for (const { subject, value, markers } of SHARED_NAMES) {
    const declaring = resources.filter(({ declaredNames }) => value(declaredNames) !== undefined);
    const [first, ...others] = declaring;
    if (!first) continue;
    for (const resource of others) {
      if (value(resource.declaredNames) === value(first.declaredNames)) continue;
      diagnostics.error(
        'VMGEN2106',
        positionOf(resource, markers),
        `${subject(resource.kind)} ${value(resource.declaredNames)} here but ${value(first.declaredNames)} in another version`,
        'versions of one kind share their names and scope: use the same markers in all versions, or in only one of them',
        otherAt(positionOf(first, markers)),
      );
    }
  }
}

function positionOf({ type }: Resource, definitions: readonly MarkerDefinition[]): SourcePosition {
  const uses = definitions.map((definition) => find(type.markers, definition));
  return uses.find((use) => use !== undefined)?.position ?? type.position;
}
