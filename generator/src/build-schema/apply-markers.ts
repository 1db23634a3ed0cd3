import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { MarkerDefinition, MarkerUse, Refusal } from '../markers/language/definition.js';
import { foldKeywords } from '../schema/fold-keywords.js';
import type { Schema } from '../schema/schema.js';
import { withUnknown } from './with-unknown.js';

/**
 * Runs the effects of a declaration's markers on its schema, in their order.
 *
 * @param refused the refused markers of the declaration
 */
export function applyMarkers(
  schema: Schema,
  markers: readonly MarkerUse[],
  refused: readonly MarkerDefinition[],
  diagnostics: DiagnosticList,
): Schema {
  const effects = markers
    .filter(({ definition }) => definition.effect !== undefined)
    .sort((a, b) => (a.definition.order ?? 0) - (b.definition.order ?? 0));
  const known = withUnknown(schema, refused);
  if (effects.length === 0) return known;
  const unfit: MarkerDefinition[] = [];
  let overlay: Schema = { ...known, keywords: {}, origins: {} };
  for (const use of effects) {
    const all = [...refused, ...unfit];
    const context = { siblings: markers, refused: all, base: schema.keywords };
    const result = use.definition.effect?.(overlay, use, context);
    if (!result) continue;
    if ('schema' in result) overlay = result.schema;
    else {
      report(use, result, diagnostics);
      if (!result.isInformational) unfit.push(use.definition);
    }
  }
  const isUndecided = known.kind === 'invalid' && schema.kind !== 'invalid';
  if (isUndecided) return known;
  return foldKeywords(known, withUnknown(overlay, unfit));
}

function report(
  { definition, position }: MarkerUse,
  refusal: Refusal,
  diagnostics: DiagnosticList,
): void {
  const message = `+${definition.name} ${refusal.refusal}`;
  if (refusal.isFollowUp) return;
  if (refusal.isInformational) diagnostics.info(refusal.code, position, message);
  else diagnostics.error(refusal.code, position, message, refusal.remedy, refusal);
}
