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

/** What a server knows of the types of Kubernetes' own kinds: read when it is first asked for. */
export class BuiltInTypes {
  readonly library = new TypeLibrary();
  readonly #go: GoTypes = { library: this.library, fields: new GoFields(this.library) };
  readonly #defaults = new DefaultFiller(this.#go);
  readonly #props = new StructuralProps(this.library);

  /**
   * Brings a strategically patched object to the types of its kind, in place.
   *
   * @throws ObjectMetaTypeError where a value cannot become one of its field's type
   */
  convert(component: string, object: JsonObject): void {
    convertUnstructured(this.#go, component, object);
  }

  /** An object whose fields are in the order in which Go prints it; shares what is in order already. */
  inOrder(component: string, object: JsonObject): JsonObject {
    return inGoOrder(this.#go, component, object);
  }

  /** An object of a type with every field at Go's zero, as JSON shows it. */
  zeroOf(component: string): JsonObject {
    const zero: JsonObject = {};
    this.#defaults.fill(component, zero);
    return zero;
  }

  /**
   * A type in the shape of a CRD's schema, for the registry that handles both: `prune` decodes,
   * `default` fills in, `validate` judges what the type requires.
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
