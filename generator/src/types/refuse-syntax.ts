import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { DeclarationSyntax } from '../syntax/syntax.js';
import type { Evaluator } from './evaluator.js';
import type { Type } from './type.js';

type Refused = Pick<
  Extract<DeclarationSyntax, { kind: 'refused' }>,
  'code' | 'what' | 'remedy' | 'related'
>;

/** Reports a type or declaration that is not data, and returns its placeholder. */
export const refuseSyntax = (
  { code, what, remedy, related }: Refused,
  position: SourcePosition,
  evaluator: Evaluator,
): Type => evaluator.refuse(code, position, `an API cannot contain ${what}`, remedy, { related });
