import { deepEqualJson, isJsonObject, type JsonValue, ItemsByKeys } from '@vmgen/base/json';
import { type JSONSchemaProps, itemSchema, propertySchema } from '@vmgen/base/schema';

/**
 * A value and the stored value that it replaces (apiserver's cel/common CorrelatedObject). Errors
 * in unchanged values are ignored (ratcheting).
 */
export class Correlation {
  private readonly value: JsonValue;
  private readonly old: JsonValue;
  private readonly schema: JSONSchemaProps;
  /** Memoized, because each part is requested repeatedly. */
  private readonly parts = new Map<string | number, Correlation | undefined>();
  private oldItems: ItemsByKeys | undefined;
  private unchanged: boolean | undefined;

  constructor(value: JsonValue, old: JsonValue, schema: JSONSchemaProps) {
    this.value = value;
    this.old = old;
    this.schema = schema;
  }

  /** The correlation of a field. Undefined if the field is new or not in the schema. */
  field(name: string): Correlation | undefined {
    return this.part(name, () => this.findField(name));
  }

  /**
   * The correlation of an item. Only items of lists of type `map` can be matched, by their keys.
   */
  item(position: number): Correlation | undefined {
    return this.part(position, () => this.findItem(position));
  }

  get isUnchanged(): boolean {
    this.unchanged ??= this.compare();
    return this.unchanged;
  }

  private part(
    step: string | number,
    find: () => Correlation | undefined,
  ): Correlation | undefined {
    if (!this.parts.has(step)) this.parts.set(step, find());
    return this.parts.get(step);
  }

  private findField(name: string): Correlation | undefined {
    if (!isJsonObject(this.value) || !isJsonObject(this.old)) return undefined;
    const schema = propertySchema(this.schema, name);
    if (!Object.hasOwn(this.value, name) || !Object.hasOwn(this.old, name)) return undefined;
    const [value, old] = [this.value[name], this.old[name]];
    if (schema === undefined || value === undefined || old === undefined) return undefined;
    return new Correlation(value, old, schema);
  }

  private findItem(position: number): Correlation | undefined {
    if (this.schema['x-kubernetes-list-type'] !== 'map') return undefined;
    if (!Array.isArray(this.value) || !Array.isArray(this.old)) return undefined;
    const schema = itemSchema(this.schema);
    const value = this.value[position];
    if (schema === undefined || !isJsonObject(value)) return undefined;
    const keys = this.schema['x-kubernetes-list-map-keys'] ?? [];
    this.oldItems ??= new ItemsByKeys(this.old, keys);
    const old = this.oldItems.find(value);
    return old === undefined ? undefined : new Correlation(value, old, schema);
  }

  private compare(): boolean {
    const { value, old } = this;
    if (Array.isArray(value) && Array.isArray(old)) {
      if (this.schema['x-kubernetes-list-type'] !== 'map') return deepEqualJson(value, old);
      return (
        value.length === old.length && value.every((_, i) => this.item(i)?.isUnchanged === true)
      );
    }
    if (isJsonObject(value) && isJsonObject(old)) {
      const names = Object.keys(value);
      return (
        names.length === Object.keys(old).length &&
        names.every((name) => this.field(name)?.isUnchanged === true)
      );
    }
    return deepEqualJson(value, old);
  }
}
