import { messageOf, type MessageField, type TypeLibrary } from '../data/type-library.js';

/** A field of a Go struct. */
interface GoField extends MessageField {
  /** The names of the embedded structs that contain it, each with a dot, such as `VolumeSource.`. */
  readonly embeddedIn: string;
}

/** The fields of Go structs by their JSON names, in the order of the struct. Cached per struct. */
export class GoFields {
  readonly #types: TypeLibrary;
  readonly #known = new Map<string, ReadonlyMap<string, GoField>>();

  constructor(types: TypeLibrary) {
    this.#types = types;
  }

  /** @param component a name in OpenAPI documents; a type without protobuf has no known fields */
  of(component: string): ReadonlyMap<string, GoField> {
    let fields = this.#known.get(component);
    if (fields === undefined) {
      const found = new Map<string, GoField>();
      this.#collect(messageOf(component), '', found);
      fields = found;
      this.#known.set(component, fields);
    }
    return fields;
  }

  #collect(message: string, embeddedIn: string, fields: Map<string, GoField>): void {
    const members = Object.values(this.#types.message(message) ?? {});
    members.sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
    for (const field of members) {
      // An embedded struct contributes its fields.
      const struct = field.type.slice(field.type.lastIndexOf('.') + 1);
      if (field.name === '') this.#collect(field.type, `${embeddedIn}${struct}.`, fields);
      else fields.set(field.name, { ...field, embeddedIn });
    }
  }
}

/** A field's type as in Go's messages: `[]v1.Container`, `map[string]string`, `int32`. */
export function goTypeOf(field: MessageField, format: string | undefined): string {
  const element = goElementOf(field, format);
  if (field.map === true && element === 'resource.Quantity') return 'v1.ResourceList';
  if (field.map === true) return `map[string]${element}`;
  return field.list === true ? `[]${element}` : element;
}

/** As {@link goTypeOf}, for the elements of a list or map. */
export function goElementOf(field: MessageField, format: string | undefined): string {
  if (field.goType !== undefined) return field.goType;
  switch (field.type) {
    case 'int':
      return format ?? 'int64';
    case 'double':
      return 'float64';
    case 'bytes':
      return '[]uint8';
    default: {
      // Go uses the last part of the package path, which is the version.
      const beforeName = field.type.lastIndexOf('.');
      return field.type.slice(field.type.lastIndexOf('.', beforeName - 1) + 1);
    }
  }
}
