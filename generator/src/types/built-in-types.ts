import type { DiagnosticCode } from '../diagnostics/code.js';
import type { TypeSyntax } from '../syntax/syntax.js';
import type { Evaluator } from './evaluator.js';
import type { Scope } from './scope.js';
import type { Type } from './type.js';
import { arrayOf } from './tuple-type.js';
import { UTILITY_TYPES, type UtilityUse } from './utility-types.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { RUNTIME_MODULE } from '../syntax/runtime-types.js';

type Reference = Extract<TypeSyntax, { kind: 'reference' }>;

const BEHAVIOUR = 'API types are data: move functions elsewhere';

/** Built-in types without a JSON representation, and their replacements. */
const REFUSED: Readonly<
  Record<string, readonly [code: DiagnosticCode, message: string, remedy: string]>
> = {
  Set: ['VMGEN4001', 'a Set has no JSON form', 'use an array with +listType=set'],
  ReadonlySet: ['VMGEN4001', 'a ReadonlySet has no JSON form', 'use an array with +listType=set'],
  WeakSet: ['VMGEN4001', 'a WeakSet has no JSON form', 'use an array with +listType=set'],
  Map: ['VMGEN4001', 'a Map has no JSON form', 'use Record<string, T>'],
  ReadonlyMap: ['VMGEN4001', 'a ReadonlyMap has no JSON form', 'use Record<string, T>'],
  WeakMap: ['VMGEN4001', 'a WeakMap has no JSON form', 'use Record<string, T>'],
  Function: ['VMGEN4001', 'an API cannot contain a function', BEHAVIOUR],
  Promise: ['VMGEN4001', 'an API cannot contain a Promise', 'API types are data'],
  Symbol: ['VMGEN4001', 'a symbol has no JSON form', 'use string'],
  BigInt: ['VMGEN4001', 'bigint has no JSON form', 'use Int64 of @vmgen/runtime'],
  RegExp: [
    'VMGEN4001',
    'a RegExp has no JSON form',
    'use string with +kubebuilder:validation:Pattern',
  ],
  URL: [
    'VMGEN4001',
    'a URL has no JSON form',
    'use string with +kubebuilder:validation:Format=uri',
  ],
  Error: ['VMGEN4001', 'an Error has no JSON form', 'use Condition of @vmgen/runtime'],
  Buffer: ['VMGEN4004', 'a Buffer is not a data type', 'use Uint8Array'],
  ArrayBuffer: ['VMGEN4004', 'an ArrayBuffer is not a data type', 'use Uint8Array'],
  String: ['VMGEN4004', 'String is an object', 'use string'],
  Number: ['VMGEN4004', 'Number is an object', 'use Int32, Int64 or Float of @vmgen/runtime'],
  Boolean: ['VMGEN4004', 'Boolean is an object', 'use boolean'],
  Object: [
    'VMGEN4004',
    'Object does not describe its fields',
    'use RawExtension of @vmgen/runtime',
  ],
  Parameters: ['VMGEN4001', 'an API cannot contain a function', BEHAVIOUR],
  ReturnType: ['VMGEN4001', 'an API cannot contain a function', BEHAVIOUR],
  InstanceType: [
    'VMGEN4001',
    'an API cannot contain a class',
    'API types are data: use an interface',
  ],
};

/** The type of a built-in name; undefined for an unknown name. */
export function resolveBuiltIn(
  syntax: Reference,
  scope: Scope,
  evaluator: Evaluator,
): Type | undefined {
  const { name, position, typeArguments } = syntax;
  const [first] = typeArguments;
  if ((name === 'Array' || name === 'ReadonlyArray') && first) {
    return arrayOf(evaluator.resolve(first, scope), name === 'ReadonlyArray', position);
  }
  if (name === 'Uint8Array') return { kind: 'bytes', position };
  if (name === 'Date') return dateType(position, evaluator);
  const utility = Object.hasOwn(UTILITY_TYPES, name) ? UTILITY_TYPES[name] : undefined;
  if (utility) {
    const types = typeArguments.map((each) => evaluator.resolve(each, scope));
    if (types.length !== utility.parameters) {
      const wanted = `${utility.parameters} type argument${utility.parameters === 1 ? '' : 's'}`;
      return evaluator.refuse(
        'VMGEN4104',
        position,
        `${name} needs ${wanted}`,
        `write ${utility.form}`,
      );
    }
    const refused = types.find(({ kind }) => kind === 'invalid');
    return refused ?? apply(utility, types, syntax, evaluator);
  }
  const refused = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
  return refused && refuseType(name, refused, position, evaluator);
}

/** Fixed by renaming alone. */
const RENAMED: Readonly<Record<string, string>> = {
  BigInt: 'Int64',
  String: 'string',
  Boolean: 'boolean',
  Buffer: 'Uint8Array',
  ArrayBuffer: 'Uint8Array',
};

function refuseType(
  name: string,
  [code, message, remedy]: readonly [DiagnosticCode, string, string],
  position: Type['position'],
  evaluator: Evaluator,
): Type {
  const text = RENAMED[name];
  const isOfRuntime = text === 'Int64';
  const fix =
    text === undefined
      ? undefined
      : ({ how: 'rename', position, old: name, text, isOfRuntime } as const);
  return evaluator.refuse(code, position, message, remedy, { fix });
}

function dateType(position: Type['position'], { diagnostics }: Evaluator): Type {
  diagnostics.warning(
    'VMGEN4005',
    position,
    'a Date is a string in JSON: clients would return a string, not a Date',
    'use Time of @vmgen/runtime',
    { fix: { how: 'rename', position, old: 'Date', text: 'Time', isOfRuntime: true } },
  );
  return { kind: 'date', position };
}

function apply(
  utility: { readonly apply: (use: UtilityUse) => Type },
  [first, second = first]: readonly Type[],
  { name, position, typeArguments }: Reference,
  evaluator: Evaluator,
): Type | undefined {
  if (!first || !second) return undefined;
  const secondPosition = typeArguments[1]?.position ?? position;
  return utility.apply({ name, position, first, second, secondPosition, evaluator });
}

/** The type of a keyword of the language. */
export function keywordType(keyword: string, position: SourcePosition, evaluator: Evaluator): Type {
  switch (keyword) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'never':
      return { kind: keyword, position };
    case 'any':
    case 'unknown':
    case 'object':
      return { kind: 'unknown', keyword, position };
    case 'bigint':
      return evaluator.refuse(
        'VMGEN4001',
        position,
        'bigint has no JSON form',
        `use Int64 of ${RUNTIME_MODULE}`,
        { fix: { how: 'rename', position, old: keyword, text: 'Int64', isOfRuntime: true } },
      );
    case 'symbol':
      return evaluator.refuse('VMGEN4001', position, 'a symbol has no JSON form', 'use string');
    default:
      return evaluator.refuse(
        'VMGEN4001',
        position,
        `an API cannot contain ${keyword}`,
        'API types are data',
      );
  }
}
