import type { JsonObject } from '@vmgen/base/json';
import type { Field } from '@vmgen/crd/internal';
import type { ScaleAccess } from '../../resource/endpoint.js';
import type { ClusterView, Strategy } from '../../resource/strategy.js';

/**
 * The behaviour of a built-in kind beyond its type, which packages/apiserver/data describes. This folder has
 * one file per kind, and index.ts registers them. All members are optional. Objects have the
 * version of the strategy. They have passed the decoder, so each field that is present has the type
 * of its Go struct.
 *
 * The steps of a request:
 *
 * - create: decode, `defaults`, update managed fields, `prepareForCreate`, `validate`, store
 * - update and patch: decode, `defaults`, update managed fields, `prepareForUpdate` (for the status
 *   `prepareForStatusUpdate`), `validate` with the live object, store
 * - apply: merge, then as create or update
 *
 * The columns of a kind's table are in table/.
 *
 * Upstream: the strategy.go of each folder in kubernetes/pkg/registry, with the kind's defaults.go
 * and validation.go.
 */
export interface BuiltInStrategy
  extends
    Partial<Omit<Strategy, 'validate'>>,
    BuiltInTypeStrategy,
    BuiltInCreateStrategy,
    BuiltInUpdateStrategy {
  /** Validates an object beyond its type. `live` is undefined for a creation. */
  validate?(object: Field, live: JsonObject | undefined, cluster: ClusterView): void;
}

/** How the objects of a built-in kind are defaulted, converted and selected. */
interface BuiltInTypeStrategy {
  /**
   * Sets defaults in place, as Go's SetDefaults functions do. Declared defaults (`+default`), empty
   * structs, and zero values that Go always shows are already set. The server calls this for each
   * object that a client sends or patches, so it must be idempotent.
   */
  defaults?(object: JsonObject): void;
  /**
   * Whether the schema's required fields are validated before `validate`, except for the status.
   * Defaults to whether the kind has no `validate`, which then reports all errors.
   */
  readonly validatesSchema?: boolean;
  /** Labels of field selectors, beside the name and namespace, with the field that each reads. */
  readonly fieldLabels?: Readonly<Record<string, string>>;
  readonly scale?: ScaleAccess;
  /** Converts stored objects to this version and back, if more than the apiVersion differs. */
  readonly conversion?: {
    readonly fromStored: (object: JsonObject) => JsonObject;
    readonly toStored: (object: JsonObject) => JsonObject;
  };
}

/** The status of new objects of a built-in kind. */
interface BuiltInCreateStrategy {
  /**
   * Whether a create preserves the status in the request. Otherwise the status of a new object is
   * reset. Defaults to false.
   */
  readonly preservesStatusOnCreate?: boolean;
  /** Returns the status of a new object. Defaults to an empty status. */
  initialStatus?(object: JsonObject): JsonObject;
}

/** The rules for the status of a built-in kind. */
interface BuiltInUpdateStrategy {
  /** Validates an update of the status, beyond its types. */
  validateStatus?(object: Field, live: JsonObject): void;
}
