import type { Evaluator } from './evaluator.js';
import type { Field, Type } from './type.js';

/** A field without its type, which may reference the type of the field's owner. */
type FieldHead = Omit<Field, 'type' | 'required'>;

/** A field whose type is resolved on first use. */
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

/** Resolves the type of a field; must not be called while it is being resolved. */
export function withoutCircle(
  { name, position }: FieldHead,
  resolve: () => Type,
  evaluator: Evaluator,
): () => Type {
  let isOpen = false;
  return () => {
    if (isOpen) {
      const message = `the type of the field ${name} is defined in terms of itself`;
      return evaluator.refuse('VMGEN4102', position, message, 'write it out');
    }
    isOpen = true;
    const type = resolve();
    isOpen = false;
    return type;
  };
}

/** A field that is derived from another one, whose type remains unresolved. */
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
