import { BeyondBoundsError } from '../diagnostics/beyond-bounds.js';
import type { LiteralsType, Type, TypeId, TypeTable } from './type.js';

/** Longer keys are of types that double with each step. */
const LONGEST_KEY = 1_000_000;

/**
 * A canonical description: two types are equal if their keys are equal.
 *
 * @throws BeyondBoundsError for a type that is too large
 */
export function typeKey(type: Type): string {
  const refuse = (): never => {
    const message = 'the type is too large to be worked on';
    throw new BeyondBoundsError('VMGEN4103', type.position, message, 'write a smaller one');
  };
  return write(type, (id) => id, { isKey: true, left: LONGEST_KEY, atEnd: refuse });
}

/** The description of a type in a message. */
const LONGEST = 60;

/** Describes a type for messages, in TypeScript syntax. */
export function describeType(type: Type, types: TypeTable): string {
  const nameOf = (id: TypeId): string =>
    types.get(id)?.name ?? id.slice(id.lastIndexOf('#') + 1).slice(0, LONGEST);
  const text = write(type, nameOf, { isKey: false, left: LONGEST + 1, atEnd: () => '' });
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}

/** The remaining length of the text; each part of a type takes at least one character. */
interface Budget {
  left: number;
  readonly atEnd: () => string;
  /** Includes details that messages omit: the enum of a literal. */
  readonly isKey: boolean;
}

function write(type: Type, nameOf: (id: TypeId) => string, budget: Budget): string {
  if (budget.left <= 0) return budget.atEnd();
  budget.left--;
  const { isKey } = budget;
  const inner = (each: Type): string => write(each, nameOf, budget);
  const spent = (text: string): string => {
    budget.left -= text.length;
    return text;
  };
  if (type.isKept) return `${inner({ ...type, isKept: false })} & {}`;
  switch (type.kind) {
    case 'enum':
      return spent(literals(type, isKey));
    case 'pattern':
      return spent(isKey ? type.text : `\`${type.pattern}\``);
    case 'array': {
      const prefix = type.isReadonly ? 'readonly ' : '';
      if (type.tuple) {
        const { elements, min } = type.tuple;
        const texts = elements.map((each, at) => `${inner(each)}${at >= min ? '?' : ''}`);
        return `${prefix}[${texts.join(', ')}]`;
      }
      const element = inner(type.element);
      return `${prefix}${/[ |&]/.test(element) ? `(${element})[]` : `${element}[]`}`;
    }
    case 'map':
      return `Record<string, ${inner(type.value)}>`;
    case 'object': {
      const fields = type.fields.map(
        (field) => `${field.name}${field.optional ? '?' : ''}: ${inner(field.type)}`,
      );
      if (type.isIndexed) fields.push('[key: string]: unknown');
      const own = `{ ${fields.join('; ')} }`;
      if (type.bases.length === 0) return fields.length === 0 ? '{}' : own;
      return [...type.bases.map(inner), ...(fields.length > 0 ? [own] : [])].join(' & ');
    }
    case 'union':
      return type.members.map(inner).join(' | ');
    case 'named':
      return spent(nameOf(type.id));
    case 'runtime':
      return type.name;
    case 'nullable':
      return `${inner(type.type)} | null`;
    case 'undefinable':
      return `${inner(type.type)} | undefined`;
    case 'unknown':
      return type.keyword;
    case 'bytes':
      return 'Uint8Array';
    case 'date':
      return 'Date';
    default:
      return type.kind;
  }
}

function literals({ values, owners }: LiteralsType, isKey: boolean): string {
  const texts = values.map((value, index) => {
    const owner = isKey ? owners?.[index] : undefined;
    return `${owner ?? ''}${JSON.stringify(value).replaceAll('"', "'")}`;
  });
  return texts.join(' | ');
}
