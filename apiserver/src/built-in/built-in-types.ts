import type { CompiledSchema } from '@vmgen/crd';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { TypeLibrary } from '../data/type-library.js';
import type { BuiltInStrategy } from './strategies/built-in-strategy.js';
import { convertUnstructured } from './convert-unstructured.js';
import { decodeObject, type GoTypes } from './decode-object.js';
import { DefaultFiller } from './fill-defaults.js';
import { GoFields } from './go-fields.js';
import { inGoOrder } from './go-order.js';
import { schemaErrors } from './schema-errors.js';
import { StructuralProps } from './structural-props.js';

/** The types of the built-in kinds, loaded on first use. */
export class BuiltInTypes {
  readonly library = new TypeLibrary();
  readonly #go: GoTypes = { library: this.library, fields: new GoFields(this.library) };
  readonly #defaults = new DefaultFiller(this.#go);
  readonly #props = new StructuralProps(this.library);

  /**
   * Converts an object to the types of its kind after a strategic merge patch, in place.
   *
   * @throws ObjectMetaTypeError if a value cannot be converted to the type of its field
   */
  convert(component: string, object: JsonObject): void {
    convertUnstructured(this.#go, component, object);
  }

  /**
   * Returns the object with its fields in the order in which Go prints them. Parts that are in
   * order are shared.
   */
  inOrder(component: string, object: JsonObject): JsonObject {
    return inGoOrder(this.#go, component, object);
  }

  /** Returns an object of a type with all fields at Go's zero value, as JSON shows it. */
  zeroOf(component: string): JsonObject {
    const zero: JsonObject = {};
    this.#defaults.fill(component, zero);
    return zero;
  }

  /**
   * Presents a type as the compiled schema of a CRD, so that the registry handles both alike:
   * `prune` decodes, `default` sets defaults, `validate` checks what the type requires.
   *
   * @param component the type's name in OpenAPI documents, such as `io.k8s.api.core.v1.Pod`
   */
  schemaOf(component: string, strategy: BuiltInStrategy): CompiledSchema {
    const [go, defaults, props] = [this.#go, this.#defaults, this.#props];
    return {
      get props() {
        return props.of(component);
      },
      prune: (object) => decodeObject(go, component, object),
      default(object) {
        defaults.fill(component, object);
        strategy.defaults?.(object);
      },
      validate: (object) =>
        strategy.skipSchemaValidation === true || !isJsonObject(object)
          ? []
          : schemaErrors(go.library, component, object),
    };
  }
}
