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
import { DeclaredTypes, type FileTypes } from './declared-types.js';
import { codeMarkers } from '../markers/code-markers.js';
import { freezeData } from '../text/freeze-data.js';
import { refuseMisplacedKindMarkers } from '../markers/misplaced-kind-markers.js';
import type { ApiModel, ApiPackage } from './model.js';
import { folderOf } from '../text/names.js';
import { PackageAnnotations, type PackageAnnotation } from '../markers/package-annotation.js';
import { presenceDefaultOf } from '../markers/presence.js';
import { refuseReservedNames, refuseReservedPaths } from './reserved-names.js';
import { refuseAugmentations } from '../types/refuse-augmentations.js';
import type { NamedType, TypeId, TypeTable } from '../types/type.js';
import { reachedFrom, TypeUnits } from '../types/type-units.js';
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
  readonly #annotations = new PackageAnnotations();
  readonly #declared = new DeclaredTypes(this.#units);
  readonly #names = new NameSharing();
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
    const annotations = this.#annotations.of(read, diagnostics);
    this.#updateUnits(sources, annotations);
    const byFolder = modulesByFolder(files);
    const declared = folders.map((folder) => {
      const path = `${folder.group}/${folder.version}`;
      const types = (byFolder.get(path) ?? []).map((each) => this.#declared.of(each, checkpoint));
      return { folder, files: types, annotation: annotations.get(path) };
    });
    const all = declared.flatMap((source) => source.files);
    const reporting = new Set(all.flatMap((file) => file.reporting));
    for (const { reports } of reporting) diagnostics.include(reports);
    const types = lazy(() => typesOf(all));
    const built = declared.map((source) => this.#packages.build(source, types, diagnostics));
    checkpoint();
    const packages = this.#names.share(built, diagnostics);
    this.#refuseAugmentations(own, all, types, diagnostics);
    this.#units.finder.reportProblems(diagnostics);
    const packageAnnotations = declared.flatMap(({ annotation }) => annotation ?? []);
    const packageMarkers = packageAnnotations.map(({ markers }) => markers);
    const controllerMarkers = codeMarkers(code, packageMarkers, this.#registry, diagnostics);
    const parts = {
      packages,
      customResources: this.#customResources.build(packages, diagnostics),
      ...buildManifests(
        packages,
        packageAnnotations,
        controllerMarkers,
        this.#settings,
        diagnostics,
      ),
    };
    return new ProgramModel(freezeData(parts), types);
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

  #refuseAugmentations(
    own: readonly ModuleSyntax[],
    files: readonly FileTypes[],
    types: () => TypeTable,
    diagnostics: DiagnosticList,
  ): void {
    const { finder, modules } = this.#units;
    const foreign = finder.modules.filter(
      ({ path, augmentations }) => !isApiFile(path) && augmentations.length > 0,
    );
    const augmenting = own.filter(({ augmentations }) => augmentations.length > 0);
    if (foreign.length + augmenting.length === 0) return;
    const units = [...reachedFrom(files.flatMap((file) => file.units))];
    const read = new Set(units.flatMap(({ reads }) => [...reads.paths]));
    const all = [...augmenting, ...foreign.filter(({ path }) => read.has(path))];
    refuseAugmentations(all, modules, types(), diagnostics);
  }
}

type ModelParts = Omit<ApiModel, 'types'>;

/** Only some emitters need the table of all types. */
class ProgramModel implements ApiModel {
  readonly packages: ModelParts['packages'];
  readonly customResources: ModelParts['customResources'];
  readonly roles: ModelParts['roles'];
  readonly webhookConfigurations: ModelParts['webhookConfigurations'];
  readonly admissionPolicies: ModelParts['admissionPolicies'];
  readonly #types: () => TypeTable;

  constructor(parts: ModelParts, types: () => TypeTable) {
    this.packages = parts.packages;
    this.customResources = parts.customResources;
    this.roles = parts.roles;
    this.webhookConfigurations = parts.webhookConfigurations;
    this.admissionPolicies = parts.admissionPolicies;
    this.#types = types;
    Object.freeze(this);
  }

  get types(): TypeTable {
    return this.#types();
  }
}

/** All types that files declare, and that those refer to. */
function typesOf(files: readonly FileTypes[]): TypeTable {
  const all = new Map<TypeId, NamedType>();
  for (const { types } of reachedFrom(files.flatMap(({ units }) => units))) {
    for (const [id, type] of types) if (!all.has(id)) all.set(id, type);
  }
  return all;
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
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
