import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { DeclarationSyntax } from '../frontend/syntax.js';
import type { Evaluator } from './evaluator.js';
import type { Type } from './type.js';

type Refused = Pick<
  Extract<DeclarationSyntax, { kind: 'refused' }>,
  'code' | 'what' | 'remedy' | 'related'
>;

/** What stands for a type or declaration that is no data, with the diagnostic that says so. */
export const refuseSyntax = (
  { code, what, remedy, related }: Refused,
  position: SourcePosition,
  evaluator: Evaluator,
): Type => evaluator.refuse(code, position, `${what} cannot stand in an API`, remedy, { related });
