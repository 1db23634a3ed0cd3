import { find, isUsed } from '../markers/language/uses-of.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { boundedAt } from '../diagnostics/beyond-bounds.js';
import { oncePer, reported, type Reported, resultOf } from '../diagnostics/reported.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { ModuleSyntax } from '../syntax/syntax.js';
import type { GroupVersionFolder } from '../settings/parse-groups.js';
import type { MarkerUse, UseOf } from '../markers/language/definition.js';
import {
  groupGoNameMarker,
  groupNameMarker,
  skipMarker,
  versionNameMarker,
} from '../markers/definitions/package.js';
import type { SchemaOfKind } from './kind-schemas.js';
import {
  acGenerate,
  applyGen,
  clientGen,
  clientMethod,
  informerGen,
  isSubresource,
  listerGen,
} from '../markers/definitions/client.js';
import { scaleMarker, skipVersionMarker } from '../markers/definitions/resource.js';
import { buildResource } from './build-resource.js';
import { CopiedTypes } from './copied-types.js';
import type { FileTypes } from './declared-types.js';
import { hasSameElements } from '../text/has-same-elements.js';
import { notAKindReason } from '../markers/misplaced-kind-markers.js';
import { kindMarkersOf } from '../markers/kind-markers.js';
import { isKind, listedKind } from './kinds.js';
import { refuseKindFields, refuseWrongMeta } from './refuse-wrong-meta.js';
import type { ApiPackage, Resource } from './model.js';
import { folderOf, pascalCase, upperFirst } from '../text/names.js';
import type { PackageAnnotation } from '../markers/package-annotation.js';
import type { NamedType, TypeId, TypeTable } from '../types/type.js';
import { clientMethods, type MethodTypes } from './client-methods.js';
import type { ClientVerb } from '../markers/definitions/verbs.js';

/** A package, and the types that its files declare and export. */
interface PackageSource {
  readonly folder: GroupVersionFolder;
  readonly files: readonly FileTypes[];
  /** Undefined for a folder without files. */
  readonly annotation: PackageAnnotation | undefined;
}

/** How the types of packages are read; a result depends only on its type. */
interface PackageTypes {
  /** The types of the unit that declares a type. */
  readonly tableOf: (id: TypeId) => TypeTable | undefined;
  readonly schemaOf: SchemaOfKind;
}

/** What a type is to its package. */
interface TypeRole {
  readonly isKind: boolean;
  /** It looks like a kind but cannot be one. */
  readonly isRefused: boolean;
  /** The kind that it is the list of. */
  readonly listed: TypeId | undefined;
}

/** Builds packages; what depends only on types is kept for the next program. */
export class PackageBuilder {
  readonly #schemaOf: SchemaOfKind;
  readonly #roleOf: (type: NamedType, diagnostics: DiagnosticList) => TypeRole;
  readonly #resources = new WeakMap<NamedType, KeptResource>();
  readonly #copied: CopiedTypes;
  readonly #known = new Map<
    string,
    { readonly source: PackageSource; readonly made: Reported<ApiPackage> }
  >();

  constructor({ tableOf, schemaOf }: PackageTypes) {
    this.#copied = new CopiedTypes(tableOf);
    this.#schemaOf = schemaOf;
    this.#roleOf = oncePer((type, diagnostics) =>
      boundedAt(type.position, () =>
        roleOf(type, tableOf(type.id) ?? new Map<TypeId, NamedType>(), diagnostics),
      ),
    );
  }

  /** @param types returns all types of the program */
  build(source: PackageSource, types: () => TypeTable, diagnostics: DiagnosticList): ApiPackage {
    const path = `${source.folder.group}/${source.folder.version}`;
    const known = this.#known.get(path);
    const isSame =
      known !== undefined &&
      known.source.annotation === source.annotation &&
      hasSameElements(known.source.files, source.files) &&
      !known.made.value.resources.some(({ type }) => hasMethods(type));
    const made = isSame
      ? known.made
      : reported((reports) => this.#build(source, path, types, reports));
    this.#known.set(path, { source, made });
    return resultOf(made, diagnostics);
  }

  #build(
    source: PackageSource,
    path: string,
    types: () => TypeTable,
    diagnostics: DiagnosticList,
  ): ApiPackage {
    const { folder, files } = source;
    const named = files.flatMap((file) => file.named);
    const modules = files.map(({ module }) => module);
    const annotation = source.annotation ?? annotationOfNone(path);
    const { doc, markers, position, refused } = annotation;
    const isUnnamed = refused.includes(groupNameMarker) || refused.includes(versionNameMarker);
    const isPartial =
      isUnnamed || modules.length === 0 || modules.some((module) => module.isPartial);
    const roles = named.map((type) => ({ type, ...this.#roleOf(type, diagnostics) }));
    const kinds = roles.filter(({ isKind }) => isKind).map(({ type }) => type);
    if (kinds.length === 0 && !isPartial && !roles.some(({ isRefused }) => isRefused)) {
      refuseKindless(path, modules, position, diagnostics);
    }
    const groupName = find(markers, groupNameMarker);
    const group = groupName?.values.value ?? folder.group;
    // The kinds of the core group are built into API servers: no CRD can add to them.
    const isSkipped = isUsed(skipMarker, annotation) || group === '';
    if (group === 'core') refuseCore(groupName?.position ?? position, diagnostics);
    else if (!groupName && !isSkipped && !isPartial) {
      refuseDomainless(folder, position, diagnostics);
    }
    const methodTypes = methodTypesOf(named, types);
    const lists = new Map(roles.toReversed().map(({ type, listed }) => [listed, type.name]));
    const resources = kinds.map((kind) => {
      const inputs = { list: lists.get(kind.id), isSkipped, markers };
      return this.#resource(kind, inputs, methodTypes, diagnostics);
    });
    const versionName = find(markers, versionNameMarker);
    return {
      folder,
      group,
      version: versionName?.values.value ?? folder.version,
      identifier:
        identifierFrom(find(markers, groupGoNameMarker), folder.group, diagnostics) +
        pascalCase(folder.version),
      doc,
      position,
      origins: { group: groupName?.position, version: versionName?.position },
      resources,
      isPartial,
      copied: this.#copied.of({ folder: path, named, kinds, markers }, diagnostics),
    };
  }

  #resource(
    kind: NamedType,
    inputs: ResourceInputs,
    methodTypes: MethodTypes,
    diagnostics: DiagnosticList,
  ): Resource {
    const kept = this.#resources.get(kind);
    const isSame = kept && !hasMethods(kind) && areSame(kept.inputs, inputs);
    if (isSame) return resultOf(kept.made, diagnostics);
    const made = reported((reports) => this.#buildResource(kind, inputs, methodTypes, reports));
    this.#resources.set(kind, { inputs, made });
    return resultOf(made, diagnostics);
  }

  #buildResource(
    kind: NamedType,
    { list, isSkipped, markers }: ResourceInputs,
    methodTypes: MethodTypes,
    diagnostics: DiagnosticList,
  ): Resource {
    const isLeftOut = isUsed(skipVersionMarker, kind) || isUsed(isSubresource, kind);
    const schema = isSkipped || isLeftOut ? undefined : this.#schemaOf(kind, diagnostics);
    const resource = buildResource(kind, list, schema, diagnostics);
    return { ...resource, ...clientParts(resource, markers, methodTypes, diagnostics) };
  }
}

/** What a resource depends on besides its type, and the types of methods. */
interface ResourceInputs {
  /** The name of the list type, if one is declared. */
  readonly list: string | undefined;
  /** The package has no CRDs. */
  readonly isSkipped: boolean;
  /** The markers of the package. */
  readonly markers: readonly MarkerUse[];
}

interface KeptResource {
  readonly inputs: ResourceInputs;
  readonly made: Reported<Resource>;
}

/** A method may name a type of another package. */
const hasMethods = ({ markers }: NamedType): boolean => find(markers, clientMethod) !== undefined;

const areSame = (a: ResourceInputs, b: ResourceInputs): boolean =>
  a.list === b.list && a.isSkipped === b.isSkipped && hasSameElements(a.markers, b.markers);

const annotationOfNone = (path: string): PackageAnnotation => ({
  doc: '',
  markers: [],
  refused: [],
  position: { file: path, line: 1, column: 1 },
});

/** Reports a type that looks like a kind but cannot be one, and markers without effect. */
function roleOf(type: NamedType, types: TypeTable, diagnostics: DiagnosticList): TypeRole {
  const listed = listedKind(type, types);
  if (isKind(type, types)) {
    refuseKindFields(type, types, diagnostics);
    return { isKind: true, isRefused: false, listed };
  }
  const isRefused = refuseWrongMeta(type, types, diagnostics);
  if (!isRefused) refuseKindMarkers(type, diagnostics);
  return { isKind: false, isRefused, listed };
}

const methodTypesOf = (own: readonly NamedType[], types: () => TypeTable): MethodTypes => ({
  own,
  find: (folder, name) =>
    [...types().values()].find(
      (type) =>
        type.exportedName !== undefined && type.name === name && folderOf(type.path) === folder,
    ),
});

function refuseKindless(
  path: string,
  modules: readonly ModuleSyntax[],
  position: SourcePosition,
  diagnostics: DiagnosticList,
): void {
  for (const module of modules) {
    for (const declaration of module.declarations.values()) {
      const bases = declaration.kind === 'interface' ? declaration.extends : [];
      const isMeant = bases.some((base) => base.kind === 'reference' && base.name === 'TypeMeta');
      const [what, remedy, fix] = (isMeant && notAKindReason(declaration, module)) || [];
      if (what === undefined) continue;
      const message = `${path} has no kind except ${declaration.name}, ${what}`;
      diagnostics.error('VMGEN2001', declaration.position, message, remedy, { fix });
      return;
    }
  }
  const remedy = 'export an interface that extends TypeMeta and has metadata: ObjectMeta';
  diagnostics.error('VMGEN2001', position, `${path} has no kind`, remedy);
}

function refuseDomainless(
  { group, version }: GroupVersionFolder,
  position: SourcePosition,
  diagnostics: DiagnosticList,
): void {
  if (group.includes('.')) return;
  const path = `${group}/${version}`;
  diagnostics.error(
    'VMGEN2002',
    position,
    `${path} has no API group: ${group} is not a domain`,
    `write // +${groupNameMarker.name}=${group}.example.com, with a domain of yours, into ${path}/doc.ts`,
  );
}

function refuseCore(position: SourcePosition, diagnostics: DiagnosticList): void {
  diagnostics.error(
    'VMGEN2209',
    position,
    'the group core does not exist: the core group has an empty name',
    `write // +${groupNameMarker.name}= for the built-in kinds, or a complete group name such as core.example.com`,
  );
}

/** The start of generated names. */
function identifierFrom(
  marker: UseOf<typeof groupGoNameMarker> | undefined,
  folder: string,
  diagnostics: DiagnosticList,
): string {
  const name = marker?.values.value;
  if (marker && name !== undefined && !/^[A-Za-z][A-Za-z0-9]*$/.test(name)) {
    diagnostics.error(
      'VMGEN2003',
      marker.position,
      `+${groupGoNameMarker.name}: ${JSON.stringify(name)} is not an identifier`,
      'use letters and digits, such as Shop',
    );
  }
  return name === undefined ? pascalCase(folder) : upperFirst(name);
}

function refuseKindMarkers({ name, markers: uses }: NamedType, diagnostics: DiagnosticList): void {
  const markers = kindMarkersOf(uses);
  if (!markers) return;
  diagnostics.error(
    'VMGEN2004',
    markers.position,
    `${markers.names} is not allowed on ${name}, which is not a kind`,
    'a kind extends TypeMeta and has metadata: ObjectMeta',
  );
}

const APPLY_VERBS: readonly ClientVerb[] = ['apply', 'applyStatus'];

/** The parts of a kind's client, by its own markers or by those of the package. */
function clientParts(
  { type, verbs, scale, hasStatus, isSkipped }: Resource,
  packageMarkers: readonly MarkerUse[],
  types: MethodTypes,
  diagnostics: DiagnosticList,
): Pick<Resource, 'verbs' | 'methods' | 'outputs'> {
  const { markers } = type;
  const isOn = (...definitions: readonly (typeof clientGen)[]): boolean =>
    [markers, packageMarkers]
      .flatMap((uses) => definitions.flatMap((each) => find(uses, each) ?? []))
      .at(0)?.values.value !== false;
  const hasScale = scale !== undefined || type.refused.includes(scaleMarker);
  const subresources = isSkipped ? undefined : { hasStatus, hasScale };
  const withApply = isOn(applyGen, acGenerate);
  return {
    verbs: verbs && new Set([...verbs].filter((verb) => withApply || !APPLY_VERBS.includes(verb))),
    methods: clientMethods(markers, subresources, types, diagnostics),
    outputs: {
      client: isOn(clientGen),
      lister: isOn(listerGen),
      informer: isOn(informerGen),
    },
  };
}
