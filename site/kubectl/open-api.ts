import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { type Client, PATCH_TYPES } from './client.js';
import { getOwnObject, listAt, objectAt, objectsAt, stringAt } from './json-at.js';
import { apiVersionOf, type Resource } from './resources.js';

const REFERENCE = '#/components/schemas/';

/** The OpenAPI document of a group and version. */
export class OpenApi {
  readonly #document: JsonObject;

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** @throws ServerError if the server has no document of the resource */
  static async load(
    client: Client,
    resource: Pick<Resource, 'group' | 'version'>,
  ): Promise<OpenApi> {
    const root = resource.group === '' ? 'api' : 'apis';
    return new OpenApi(await client.get(`/openapi/v3/${root}/${apiVersionOf(resource)}`));
  }

  /** Returns the schema of a kind; undefined if the document has none. */
  schemaOf({
    group,
    version,
    kind,
  }: Pick<Resource, 'group' | 'version' | 'kind'>): JsonObject | undefined {
    const schemas = objectAt(this.#document, 'components', 'schemas');
    return Object.values(schemas)
      .filter(isJsonObject)
      .find((schema) =>
        objectsAt(schema, 'x-kubernetes-group-version-kind').some(
          (each) =>
            stringAt(each, 'group') === group &&
            stringAt(each, 'version') === version &&
            stringAt(each, 'kind') === kind,
        ),
      );
  }

  /** Whether the server merges the lists of a kind by its rules. Custom resources have none. */
  acceptsStrategicPatches({ plural }: Pick<Resource, 'plural'>): boolean {
    return Object.entries(objectAt(this.#document, 'paths')).some(
      ([path, item]) =>
        path.endsWith(`/${plural}/{name}`) &&
        isJsonObject(item) &&
        getOwnObject(objectAt(item, 'patch', 'requestBody', 'content'), PATCH_TYPES.strategic) !==
          undefined,
    );
  }

  /** Returns the schema that a schema refers to, or the schema itself. */
  resolve(schema: JsonObject): JsonObject {
    return this.refersTo(schema) ?? schema;
  }

  /** Returns the schema of a `$ref`; undefined without one. */
  refersTo(schema: JsonObject): JsonObject | undefined {
    const reference = stringAt(schema, '$ref');
    if (!reference.startsWith(REFERENCE)) return undefined;
    const schemas = objectAt(this.#document, 'components', 'schemas');
    return getOwnObject(schemas, reference.slice(REFERENCE.length));
  }

  /** Returns a schema with what it combines from others: `$ref` and `allOf`. */
  whole(schema: JsonObject): JsonObject {
    const parts = listAt(schema, 'allOf').filter(isJsonObject);
    return parts.reduce<JsonObject>(
      (all, part) => ({ ...this.whole(part), ...all }),
      this.resolve(schema),
    );
  }
}
