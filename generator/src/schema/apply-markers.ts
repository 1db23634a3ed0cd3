import type { FindingList } from '../findings/finding-list.js';
import type { MarkerUse } from '../markers/definition.js';
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
    else
      findings.error(
        result.code,
        use.position,
        `+${use.definition.name} ${result.refusal}`,
        result.remedy,
        result,
      );
  }
  return foldKeywords(schema, overlay);
}
