import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { FieldUse, ObjectSchema } from '../markers/language/definition.js';
import type { Field } from '../types/type.js';

/** Runs the effects that markers of an object's fields have on the object. */
export function applyParentMarkers(
  schema: ObjectSchema,
  fields: readonly Pick<Field, 'name' | 'markers' | 'refused'>[],
  diagnostics: DiagnosticList,
): ObjectSchema {
  const all: FieldUse[] = fields.flatMap(({ name, markers }) =>
    markers
      .filter(({ definition }) => definition.parentEffect !== undefined)
      .map((use) => ({ field: name, use })),
  );
  const refused = fields.flatMap((field) => field.refused ?? []);
  let changed = schema;
  for (const marked of all) {
    const { definition, position } = marked.use;
    const result = definition.parentEffect?.(changed, marked, all, refused);
    if (!result) continue;
    if ('schema' in result) changed = result.schema;
    else if (!result.isFollowUp) {
      diagnostics.error(
        result.code,
        position,
        `+${definition.name} ${result.refusal}`,
        result.remedy,
        result,
      );
    }
  }
  return changed;
}
