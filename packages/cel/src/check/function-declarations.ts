import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  opaqueType,
  paramType,
  stringType,
  structType,
  timestampType,
  typeType,
  uintType,
  type CelType,
} from '../types/cel-type.js';
import { authorization } from './declarations/authorization.js';
import { conversions } from './declarations/conversions.js';
import { core } from './declarations/core.js';
import type { Declarations } from './declarations/declarations.js';
import { kubernetes } from './declarations/kubernetes.js';
import { operators } from './declarations/operators.js';

/** One signature of a function. */
export interface Overload {
  readonly id: string;
  readonly isMethod: boolean;
  /** The types of the arguments. The first one of a method is its receiver. */
  readonly args: readonly CelType[];
  readonly result: CelType;
  /** The names of the type parameters. */
  readonly typeParams: readonly string[];
}

/** The functions that expressions may call. Each declaration is parsed on first use. */
export class FunctionTable {
  readonly #read = new Map<string, readonly Overload[]>();
  readonly #declarations: Declarations;

  /** @param more functions beside those that all expressions may call. Defaults to none */
  constructor(more: Declarations = {}) {
    this.#declarations =
      Object.keys(more).length === 0 ? declarations : { ...declarations, ...more };
  }

  /** The overloads of a function, in the order in which they are tried. */
  overloadsOf(name: string): readonly Overload[] | undefined {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    if (!Object.hasOwn(this.#declarations, name)) return undefined;
    const overloads = (this.#declarations[name] ?? []).map(parseOverload);
    this.#read.set(name, overloads);
    return overloads;
  }
}

function parseOverload(text: string): Overload {
  const [, dot, id = '', args = '', result = ''] = /^(\.?)([^(]+)\((.*)\) (\S.*)$/.exec(text) ?? [];
  const types = new TypeReader(args).readAll();
  const typeParams = [...new Set(text.match(/\b[A-Z]\b/g))];
  return {
    id,
    isMethod: dot !== '',
    args: types,
    result: new TypeReader(result).read(),
    typeParams,
  };
}

const SIMPLE_TYPES = new Map<string, CelType>([
  ['bool', boolType],
  ['bytes', bytesType],
  ['double', doubleType],
  ['duration', durationType],
  ['dyn', dynType],
  ['int', intType],
  ['null', nullType],
  ['string', stringType],
  ['timestamp', timestampType],
  ['uint', uintType],
  ['net.IP', opaqueType('net.IP')],
  ['net.CIDR', opaqueType('net.CIDR')],
]);

/** Parses types such as `map(A, list(int))`. */
class TypeReader {
  readonly #words: string[];

  constructor(text: string) {
    this.#words = text.match(/[\w.]+|[()]/g) ?? [];
  }

  readAll(): CelType[] {
    const types: CelType[] = [];
    while (this.#words.length > 0 && this.#words[0] !== ')') types.push(this.read());
    return types;
  }

  read(): CelType {
    const name = this.#words.shift() ?? '';
    const params = this.#words[0] === '(' ? this.#params() : [];
    const [first, second] = params;
    if (name === 'list' && first) return listType(first);
    if (name === 'map' && first && second) return mapType(first, second);
    if (name === 'type') return typeType(first);
    if (name === 'optional_type') return opaqueType(name, ...params);
    if (/^[A-Z]$/.test(name)) return paramType(name);
    return SIMPLE_TYPES.get(name) ?? structType(name);
  }

  #params(): CelType[] {
    this.#words.shift();
    const params = this.readAll();
    this.#words.shift();
    return params;
  }
}

/** All functions that kube-apiserver 1.37 offers to new expressions. */
const declarations: Declarations = {
  ...operators,
  ...conversions,
  ...core,
  ...kubernetes,
  ...authorization,
};
