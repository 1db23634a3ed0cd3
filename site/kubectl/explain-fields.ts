import { goText, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { getOwnObject, listAt, objectAt, stringAt } from './json-at.js';
import type { OpenApi } from './open-api.js';
import { indent, wrap } from './wrap.js';

/** The number of values of an enum that a list of fields shows. */
const SHOWN_VALUES = 4;

const WIDTH = 78;

/** Prints the documentation of schemas. */
export class FieldPrinter {
  readonly #document: OpenApi;
  readonly #isRecursive: boolean;

  constructor(document: OpenApi, isRecursive: boolean) {
    this.#document = document;
    this.#isRecursive = isRecursive;
  }

  /** The lines before the description of a field. */
  heading(name: string, field: JsonObject): string {
    const values = listAt(field, 'enum').map((value) => `\n    ${valueText(value)}`);
    const listed = values.length === 0 ? '' : `ENUM:${values.join('')}`;
    return `FIELD: ${name} <${this.#typeOf(field)}>\n${listed}\n\n`;
  }

  /** The description of a schema, and its fields. */
  describe(schema: JsonObject): string {
    const description = this.#descriptionOf(schema) || '<empty>';
    const fields = this.#fieldsOf(schema, 1, new Set());
    const listed = fields === '' ? '' : `FIELDS:\n${fields}`;
    return `DESCRIPTION:\n${indent(wrap(description, WIDTH - 2), 4)}\n${listed}`;
  }

  /** All descriptions that apply: those of combined schemas, and of items. */
  #descriptionOf(schema: JsonObject): string {
    const resolved = this.#document.resolve(schema);
    const own = stringAt(resolved, 'description');
    const parts = partsOf(resolved).map((part) => this.#descriptionOf(part));
    return (own === '' ? '' : `${own}\n`) + parts.join('');
  }

  /** @param above the references that lead here, so that recursive types end */
  #fieldsOf(schema: JsonObject, level: number, above: ReadonlySet<string>): string {
    const reference = stringAt(schema, '$ref');
    if (above.has(reference)) return '';
    const inside = reference === '' ? above : new Set([...above, reference]);
    const resolved = this.#document.resolve(schema);
    const required = listAt(resolved, 'required');
    const own = Object.entries(objectAt(resolved, 'properties'))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => {
        if (!isJsonObject(field)) return '';
        const line = this.#fieldText(name, field, required.includes(name), level);
        return this.#isRecursive ? line + this.#fieldsOf(field, level + 1, inside) : line;
      });
    const parts = partsOf(resolved).map((part) => this.#fieldsOf(part, level, inside));
    return own.join('') + parts.join('');
  }

  #fieldText(name: string, field: JsonObject, isRequired: boolean, level: number): string {
    const margin = level * 2;
    const required = isRequired ? ' -required-' : '';
    const head = `${' '.repeat(margin)}${name}\t<${this.#typeOf(field)}>${required}${enumText(field, margin)}\n`;
    if (this.#isRecursive) return head;
    const description = stringAt(field, 'description') || '<no description>';
    return `${head}${indent(wrap(description, WIDTH - margin), margin + 2)}\n\n`;
  }

  #typeOf(field: JsonObject): string {
    const items = getOwnObject(field, 'items');
    if (items !== undefined) return `[]${this.#typeOf(items)}`;
    const values = getOwnObject(field, 'additionalProperties');
    if (values !== undefined) return `map[string]${this.#typeOf(values)}`;
    const [part, ...others] = listAt(field, 'allOf');
    if (isJsonObject(part) && others.length === 0 && field['properties'] === undefined) {
      return this.#typeOf(part);
    }
    const reference = stringAt(field, '$ref');
    const type = stringAt(reference === '' ? field : this.#document.resolve(field), 'type');
    if (reference !== '' && (type === '' || type === 'object')) {
      return reference.split(/[/.]/).at(-1) ?? 'Object';
    }
    return type === '' || type === 'object' ? 'Object' : type;
  }
}

/** The schemas whose fields count as fields of a schema. */
const partsOf = (schema: JsonObject): JsonObject[] =>
  [...listAt(schema, 'allOf'), schema['items'], schema['additionalProperties']].filter(
    (part): part is JsonObject => isJsonObject(part),
  );

function enumText(field: JsonObject, margin: number): string {
  const values = listAt(field, 'enum');
  if (values.length === 0) return '';
  const shown = values.slice(0, SHOWN_VALUES).map(valueText).join(', ');
  const rest = values.length > SHOWN_VALUES ? ', ....' : '';
  return `\n${' '.repeat(margin)}enum: ${shown}${rest}`;
}

const valueText = (value: JsonValue): string => (value === '' ? '""' : goText(value));
