import { messageOf, type MessageField, type TypeLibrary } from '../data/type-library.js';

/** The fields of Go structs by their JSON names. Cached per struct. */
export class GoFields {
  readonly #types: TypeLibrary;
  readonly #known = new Map<string, ReadonlyMap<string, MessageField>>();

  constructor(types: TypeLibrary) {
    this.#types = types;
  }

  /** @param component a name in OpenAPI documents; a type without protobuf has no known fields */
  of(component: string): ReadonlyMap<string, MessageField> {
    let fields = this.#known.get(component);
    if (fields === undefined) {
      fields = new Map(this.#fieldsIn(messageOf(component)));
      this.#known.set(component, fields);
    }
    return fields;
  }

  /** An embedded struct contributes its fields. */
  *#fieldsIn(message: string): Generator<[string, MessageField]> {
    for (const field of Object.values(this.#types.message(message) ?? {})) {
      if (field.name === '') yield* this.#fieldsIn(field.type);
      else yield [field.name, field];
    }
  }
}
