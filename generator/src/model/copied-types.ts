import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { MarkerUse } from '../markers/language/definition.js';
import { deepcopyGen, objectGenerate } from '../markers/definitions/object.js';
import { find } from '../markers/language/uses-of.js';
import { exportFix } from '../markers/misplaced-kind-markers.js';
import { folderOf } from '../text/names.js';
import type { NamedType, Type, TypeId, TypeTable } from '../types/type.js';
import { fieldsOf } from '../types/fields-of.js';

/** The types of a package that its copied types depend on. */
interface CopiedSources {
  /** The folder of the package. */
  readonly folder: string;
  readonly named: readonly NamedType[];
  readonly kinds: readonly NamedType[];
  /** The markers of the package. */
  readonly markers: readonly MarkerUse[];
}

/** Returns the types of the unit that declares a type; undefined for an instance of a generic one. */
type TableOf = (id: TypeId) => TypeTable | undefined;

/** Finds the types with deepCopy functions; what depends only on a type is kept. */
export class CopiedTypes {
  readonly #tableOf: TableOf;
  readonly #mentioned = new WeakMap<NamedType, readonly TypeId[]>();
  readonly #needsCopy = new WeakMap<NamedType, boolean>();

  constructor(tableOf: TableOf) {
    this.#tableOf = tableOf;
  }

  /**
   * The types of a package that get a deepCopy function, in source order: the kinds and the types that they
   * contain, all or none of the package if a marker says so, and types with a marker.
   */
  of({ folder, named, kinds, markers }: CopiedSources, diagnostics: DiagnosticList): NamedType[] {
    const ofPackage = asksFor(markers);
    if (ofPackage === false) return [];
    const areKinds = new Set(kinds);
    const roots = named.filter(
      (type) => areKinds.has(type) || (asksFor(type.markers) ?? ofPackage === true),
    );
    const copied = this.#copiedFrom(roots).filter((type) => folderOf(type.path) === folder);
    for (const type of copied) {
      if (type.exportedName === undefined) refuseUnexported(type, diagnostics);
    }
    return copied.sort(bySource);
  }

  /** The types that these contain, each once, if a deepCopy function is useful: not for scalars. */
  #copiedFrom(roots: readonly NamedType[]): NamedType[] {
    const reached = new Set<TypeId>();
    const copied: NamedType[] = [];
    // Iterative, because chains of types may have any length.
    const waiting = roots.toReversed().flatMap(({ id }) => {
      const table = this.#tableOf(id);
      return table ? [{ id, table }] : [];
    });
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { id } = next;
      const type = next.table.get(id);
      if (!type || reached.has(id)) continue;
      reached.add(id);
      const table = this.#tableOf(id) ?? next.table;
      if (this.#isCopied(type, table)) copied.push(type);
      for (const inner of this.#mentionedIn(type, table)) waiting.push({ id: inner, table });
    }
    return copied;
  }

  #isCopied(type: NamedType, types: TypeTable): boolean {
    const known = this.#needsCopy.get(type);
    if (known !== undefined) return known;
    const isCopied =
      !type.isInstance && asksFor(type.markers) !== false && isComposite(type.type, types);
    this.#needsCopy.set(type, isCopied);
    return isCopied;
  }

  /** In reverse order. */
  #mentionedIn(type: NamedType, types: TypeTable): readonly TypeId[] {
    const ids = this.#mentioned.get(type) ?? mentioned(type.type, types).reverse();
    this.#mentioned.set(type, ids);
    return ids;
  }
}

function refuseUnexported(type: NamedType, diagnostics: DiagnosticList): void {
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
