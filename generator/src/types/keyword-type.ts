import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { Evaluator } from './evaluator.js';
import { RUNTIME_MODULE } from '../sources/runtime-types.js';
import type { Type } from './type.js';

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
        'VMGEN4002',
        position,
        `an API cannot contain ${keyword}`,
        'API types are data',
      );
  }
}
