import {
  boolType,
  bytesType,
  doubleType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  opaqueType,
  optionalType,
  stringType,
  typeType,
  uintType,
  type CelType,
} from '../types/cel-type.js';
import { ENUM_CONSTANTS, WELL_KNOWN_MESSAGES } from '../library/well-known-messages.js';

const TYPES = [boolType, bytesType, doubleType, intType, nullType, stringType, uintType];

/** Types that expressions can name, as in `type(x) == string`. */
const TYPE_NAMES: ReadonlyMap<string, CelType> = new Map([
  ...TYPES.map((type): [string, CelType] => [type.name, type]),
  ['list', listType(dynType)],
  ['map', mapType(dynType, dynType)],
  ['type', typeType()],
  ['net.IP', opaqueType('net.IP')],
  ['net.CIDR', opaqueType('net.CIDR')],
  ['optional_type', optionalType(dynType)],
  ...[...WELL_KNOWN_MESSAGES].map(([name, { type }]): [string, CelType] => [name, type]),
]);

/** What a name refers to: a variable, a type or the constant of an enum. */
interface Declaration {
  readonly type: CelType;
  readonly is: 'variable' | 'type' | 'constant';
}

/** The names that are visible at one position of an expression. */
export class Scope {
  readonly #parent: Scope | undefined;
  readonly #variables: ReadonlyMap<string, CelType>;

  constructor(variables: ReadonlyMap<string, CelType>, parent?: Scope) {
    this.#variables = variables;
    this.#parent = parent;
  }

  /** Finds the declaration of a name. A name with a leading dot skips the variables of macros. */
  lookup(name: string): Declaration | undefined {
    const isGlobal = name.startsWith('.');
    const plain = isGlobal ? name.slice(1) : name;
    const type = isGlobal ? this.#root.#variables.get(plain) : this.#variable(plain);
    if (type !== undefined) return { type, is: 'variable' };
    const named = TYPE_NAMES.get(plain);
    if (named !== undefined) return { type: typeType(named), is: 'type' };
    return ENUM_CONSTANTS.has(plain) ? { type: intType, is: 'constant' } : undefined;
  }

  with(...variables: readonly (readonly [string, CelType])[]): Scope {
    return new Scope(new Map(variables), this);
  }

  get #root(): Scope {
    return this.#parent === undefined ? this : this.#parent.#root;
  }

  #variable(name: string): CelType | undefined {
    const own = this.#variables.get(name);
    if (own !== undefined || this.#parent === undefined) return own;
    return this.#parent.#variable(name);
  }
}
