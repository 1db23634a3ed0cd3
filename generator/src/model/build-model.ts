import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { oncePer } from '../diagnostics/reported.js';
import type { CommentedFile, DeclarationSyntax, ModuleSyntax } from '../syntax/syntax.js';
import { isApiFile } from '../syntax/imports.js';
import type { SourceSet } from '../syntax/source.js';
import { createMarkerRegistry, type MarkerRegistry } from '../markers/registry.js';
import { kindSchemas, type SchemaSettings } from './kind-schemas.js';
import { annotate } from '../markers/annotation.js';
import { CustomResourceBuilder } from './build-custom-resources.js';
import { PackageBuilder } from './build-package.js';
import { buildPolicies } from './build-policies.js';
import { buildRoles, DEFAULT_ROLE_NAME } from './build-roles.js';
import { ownResources } from './check-rule.js';
import { buildWebhooks } from './build-webhooks.js';
import { codeMarkers } from '../markers/code-markers.js';
import { freezeData } from '../text/freeze-data.js';
import { notAKindReason, refuseMisplacedKindMarkers } from '../markers/misplaced-kind-markers.js';
import type { ApiModel, ApiPackage } from './model.js';
import { folderOf } from '../text/names.js';
import { annotatePackages, type PackageAnnotation } from '../markers/package-annotation.js';
import { presenceDefaultOf } from '../markers/presence.js';
import { refuseReservedNames, refuseReservedPaths } from './reserved-names.js';
import { refuseAugmentations } from '../types/refuse-augmentations.js';
import type { NamedType, TypeId, TypeTable } from '../types/type.js';
import { reachedFrom, TypeUnits, type TypeUnit } from '../types/type-units.js';
import { splitComment } from '../markers/language/marker-text.js';
import { parseMarker } from '../markers/parse-marker.js';
import type { MarkerUse } from '../markers/language/definition.js';
import type { Operator } from '../settings/operator-config.js';
import { NameSharing } from './share-names.js';

/** How to build a model. */
export interface ModelSettings extends SchemaSettings {
  /**
   * The operator that has the roles and serves the webhooks of markers that name no others. Defaults to
   * controller-gen's names.
   */
  readonly operator?: Operator | undefined;
}

/** The sources of a model. */
interface ModelSources extends Pick<SourceSet, 'folders' | 'modules'> {
  /** The files of the APIs. */
  readonly files: readonly ModuleSyntax[];
  /** The files of `--paths`. */
  readonly code: readonly CommentedFile[];
}

/**
 * Builds the model, which all later stages share, from the modules of a program. What depends only on a
 * declaration, on a type or on a kind is kept for the next model of the same program.
 */
export class ModelBuilder {
  readonly #settings: ModelSettings;
  readonly #registry = createMarkerRegistry();
  readonly #annotationOf = oncePer((declaration: DeclarationSyntax, diagnostics) =>
    annotate(
      declaration.comments,
      ['type', 'kind'],
      this.#registry,
      diagnostics,
      declaration.position,
    ),
  );
  readonly #units = new TypeUnits(this.#registry, this.#annotationOf);
  readonly #packages: PackageBuilder;
  /** Checks the comments and names of a file. */
  readonly #read = oncePer((module: ModuleSyntax, diagnostics) => {
    const ofDeclarations = [...module.declarations.values()].map((each) =>
      this.#annotationOf(each, diagnostics),
    );
    refuseMisplacedKindMarkers(
      module,
      (declaration) => this.#annotationOf(declaration, diagnostics).markers,
      diagnostics,
    );
    refuseStrayMarkers(module, this.#registry, diagnostics);
    refuseReservedNames(module, diagnostics);
    const ofFile = annotate(module.comments, ['package'], this.#registry, diagnostics);
    return { module, ofFile, ofDeclarations };
  });
  readonly #shareNames = new NameSharing();
  readonly #customResources: CustomResourceBuilder;

  /** @param settings how to handle kinds that cannot be CRDs, and how to express types in schemas */
  constructor(settings: ModelSettings) {
    this.#settings = settings;
    const tableOf = (id: TypeId): TypeTable | undefined => this.#units.tableOf(id);
    this.#packages = new PackageBuilder({ tableOf, schemaOf: kindSchemas(tableOf, settings) });
    this.#customResources = new CustomResourceBuilder(settings);
  }

  /** @param checkpoint called between parts of the work; an error that it throws ends the work */
  build(
    sources: ModelSources,
    diagnostics: DiagnosticList,
    checkpoint: () => void = () => undefined,
  ): ApiModel {
    const { folders, files, code } = sources;
    // Of a package only the types that an API uses are read for markers.
    const own = files.filter(({ path }) => isApiFile(path));
    const read = own.map((module) => this.#read(module, diagnostics));
    refuseReservedPaths(own, diagnostics);
    const annotations = annotatePackages(read, diagnostics);
    this.#updateUnits(sources, annotations);
    const byFolder = modulesByFolder(files);
    const named = folders.map((folder) => {
      const modules = byFolder.get(`${folder.group}/${folder.version}`) ?? [];
      return { folder, modules, ...this.#declared(modules, checkpoint) };
    });
    const reached = reachedFrom(named.flatMap(({ units }) => units));
    const types = new Map<TypeId, NamedType>();
    for (const unit of reached) {
      diagnostics.include(unit.reports);
      for (const [id, type] of unit.types) if (!types.has(id)) types.set(id, type);
    }
    const built = named.map((source) =>
      this.#packages.build(
        {
          ...source,
          annotation: annotations.get(`${source.folder.group}/${source.folder.version}`),
        },
        types,
        diagnostics,
      ),
    );
    checkpoint();
    const packages = this.#shareNames.share(built, diagnostics);
    this.#refuseAugmentations(own, reached, types, diagnostics);
    this.#units.finder.reportProblems(diagnostics);
    const packageAnnotations = folders.flatMap(
      ({ group, version }) => annotations.get(`${group}/${version}`) ?? [],
    );
    const packageMarkers = packageAnnotations.map(({ markers }) => markers);
    const controllerMarkers = codeMarkers(code, packageMarkers, this.#registry, diagnostics);
    return freezeData({
      packages,
      customResources: this.#customResources.build(packages, diagnostics),
      ...buildManifests(
        packages,
        packageAnnotations,
        controllerMarkers,
        this.#settings,
        diagnostics,
      ),
      types,
    });
  }

  #updateUnits(
    { files, modules }: ModelSources,
    annotations: ReadonlyMap<string, PackageAnnotation>,
  ): void {
    const presenceDefaults = new Map(
      [...annotations].map(([folder, { markers }]) => [folder, presenceDefaultOf(markers)]),
    );
    this.#units.update({ modules: files, reader: modules, presenceDefaults });
  }

  /** The types that files declare and export, with their units. */
  #declared(modules: readonly ModuleSyntax[], checkpoint: () => void) {
    const units: TypeUnit[] = [];
    const named: NamedType[] = [];
    for (const module of modules) {
      for (const declaration of module.declarations.values()) {
        if (notAKindReason(declaration, module)) continue;
        const unit = this.#units.unitOf(declaration, module, checkpoint);
        const type = unit.types.get(`${module.path}#${declaration.name}`);
        units.push(unit);
        if (type) named.push(type);
      }
    }
    return { units, named };
  }

  #refuseAugmentations(
    own: readonly ModuleSyntax[],
    units: Iterable<TypeUnit>,
    types: TypeTable,
    diagnostics: DiagnosticList,
  ): void {
    const { finder, modules } = this.#units;
    const foreign = finder.modules.filter(
      ({ path, augmentations }) => !isApiFile(path) && augmentations.length > 0,
    );
    const read = new Set(
      foreign.length === 0 ? [] : [...units].flatMap(({ reads }) => [...reads.paths]),
    );
    const all = [...own, ...foreign.filter(({ path }) => read.has(path))];
    refuseAugmentations(all, modules, types, diagnostics);
  }
}

function modulesByFolder(modules: readonly ModuleSyntax[]): ReadonlyMap<string, ModuleSyntax[]> {
  const folders = new Map<string, ModuleSyntax[]>();
  for (const module of modules) {
    const folder = folderOf(module.path);
    const known = folders.get(folder);
    if (known) known.push(module);
    else folders.set(folder, [module]);
  }
  return folders;
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
  { strays }: ModuleSyntax,
  registry: MarkerRegistry,
  diagnostics: DiagnosticList,
): void {
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
