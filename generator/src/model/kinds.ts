import { fieldsOf, type NamedType, type Type, type TypeId, type TypeTable } from './type.js';

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
  if (type.type.kind !== 'object') return false;
  const fields = fieldsOf(type.type, types);
  const has = (name: string): boolean => fields.some((field) => field.name === name);
  const metadata = fields.find(({ name }) => name === 'metadata')?.type;
  const isMeta = metadata?.kind === 'runtime' && metadata.name === meta;
  return isMeta && (extendsTypeMeta(type.type, types) || (has('apiVersion') && has('kind')));
}

export function extendsTypeMeta(type: Type, types: TypeTable): boolean {
  if (type.kind === 'runtime') return type.name === 'TypeMeta';
  if (type.kind === 'named') {
    const named = types.get(type.id);
    return named !== undefined && extendsTypeMeta(named.type, types);
  }
  return type.kind === 'object' && type.bases.some((base) => extendsTypeMeta(base, types));
}
