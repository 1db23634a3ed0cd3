import type { Type, TypeId, TypeTable } from './type.js';

/** A type in words that tell it from all others: two types of one key are the same. */
export function typeKey(type: Type): string {
  return write(type, (id) => id);
}

/** A type as people write it, for messages. */
export function describeType(type: Type, types: TypeTable): string {
  const text = write(type, (id) => types.get(id)?.name ?? id.slice(id.lastIndexOf('#') + 1));
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

function write(type: Type, nameOf: (id: TypeId) => string): string {
  const inner = (each: Type): string => write(each, nameOf);
  switch (type.kind) {
    case 'enum':
      return type.values.map((value) => JSON.stringify(value).replaceAll('"', "'")).join(' | ');
    case 'pattern':
      return `\`${type.pattern}\``;
    case 'array': {
      if (type.tuple) return `[${type.tuple.elements.map(inner).join(', ')}]`;
      const element = inner(type.element);
      return /[ |&]/.test(element) ? `(${element})[]` : `${element}[]`;
    }
    case 'map':
      return `Record<string, ${inner(type.value)}>`;
    case 'object': {
      const fields = type.fields.map(
        (field) => `${field.name}${field.optional ? '?' : ''}: ${inner(field.type)}`,
      );
      const own = `{ ${fields.join('; ')} }`;
      if (type.bases.length === 0) return fields.length === 0 ? '{}' : own;
      return [...type.bases.map(inner), ...(fields.length > 0 ? [own] : [])].join(' & ');
    }
    case 'union':
      return type.members.map(inner).join(' | ');
    case 'named':
      return nameOf(type.id);
    case 'runtime':
      return type.name;
    case 'nullable':
      return `${inner(type.type)} | null`;
    case 'undefinable':
      return `${inner(type.type)} | undefined`;
    case 'unknown':
      return type.keyword;
    case 'infer':
      return `infer ${type.name}`;
    case 'bytes':
      return 'Uint8Array';
    case 'date':
      return 'Date';
    default:
      return type.kind;
  }
}
