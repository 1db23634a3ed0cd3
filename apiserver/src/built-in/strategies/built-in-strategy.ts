import type { FieldError } from '@vmgen/crd';
import type { JsonObject } from '@vmgen/base/json';
import type { ScaleAccess, Strategy } from '../../resource/endpoint.js';

/**
 * What a built-in kind does beyond what its type says, which apiserver/data holds: one file for
 * each kind in this folder, named in the table of index.ts. All members may be left
 * out. Objects are those of the version that the strategy stands under; they passed the decoder, so
 * every field that is there has the type that Go's struct gives it.
 *
 * What a kind goes through:
 * - create: decode, `defaults`, `prepareForCreate`, owners of fields, `validate`, store
 * - update and patch: decode, `defaults`, `prepareForUpdate` (not for the status), owners of
 *   fields, `validate` with the live object, store
 * - apply: merge, then as create or update
 *
 * The columns of a kind's table are not here but in table/built-in-columns.ts.
 *
 * Upstream: the strategy.go of each folder in kubernetes/pkg/registry, with the kind's defaults.go and
 * validation.go.
 */
export interface BuiltInStrategy extends Partial<Omit<Strategy, 'isCustom'>> {
  /**
   * Fills in, in place, what Go's SetDefaults functions do. What the type declares (`+default`),
   * and the empty structs and zeros that Go always shows, are there before. Called for every
   * object that a client sends, whole or patched, so it must give the same when called again.
   */
  defaults?(object: JsonObject): void;
  /** A create keeps the status that it was sent; else the status of a new object is empty. */
  readonly preservesStatusOnCreate?: boolean;
  /** What a new object's status is, where it is not empty. */
  initialStatus?(object: JsonObject): JsonObject;
  /**
   * True where `validate` says all that is to say. Else the schema's required fields and enums
   * are judged before it, outside the status.
   */
  readonly skipSchemaValidation?: boolean;
  /** Judges a change of the status, where that is more than its types say. */
  validateStatus?(object: JsonObject, live: JsonObject): FieldError[];
  /** Fields, beside the status, that the server sets itself, so that no client owns them. */
  readonly unownedFields?: readonly string[];
  /** Labels of field selectors, beside the name and namespace, with the field that each reads. */
  readonly fieldLabels?: Readonly<Record<string, string>>;
  readonly scale?: ScaleAccess;
  /** Said with every answer, as the version is on its way out. */
  readonly deprecationWarning?: string;
  /** Turns a stored object into one of this version, and back, where more than a name changes. */
  readonly conversion?: {
    readonly fromStored: (object: JsonObject) => JsonObject;
    readonly toStored: (object: JsonObject) => JsonObject;
  };
}
