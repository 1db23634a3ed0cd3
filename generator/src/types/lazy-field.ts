import type { Evaluator } from './evaluator.js';
import type { Field, Type } from './type.js';

/** A field but for its type, which may lead back to the type that has the field. */
type FieldHead = Omit<Field, 'type' | 'required'>;

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

/** Finds the type of a field, which must not be asked for on the way. */
export function withoutCircle(
  { name, position }: FieldHead,
  resolve: () => Type,
  evaluator: Evaluator,
): () => Type {
  let isOpen = false;
  return () => {
    if (isOpen) {
      const message = `the type of the field ${name} is made from itself`;
      return evaluator.refuse('VMGEN4102', position, message, 'write it out');
    }
    isOpen = true;
    const type = resolve();
    isOpen = false;
    return type;
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
