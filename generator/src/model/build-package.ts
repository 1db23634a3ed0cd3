import { find, isUsed } from '../markers/language/uses-of.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
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
import type { KindSchemas } from './kind-schemas.js';
import {
  acGenerate,
  applyGen,
  clientGen,
  informerGen,
  isSubresource,
  listerGen,
} from '../markers/definitions/client.js';
import { scaleMarker, skipVersionMarker } from '../markers/definitions/resource.js';
import { buildResource } from './build-resource.js';
import type { TypeBuilder } from '../types/build-types.js';
import { copiedTypes } from './copied-types.js';
import { notAKindReason } from '../markers/misplaced-kind-markers.js';
import { kindMarkersOf } from '../markers/kind-markers.js';
import { isKind, listedKind } from './kinds.js';
import { refuseKindFields, refuseWrongMeta } from './refuse-wrong-meta.js';
import type { ApiPackage, Resource } from './model.js';
import { folderOf, pascalCase, upperFirst } from '../text/names.js';
import type { PackageAnnotation } from '../markers/package-annotation.js';
import type { NamedType, TypeTable } from '../types/type.js';
import { clientMethods, type MethodTypes } from './client-methods.js';
import type { ClientVerb } from '../markers/definitions/verbs.js';

/**
 * Declares the types of one package; the returned function builds the package when all packages are declared
 * and schemas can be built.
 */
export function buildPackage(
  folder: GroupVersionFolder,
  modules: readonly ModuleSyntax[],
  annotations: ReadonlyMap<string, PackageAnnotation>,
  types: TypeBuilder,
  diagnostics: DiagnosticList,
): (schemas: KindSchemas) => ApiPackage {
  const path = `${folder.group}/${folder.version}`;
  const own = modules.filter((module) => folderOf(module.path) === path);
  const annotation = annotations.get(path) ?? {
    doc: '',
    markers: [],
    refused: [],
    position: { file: path, line: 1, column: 1 },
  };
  const { refused } = annotation;
  const isUnnamed = refused.includes(groupNameMarker) || refused.includes(versionNameMarker);
  const isPartial = isUnnamed || own.length === 0 || own.some((module) => module.isPartial);
  const declared = own.flatMap((module) =>
    [...module.declarations.values()]
      .filter((declaration) => !notAKindReason(declaration, module))
      .map((declaration) => types.declare(declaration, module)),
  );
  return (schemas) => {
    const named = declared.map((id) => types.types.get(id)).filter((type) => type !== undefined);
    const source = { folder, path, modules: own, annotation, named, isPartial };
    return finishPackage(source, types.types, schemas, diagnostics);
  };
}

/** A package whose types are declared. */
interface PackageSource {
  readonly folder: GroupVersionFolder;
  readonly path: string;
  readonly modules: readonly ModuleSyntax[];
  readonly annotation: PackageAnnotation;
  readonly named: readonly NamedType[];
  readonly isPartial: boolean;
}

function finishPackage(
  { folder, path, modules, annotation, named, isPartial }: PackageSource,
  types: TypeTable,
  schemas: KindSchemas,
  diagnostics: DiagnosticList,
): ApiPackage {
  const { doc, markers, position } = annotation;
  const kinds = named.filter((type) => isKind(type, types));
  const refusedCount = refuseUnfit(named, kinds, types, diagnostics);
  const methodTypes = methodTypesOf(named, types);
  const lists = new Map(named.toReversed().map((type) => [listedKind(type, types), type.name]));
  if (kinds.length + refusedCount === 0 && !isPartial) {
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
  const resources = kinds.map((kind) => {
    const isLeftOut = isUsed(skipVersionMarker, kind) || isUsed(isSubresource, kind);
    const hasCrd = !isSkipped && !isLeftOut;
    if (!hasCrd) schemas.visit(kind.id);
    const schema = hasCrd ? schemas.ofServed(kind.id) : undefined;
    const resource = buildResource(kind, lists.get(kind.id), schema, diagnostics);
    return { ...resource, ...clientParts(resource, markers, methodTypes, diagnostics) };
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
    copied: copiedTypes(path, named, kinds, markers, types, diagnostics),
  };
}

/** Reports types that look like kinds but cannot be; returns their number. */
function refuseUnfit(
  named: readonly NamedType[],
  kinds: readonly NamedType[],
  types: TypeTable,
  diagnostics: DiagnosticList,
): number {
  const others = named.filter((type) => !kinds.includes(type));
  const refusedCount = refuseWrongMeta(others, types, diagnostics);
  refuseKindMarkers(
    others.filter((type) => !refusedCount.has(type)),
    diagnostics,
  );
  for (const kind of kinds) refuseKindFields(kind, types, diagnostics);
  return refusedCount.size;
}

const methodTypesOf = (own: readonly NamedType[], types: TypeTable): MethodTypes => ({
  own,
  find: (folder, name) =>
    [...types.values()].find(
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

function refuseKindMarkers(others: readonly NamedType[], diagnostics: DiagnosticList): void {
  for (const type of others) {
    const markers = kindMarkersOf(type.markers);
    if (!markers) continue;
    diagnostics.error(
      'VMGEN2005',
      markers.position,
      `${markers.names} is not allowed on ${type.name}, which is not a kind`,
      'a kind extends TypeMeta and has metadata: ObjectMeta',
    );
  }
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
