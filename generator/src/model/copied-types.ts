import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { MarkerUse } from '../markers/language/definition.js';
import { deepcopyGen, objectGenerate } from '../markers/definitions/object.js';
import { find } from '../markers/language/uses-of.js';
import { exportFix } from '../markers/misplaced-kind-markers.js';
import { folderOf } from '../text/names.js';
import type { NamedType, Type, TypeId, TypeTable } from '../types/type.js';
import { fieldsOf } from '../types/fields-of.js';

/**
 * The types of a package that get a deepCopy function, in source order: the kinds and the types that they
 * contain, all or none of the package if a marker says so, and types with a marker.
 */
export function copiedTypes(
  folder: string,
  named: readonly NamedType[],
  kinds: readonly NamedType[],
  packageMarkers: readonly MarkerUse[],
  types: TypeTable,
  diagnostics: DiagnosticList,
): NamedType[] {
  const ofPackage = asksFor(packageMarkers);
  if (ofPackage === false) return [];
  const roots = named.filter(
    (type) => kinds.includes(type) || (asksFor(type.markers) ?? ofPackage === true),
  );
  const reached = new Set<TypeId>();
  reach(
    roots.map(({ id }) => id),
    types,
    reached,
  );
  const copied = [...reached].map((id) => types.get(id)).filter((type) => type !== undefined);
  for (const type of copied) {
    if (
      type.exportedName !== undefined ||
      folderOf(type.path) !== folder ||
      !needsCopy(type, types)
    )
      continue;
    diagnostics.error(
      'VMGEN2006',
      type.position,
      type.hasExportAssignment
        ? `${type.name} is in a file with export =, but generated code imports it by name`
        : `${type.name} is not exported, but generated code needs it`,
      type.hasExportAssignment
        ? 'write export before it instead of export =, and import it by name'
        : 'write export before it',
      type.hasExportAssignment ? {} : { fix: exportFix(type) },
    );
  }
  return copied
    .filter((type) => folderOf(type.path) === folder && needsCopy(type, types))
    .sort(bySource);
}

/** Whether a deepCopy function is useful: not for scalars. */
function needsCopy(type: NamedType, types: TypeTable): boolean {
  return !type.isInstance && asksFor(type.markers) !== false && isComposite(type.type, types);
}

/** Whether markers request a deepCopy function; undefined without such a marker. */
function asksFor(markers: readonly MarkerUse[]): boolean | undefined {
  const value = (find(markers, deepcopyGen) ?? find(markers, objectGenerate))?.values.value;
  if (value === undefined) return undefined;
  return value !== 'false' && value !== false;
}

/** Whether values of the type contain others, so that an assignment would share them. */
export function isComposite(type: Type, types: TypeTable): boolean {
  const seen = new Set<TypeId>();
  // Not by recursion: a chain of aliases may have thousands of links.
  const waiting = [type];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    switch (next.kind) {
      case 'array':
      case 'map':
      case 'object':
        return true;
      case 'union':
        for (const member of next.members) waiting.push(member);
        break;
      case 'nullable':
      case 'undefinable':
        waiting.push(next.type);
        break;
      case 'named': {
        const named = seen.has(next.id) ? undefined : types.get(next.id);
        seen.add(next.id);
        if (named) waiting.push(named.type);
        break;
      }
      default:
    }
  }
  return false;
}

/** Iterative, because chains of types may have any length. */
function reach(roots: readonly TypeId[], types: TypeTable, reached: Set<TypeId>): void {
  const waiting = [...roots].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const type = types.get(id);
    if (!type || reached.has(id)) continue;
    reached.add(id);
    for (const inner of mentioned(type.type, types).reverse()) waiting.push(inner);
  }
}

function mentioned(type: Type, types: TypeTable): TypeId[] {
  switch (type.kind) {
    case 'named':
      return [type.id];
    case 'array':
      return mentioned(type.element, types);
    case 'map':
      return mentioned(type.value, types);
    case 'nullable':
    case 'undefinable':
      return mentioned(type.type, types);
    case 'object':
      // Fields of a base are copied with the type; the base itself is not.
      return fieldsOf(type, types).flatMap((field) => mentioned(field.type, types));
    default:
      return [];
  }
}

function bySource(a: NamedType, b: NamedType): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.position.line - b.position.line || a.position.column - b.position.column;
}
