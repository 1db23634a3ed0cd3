import { isAssignable } from './assignable.js';
import type { Evaluator } from './evaluator.js';
import { type Binding, type Scope, withBindings } from './scope.js';
import { type LiteralsType, shapeOf, type Type, type TypeId, type TypeTable } from './type.js';
import type { TypeQuestion } from '../frontend/type-oracle.js';
import { typeKey } from './describe-type.js';
import { hidesFields } from './runtime-fields.js';
import { RUNTIME_PRIMITIVES } from '../sources/runtime-types.js';
import { fieldsOf, isIndexed } from './fields-of.js';

/** Whether a type extends another, and the inferred types. */
export interface Match {
  readonly matches: boolean;
  readonly inferred: ReadonlyMap<string, Binding>;
}

/** The names that the other type infers, and their scope. */
interface Inferring {
  readonly names: readonly string[];
  readonly scope: Scope;
}

const NOTHING: ReadonlyMap<string, Binding> = new Map();

/**
 * Whether `type extends target`; the type checker decides where the syntax is not sufficient. Undefined if
 * unknown.
 */
export function extendsType(
  type: Type,
  target: Type,
  evaluator: Evaluator,
  inferring?: Inferring,
): Match | undefined {
  const { names = [] } = inferring ?? {};
  if (names.length === 0) {
    const known = isAssignable(type, target, evaluator);
    if (known !== undefined) return { matches: known, inferred: NOTHING };
  }
  const written = writeQuestion(type, target, names, evaluator.types);
  if (!written) return undefined;
  const answer = evaluator.oracle(written.question);
  if (!answer?.matches || !inferring) return answer && { ...answer, inferred: NOTHING };
  const scope = withBindings(inferring.scope, written.names);
  const inferred = [...answer.inferred].map(
    ([name, syntax]) => [name, { type: evaluator.resolve(syntax, scope) }] as const,
  );
  return { matches: true, inferred: new Map(inferred) };
}

/** A question for the type checker, and the meaning of the names in its answer. */
interface WrittenQuestion {
  readonly question: TypeQuestion;
  readonly names: ReadonlyMap<string, Binding>;
}

/**
 * Prints `check extends extended` as TypeScript without names of the sources; undefined for types that
 * TypeScript knows more about than vmgen.
 */
function writeQuestion(
  check: Type,
  extended: Type,
  inferred: readonly string[],
  types: TypeTable,
): WrittenQuestion | undefined {
  const writer = new QuestionWriter(types, inferred);
  const [exact, target] = [writer.named(check, false), writer.inline(extended, false)];
  const branded = inferred.length > 0 ? writer.named(check, true) : exact;
  const { declarations, names, isWhole } = writer;
  if (!isWhole) return undefined;
  const question = {
    check: exact,
    branded,
    extended: target,
    declarations,
    position: check.position,
  };
  return { question: { ...question, inferred: new Map(writer.inferred) }, names };
}

class QuestionWriter {
  readonly names = new Map<string, Binding>();
  readonly declarations: string[] = [];
  /** The names for inferred types. */
  readonly inferred: ReadonlyMap<string, string>;
  readonly #types: TypeTable;
  readonly #known = new Map<string, string>();
  #isWhole = true;

  constructor(types: TypeTable, inferred: readonly string[]) {
    this.#types = types;
    this.inferred = new Map(inferred.map((name, index) => [name, `I${index}`]));
  }

  /** Whether all could be written. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /**
   * Declares a name for a type. Strings and numbers get a brand if something is inferred from them
   * (`isBranded`), so that they keep their names.
   */
  named(type: Type, isBranded: boolean): string {
    const key = `${isBranded}${typeKey(type)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const name = `T${this.#known.size + 1}`;
    this.#known.set(key, name);
    this.names.set(name, { type });
    // Its place is taken first: unions are read in the order of the declarations.
    const place = this.declarations.push('') - 1;
    this.declarations[place] = this.#declaration(name, type, isBranded);
    return name;
  }

  #declaration(name: string, type: Type, isBranded: boolean): string {
    const base = this.#mereBase(type);
    if (base) return `interface ${name} extends ${this.named(base, isBranded)} {}`;
    const text = this.inline(type, isBranded);
    if (this.#isInterface(type) && text.startsWith('{')) return `interface ${name} ${text}`;
    const brand = isBranded && this.#isBrandable(type) ? ` & { readonly '#': '${name}' }` : '';
    return `type ${name} = ${brand === '' ? text : `(${text})${brand}`};`;
  }

  /** Types that TypeScript does not accept as a map, regardless of their fields. */
  #isInterface(type: Type): boolean {
    if (type.kind === 'runtime') return true;
    if (type.kind === 'object') return type.bases.some((base) => this.#isInterface(base));
    if (type.kind !== 'named') return false;
    const named = this.#types.get(type.id);
    // A recursive alias is not an interface.
    if (!named || !shapeOf(type, this.#types)) return false;
    return named.isInterface || this.#isInterface(named.type);
  }

  /** An interface that adds nothing to its only base is nearly equal to it in TypeScript. */
  #mereBase(type: Type): Type | undefined {
    const named = type.kind === 'named' ? this.#types.get(type.id) : undefined;
    if (!named?.isInterface || named.type.kind !== 'object') return undefined;
    const { fields, bases } = named.type;
    return fields.length === 0 && bases.length === 1 ? bases[0] : undefined;
  }

  #isBrandable(type: Type): boolean {
    const shape = shapeOf(type, this.#types);
    if (shape?.kind === 'runtime') return RUNTIME_PRIMITIVES[shape.name] !== undefined;
    return shape?.kind === 'string' || shape?.kind === 'number';
  }

  inline(type: Type, isBranded: boolean): string {
    const inner = (each: Type): string => this.#part(each, isBranded);
    if (type.isKept) return this.#unwritten();
    switch (type.kind) {
      case 'named':
        return this.#named(type, isBranded);
      case 'runtime':
        return this.#runtime(type, isBranded);
      case 'object':
        // Types with only optional fields are treated differently in an intersection.
        return type.bases.length > 0
          ? this.#intersection(type.bases, inner)
          : this.#object(type, isBranded);
      case 'array': {
        const prefix = type.isReadonly ? 'readonly ' : '';
        return `${prefix}${type.tuple ? `[${this.#elements(type.tuple, inner)}]` : `(${inner(type.element)})[]`}`;
      }
      case 'map':
        return `{ [key: string]: ${inner(type.value)} }`;
      case 'union':
        return type.members.map((member) => `(${inner(member)})`).join(' | ');
      case 'enum':
        return this.#literals(type);
      case 'nullable':
        return `(${inner(type.type)}) | null`;
      case 'undefinable':
        return `(${inner(type.type)}) | undefined`;
      case 'pattern':
        return type.text;
      case 'infer': {
        const constraint = type.constraint ? ` extends ${this.inline(type.constraint, false)}` : '';
        return `infer ${this.inferred.get(type.name) ?? this.#unwritten()}${constraint}`;
      }
      case 'unknown':
        return type.keyword;
      case 'bytes':
        return 'Uint8Array';
      case 'date':
        return 'Date';
      case 'invalid':
        return this.#unwritten();
      default:
        return type.kind;
    }
  }

  #named(type: Extract<Type, { kind: 'named' }>, isBranded: boolean): string {
    const named = this.#types.get(type.id);
    // Defined in terms of itself, or still being declared.
    if (!named || !shapeOf(type, this.#types)) return this.#unwritten();
    return named.isInterface && named.type.kind === 'object'
      ? this.#object(named.type, isBranded)
      : this.inline(named.type, isBranded);
  }

  /** TypeScript leaves some objects without fields out of intersections, and some not. */
  #intersection(bases: readonly Type[], inner: (type: Type) => string): string {
    const isEmpty = bases.some((base) => fieldsOf(base, this.#types).length === 0);
    return isEmpty ? this.#unwritten() : bases.map((base) => `(${inner(base)})`).join(' & ');
  }

  /** The answer would apply to another type. */
  #unwritten(): string {
    this.#isWhole = false;
    return 'never';
  }

  #elements(
    { elements, min }: NonNullable<Extract<Type, { kind: 'array' }>['tuple']>,
    inner: (type: Type) => string,
  ): string {
    return elements.map((each, at) => `(${inner(each)})${at < min ? '' : '?'}`).join(', ');
  }

  #literals({ values, owners }: LiteralsType): string {
    return values
      .map((value, index) => {
        const owner = owners?.[index];
        return owner === undefined ? JSON.stringify(value) : this.#member(owner, value);
      })
      .join(' | ');
  }

  /** A member of an enum, which is declared with the same values and under its own name. */
  #member(owner: TypeId, value: LiteralsType['values'][number]): string {
    const type = this.#types.get(owner)?.type;
    if (type?.kind !== 'enum') return this.#unwritten();
    const own = owner.slice(owner.lastIndexOf('#') + 1);
    const key = `enum ${own}`;
    const known = this.#known.get(key);
    // TypeScript compares members of enums of one name by their names.
    if (known !== undefined && known !== owner) return this.#unwritten();
    if (known === undefined) {
      this.#known.set(key, owner);
      const members = type.values.map((each, index) => `m${index} = ${JSON.stringify(each)}`);
      this.declarations.push(`enum E_${own} { ${members.join(', ')} }`);
    }
    const name = `E_${own}.m${type.values.indexOf(value)}`;
    const { position } = type;
    this.names.set(name, { type: { kind: 'enum', values: [value], owners: [owner], position } });
    return name;
  }

  #runtime(type: Extract<Type, { kind: 'runtime' }>, isBranded: boolean): string {
    const primitive = RUNTIME_PRIMITIVES[type.name];
    if (primitive !== undefined) return primitive;
    const written = WRITTEN[type.name];
    if (written !== undefined) return written;
    if (hidesFields(type) || type.name === 'ListMeta') return this.#unwritten();
    return this.#object(type, isBranded);
  }

  #object(type: Type, isBranded: boolean): string {
    const fields = fieldsOf(type, this.#types).map(
      ({ name, optional, type: field }) =>
        `${JSON.stringify(name)}${optional ? '?' : ''}: ${this.#part(field, isBranded)}`,
    );
    if (isIndexed(type, this.#types)) fields.push('[key: string]: unknown');
    return `{ ${fields.join('; ')} }`;
  }

  #part(type: Type, isBranded: boolean): string {
    const isInferring = typeKey(type).includes('infer ');
    const isPlain =
      !type.isKept && ['string', 'number', 'boolean', 'null', 'undefined'].includes(type.kind);
    return isInferring || isPlain ? this.inline(type, isBranded) : this.named(type, isBranded);
  }
}

/** Runtime types that are not objects with known fields, as the runtime declares them. */
const WRITTEN: Readonly<Partial<Record<string, string>>> = {
  IntOrString: 'string | number',
  Quantity: 'string | number',
  ResourceList: '{ [resource: string]: string | number }',
  JSONValue: 'JSONValue',
  RawExtension: '{ [key: string]: JSONValue }',
};
