import type { Field, Type } from './type.js';

/** A field but for its type, which may lead back to the type that has the field. */
export type FieldHead = Omit<Field, 'type' | 'required'>;

/** A field whose type is found when it is first asked for. */
export function lazyField(
  head: FieldHead,
  resolve: () => Type,
  isRequired: (type: Type) => boolean,
): Field {
  let known: Type | undefined;
  const type = (): Type => (known ??= resolve());
  return {
    ...head,
    get type() {
      return type();
    },
    get required() {
      return isRequired(type());
    },
  };
}

/** A field made from another one; its type stays unasked for. */
export function changedField(
  field: Field,
  changes: Partial<FieldHead>,
  change: (type: Type) => Type = (type) => type,
  isRequired: () => boolean = () => field.required,
): Field {
  const { name, optional, isReadonly, doc, markers, position } = field;
  const head = { name, optional, isReadonly, doc, markers, position, ...changes };
  return lazyField(head, () => change(field.type), isRequired);
}
