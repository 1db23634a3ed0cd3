import type { JsonObject } from '@vmgen/base/json';
import { getOwnObject, objectAt, stringAt } from './json-at.js';
import type { OpenApi } from './open-api.js';

const STRATEGY = 'x-kubernetes-patch-strategy';
const MERGE_KEY = 'x-kubernetes-patch-merge-key';

/** How a strategic merge patch of a built-in kind merges a field. */
export class PatchRules {
  readonly #document: OpenApi;
  readonly #field: JsonObject;
  readonly #schema: JsonObject;

  /** @param field the schema of the field, which may refer to another one */
  constructor(document: OpenApi, field: JsonObject) {
    this.#document = document;
    this.#field = field;
    this.#schema = document.whole(field);
  }

  /** Whether the items of a list are merged. */
  get isMerged(): boolean {
    return this.#hasStrategy('merge');
  }

  /** Whether a patch must list all keys that remain. */
  get retainsKeys(): boolean {
    return this.#hasStrategy('retainKeys');
  }

  /** The field that identifies the items of a list; undefined if they are scalars. */
  get mergeKey(): string | undefined {
    return stringAt(this.#field, MERGE_KEY) || undefined;
  }

  /** The rules of the items of a list. */
  get item(): PatchRules {
    return new PatchRules(this.#document, objectAt(this.#schema, 'items'));
  }

  /** Returns the rules of a field, or of the values of a map. */
  field(name: string): PatchRules {
    const schema =
      getOwnObject(objectAt(this.#schema, 'properties'), name) ??
      objectAt(this.#schema, 'additionalProperties');
    return new PatchRules(this.#document, schema);
  }

  #hasStrategy(name: string): boolean {
    return stringAt(this.#field, STRATEGY).split(',').includes(name);
  }
}
