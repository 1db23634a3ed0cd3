import { folderOf } from '../text/names.js';
import { shapeOf, type NamedType, type Type, type TypeId, type TypeTable } from '../types/type.js';
import { fieldsOf, hasUnknownBase, shapesAbove } from '../types/fields-of.js';

/** A kind has the fields of TypeMeta and `metadata: ObjectMeta`. */
export function isKind(type: NamedType, types: TypeTable): boolean {
  return isObject(type, types, 'ObjectMeta');
}

/** The kind that a type is the list of: it has `metadata: ListMeta` and objects of it as `items`. */
export function listedKind(type: NamedType, types: TypeTable): TypeId | undefined {
  if (!isObject(type, types, 'ListMeta')) return undefined;
  const items = fieldsOf(type.type, types).find(({ name }) => name === 'items')?.type;
  if (items?.kind !== 'array' || items.element.kind !== 'named') return undefined;
  return items.element.id;
}

function isObject(type: NamedType, types: TypeTable, meta: 'ObjectMeta' | 'ListMeta'): boolean {
  if (isMereName(type, types)) return false;
  const shape = shapeOf(type.type, types);
  if (shape?.kind !== 'object' && shape?.kind !== 'union') return false;
  const fields = fieldsOf(shape, types);
  const has = (name: string): boolean => fields.some((field) => field.name === name);
  const metadata = fields.find(({ name }) => name === 'metadata')?.type;
  if (!metadata || !isMeta(metadata, types, meta)) return false;
  return (
    extendsTypeMeta(shape, types) ||
    (has('apiVersion') && has('kind')) ||
    (meta === 'ObjectMeta' && hasUnknownBase(shape, types))
  );
}

/**
 * An alias of a kind of the package is not another kind; an alias of a generic type or of a kind in another
 * version is a kind of this version.
 */
function isMereName({ type, path }: NamedType, types: TypeTable): boolean {
  const meant = type.kind === 'named' ? types.get(type.id) : undefined;
  return meant !== undefined && !meant.isInstance && folderOf(meant.path) === folderOf(path);
}

/** A rejected type is accepted as metadata, so that the rest of the kind is checked. */
function isMeta(type: Type, types: TypeTable, meta: 'ObjectMeta' | 'ListMeta'): boolean {
  const shape = shapeOf(type, types);
  if (shape?.kind === 'invalid') return meta === 'ObjectMeta';
  return shape?.kind === 'runtime' && shape.name === meta;
}

export function extendsTypeMeta(type: Type, types: TypeTable): boolean {
  for (const shape of shapesAbove(type, types)) {
    if (shape.kind === 'runtime' && shape.name === 'TypeMeta') return true;
    const isUnion = shape.kind === 'union';
    if (isUnion && shape.members.every((each) => extendsTypeMeta(each, types))) return true;
  }
  return false;
}
