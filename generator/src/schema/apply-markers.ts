import type { FindingList } from '../findings/finding-list.js';
import type { MarkerUse, Refusal } from '../markers/definition.js';
import { foldKeywords } from './fold-keywords.js';
import type { Schema } from './schema.js';

/** Runs the effects of a declaration's markers on its schema, in the order that they ask for. */
export function applyMarkers(
  schema: Schema,
  markers: readonly MarkerUse[],
  findings: FindingList,
): Schema {
  const effects = markers
    .filter(({ definition }) => definition.effect !== undefined)
    .sort((a, b) => (a.definition.order ?? 0) - (b.definition.order ?? 0));
  if (effects.length === 0) return schema;
  const context = { siblings: markers, base: schema.keywords };
  let overlay: Schema = { ...schema, keywords: {}, origins: {} };
  for (const use of effects) {
    const result = use.definition.effect?.(overlay, use, context);
    if (!result) continue;
    if ('schema' in result) overlay = result.schema;
    else tell(use, result, findings);
  }
  return foldKeywords(schema, overlay);
}

function tell({ definition, position }: MarkerUse, refusal: Refusal, findings: FindingList): void {
  const message = `+${definition.name} ${refusal.refusal}`;
  if (refusal.isFollowUp) return;
  if (refusal.isRemark) findings.remark(refusal.code, position, message);
  else findings.error(refusal.code, position, message, refusal.remedy, refusal);
}
