import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { reported, type Reported, resultOf } from '../diagnostics/reported.js';
import type { MarkerUse } from '../markers/language/definition.js';
import { deepcopyGen, objectGenerate } from '../markers/definitions/object.js';
import { find } from '../markers/language/uses-of.js';
import { exportFix } from '../markers/misplaced-kind-markers.js';
import { hasSameElements } from '../text/has-same-elements.js';
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

/** Finds the types with deepCopy functions; what depends only on types is kept for the next program. */
export class CopiedTypes {
  readonly #packages = new Map<
    string,
    { readonly sources: CopiedSources; readonly made: Reported<NamedType[]> }
  >();
  readonly #mentioned = new WeakMap<NamedType, readonly TypeId[]>();
  readonly #needsCopy = new WeakMap<NamedType, boolean>();

  /**
   * The types of a package that get a deepCopy function, in source order: the kinds and the types that they
   * contain, all or none of the package if a marker says so, and types with a marker.
   */
  of(sources: CopiedSources, types: TypeTable, diagnostics: DiagnosticList): NamedType[] {
    const { folder, named, markers } = sources;
    const kept = this.#packages.get(folder);
    const isSame =
      kept !== undefined &&
      hasSameElements(kept.sources.named, named) &&
      hasSameElements(kept.sources.markers, markers);
    const made = isSame ? kept.made : reported((reports) => this.#find(sources, types, reports));
    this.#packages.set(folder, { sources, made });
    return resultOf(made, diagnostics);
  }

  #find(
    { folder, named, kinds, markers }: CopiedSources,
    types: TypeTable,
    diagnostics: DiagnosticList,
  ): NamedType[] {
    const ofPackage = asksFor(markers);
    if (ofPackage === false) return [];
    const areKinds = new Set(kinds);
    const roots = named.filter(
      (type) => areKinds.has(type) || (asksFor(type.markers) ?? ofPackage === true),
    );
    const copied = this.#reached(roots, types).filter(
      (type) => folderOf(type.path) === folder && this.#isCopied(type, types),
    );
    for (const type of copied) {
      if (type.exportedName === undefined) refuseUnexported(type, diagnostics);
    }
    return copied.sort(bySource);
  }

  /** Whether a deepCopy function is useful: not for scalars. */
  #isCopied(type: NamedType, types: TypeTable): boolean {
    const known = this.#needsCopy.get(type);
    if (known !== undefined) return known;
    const isCopied =
      !type.isInstance && asksFor(type.markers) !== false && isComposite(type.type, types);
    this.#needsCopy.set(type, isCopied);
    return isCopied;
  }

  /** Iterative, because chains of types may have any length. */
  #reached(roots: readonly NamedType[], types: TypeTable): NamedType[] {
    const reached = new Set<NamedType>();
    const waiting = roots.map(({ id }) => id).reverse();
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const type = types.get(id);
      if (!type || reached.has(type)) continue;
      reached.add(type);
      const ids = this.#mentioned.get(type) ?? mentioned(type.type, types);
      this.#mentioned.set(type, ids);
      for (const inner of ids.toReversed()) waiting.push(inner);
    }
    return [...reached];
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
