import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/crd';
import { ApiError } from '@vmgen/runtime/client';
import { PatchError } from '../errors/patch-error.js';
import { waitFor, type Steps } from '../request/steps.js';
import { setOfFields } from './strip-set.js';
import type { OwnershipRules, OwnershipVersions } from './ownership.js';
import { objectType } from './schema-type.js';
import { validateTyped } from './validate-typed.js';

/**
 * Paths that a request to a subresource cannot change, so that no manager owns them through it. The
 * key is the subresource, '' for the main resource. A custom resource with a status subresource has
 * `{ '': [['status']], status: [['metadata'], ['spec']] }`.
 */
export type ResetFields = Readonly<Record<string, readonly (readonly string[])[]>>;

/** The versions of a kind. A manager owns fields of the object in the version of its entry. */
export interface KindVersions {
  /** Returns the fields of a version in requests to another one; undefined if the kind does not have it. */
  fieldsOf(apiVersion: string): VersionFields | undefined;
  /**
   * Returns an object in another version, neither pruned nor validated.
   *
   * @throws ApiError 500
   */
  convert(object: JsonObject, apiVersion: string): JsonObject | Promise<JsonObject>;
}

interface VersionFields {
  readonly schema: JSONSchemaProps | undefined;
  readonly resetFields: ResetFields;
}

/**
 * The versions of a kind in one request, with the objects that it has converted. Upstream:
 * managedfields/internal/versionconverter.go.
 */
export class RequestVersions implements OwnershipVersions {
  readonly own: OwnershipRules;
  readonly #apiVersion: string;
  readonly #subresource: string;
  readonly #kind: KindVersions | undefined;
  // Most requests need neither.
  #rules: Map<string, OwnershipRules> | undefined;
  #converted: Map<JsonValue, Map<string, JsonObject>> | undefined;

  /** @param kind undefined if all managers own fields of the object in the version of the request */
  constructor(
    own: OwnershipRules,
    request: { readonly apiVersion: string; readonly subresource: string },
    kind: KindVersions | undefined,
  ) {
    this.own = own;
    this.#apiVersion = request.apiVersion;
    this.#subresource = request.subresource;
    this.#kind = kind;
  }

  other(apiVersion: string): OwnershipRules | undefined {
    if (this.#kind === undefined || apiVersion === this.#apiVersion) return undefined;
    const known = this.#rules?.get(apiVersion);
    if (known !== undefined) return known;
    const fields = this.#kind.fieldsOf(apiVersion);
    if (fields === undefined) {
      const why = `request to convert CR to an invalid group/version: ${apiVersion}`;
      throw new PatchError(500, '', why);
    }
    const rules = {
      type: objectType(fields.schema),
      ignored: setOfFields(fields.resetFields[this.#subresource] ?? []),
    };
    this.#rules ??= new Map();
    this.#rules.set(apiVersion, rules);
    return rules;
  }

  *convert(object: JsonValue, apiVersion: string): Steps<JsonValue> {
    if (this.#kind === undefined || !isJsonObject(object)) return object;
    if (object['apiVersion'] === apiVersion) return object;
    const known = this.#converted?.get(object)?.get(apiVersion);
    if (known !== undefined) return known;
    // kube-apiserver converts through the version of the request.
    const inOwn = yield* convertStep(this.#kind, object, this.#apiVersion);
    const result = yield* convertStep(this.#kind, inOwn, apiVersion);
    const { type } = this.other(apiVersion) ?? this.own;
    const mismatch = validateTyped(result, type);
    if (mismatch !== undefined) throw new PatchError(500, '', mismatch);
    this.#converted ??= new Map();
    const results = this.#converted.get(object) ?? new Map<string, JsonObject>();
    this.#converted.set(object, results.set(apiVersion, result));
    return result;
  }
}

function* convertStep(
  kind: KindVersions,
  object: JsonObject,
  apiVersion: string,
): Steps<JsonObject> {
  if (object['apiVersion'] === apiVersion) return object;
  try {
    const converted = kind.convert(object, apiVersion);
    return converted instanceof Promise ? yield* waitFor(converted) : converted;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new PatchError(500, '', error.status.message ?? '', [], { cause: error });
  }
}
