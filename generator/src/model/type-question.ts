import type { TypeQuestion } from '../frontend/type-oracle.js';
import { typeKey } from './describe-type.js';
import type { Binding } from './scope.js';
import { fieldsOf, type Type, type TypeTable } from './type.js';

/** A question for the type checker, and what the names in its answer stand for. */
export interface WrittenQuestion {
  readonly question: TypeQuestion;
  readonly names: ReadonlyMap<string, Binding>;
}

/** Writes `check extends extended` in TypeScript without any name of the sources. */
export function writeQuestion(
  check: Type,
  extended: Type,
  inferred: readonly string[],
  types: TypeTable,
): WrittenQuestion {
  const writer = new QuestionWriter(types);
  const question = {
    check: writer.named(check, true),
    extended: writer.inline(extended, false),
    declarations: writer.declarations,
    inferred,
    position: check.position,
  };
  return { question, names: writer.names };
}

class QuestionWriter {
  readonly names = new Map<string, Binding>();
  readonly declarations: string[] = [];
  readonly #types: TypeTable;
  readonly #known = new Map<string, string>();

  constructor(types: TypeTable) {
    this.#types = types;
  }

  /**
   * The name of a declaration for a type. Types of the runtime that are called number or string get
   * a brand where they are asked about (`isChecked`), so that what is inferred keeps its name.
   */
  named(type: Type, isChecked: boolean): string {
    const key = `${isChecked}${typeKey(type)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const name = `T${this.#known.size + 1}`;
    this.#known.set(key, name);
    this.names.set(name, { type });
    // Its place is taken first: unions are read in the order of the declarations.
    const place = this.declarations.push('') - 1;
    const text = this.inline(type, isChecked);
    const isInterface = type.kind === 'named' && this.#types.get(type.id)?.isInterface;
    this.declarations[place] =
      isInterface && text.startsWith('{') ? `interface ${name} ${text}` : `type ${name} = ${text};`;
    return name;
  }

  inline(type: Type, isChecked: boolean): string {
    const inner = (each: Type): string => this.#part(each, isChecked);
    switch (type.kind) {
      case 'named': {
        const named = this.#types.get(type.id);
        return named ? this.inline(named.type, isChecked) : 'never';
      }
      case 'runtime':
        return fieldsOf(type, this.#types).length > 0
          ? this.#object(type, isChecked)
          : runtimeText(type.name, isChecked);
      case 'object':
        return this.#object(type, isChecked);
      case 'array':
        return type.tuple
          ? `[${type.tuple.elements.map(inner).join(', ')}]`
          : `(${inner(type.element)})[]`;
      case 'map':
        return `{ [key: string]: ${inner(type.value)} }`;
      case 'union':
        return type.members.map(inner).join(' | ');
      case 'enum':
        return type.values.map((value) => JSON.stringify(value)).join(' | ');
      case 'nullable':
        return `${inner(type.type)} | null`;
      case 'undefinable':
        return `${inner(type.type)} | undefined`;
      case 'pattern':
        return isChecked
          ? `string & { readonly pattern: ${JSON.stringify(type.pattern)} }`
          : 'string';
      case 'infer':
        return `infer ${type.name}`;
      case 'unknown':
        return type.keyword;
      case 'bytes':
        return 'Uint8Array';
      case 'date':
        return 'Date';
      case 'invalid':
        return 'never';
      default:
        return type.kind;
    }
  }

  #object(type: Type, isChecked: boolean): string {
    const fields = fieldsOf(type, this.#types).map(
      ({ name, optional, type: field }) =>
        `${JSON.stringify(name)}${optional ? '?' : ''}: ${this.#part(field, isChecked)}`,
    );
    return `{ ${fields.join('; ')} }`;
  }

  #part(type: Type, isChecked: boolean): string {
    const isInferring = typeKey(type).includes('infer ');
    const isPlain = ['string', 'number', 'boolean', 'null', 'undefined'].includes(type.kind);
    return isInferring || isPlain ? this.inline(type, isChecked) : this.named(type, isChecked);
  }
}

const NUMBERS: readonly string[] = ['Int32', 'Int64', 'Float'];
const TEXTS: readonly string[] = ['Time', 'MicroTime', 'Duration'];
const EITHER: readonly string[] = ['IntOrString', 'Quantity'];

function runtimeText(name: string, isChecked: boolean): string {
  const brand = isChecked ? ` & { readonly runtime: '${name}' }` : '';
  if (NUMBERS.includes(name)) return `number${brand}`;
  if (TEXTS.includes(name)) return `string${brand}`;
  return EITHER.includes(name) ? 'string | number' : `{ readonly runtime: '${name}' }`;
}
