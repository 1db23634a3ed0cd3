import type { JsonObject, JsonValue } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/crd';
import { createFieldManager, type FieldManager } from './field-manager.js';
import { intersectSets, isEmptySet, subtractSet, type FieldSet } from './field-set.js';
import { encodeManagers, FieldsCodec, managerId, type ManagerEntry } from './managers.js';
import { managersOf } from './object-managers.js';
import { setOfFields } from './strip-set.js';

/** The version of the Scale. */
export const SCALE_VERSION = 'autoscaling/v1';
/** The name of its schema in the OpenAPI documents. */
export const SCALE_COMPONENT = 'io.k8s.api.autoscaling.v1.Scale';

/**
 * Returns the names on the path of the replica count in a version of a kind; undefined for a version
 * without a scale.
 */
type ReplicasPathOf = (apiVersion: string) => readonly string[] | undefined;

const REPLICAS = setOfFields([['spec', 'replicas']]);

/** The managers of an object as managers of its Scale, and back. */
export class ScaleManagers {
  readonly #codec = new FieldsCodec();
  readonly #entries: ReadonlyMap<string, ManagerEntry>;
  readonly #pathOf: (apiVersion: string) => FieldSet | undefined;

  constructor(object: JsonObject, pathOf: ReplicasPathOf) {
    this.#entries = managersOf(object, this.#codec);
    this.#pathOf = (apiVersion) => {
      const path = pathOf(apiVersion);
      return path === undefined ? undefined : setOfFields([path]);
    };
  }

  /** Returns the managedFields of the Scale: the managers of the replica count. */
  ofScale(): JsonValue[] {
    const managers = new Map<string, ManagerEntry>();
    for (const entry of this.#entries.values()) {
      if (this.#replicasOf(entry) === undefined) continue;
      const manager = { ...entry, apiVersion: SCALE_VERSION, set: REPLICAS };
      managers.set(managerId(manager), manager);
    }
    return encodeManagers(managers, this.#codec);
  }

  /**
   * Returns the managedFields of the object after a change of its Scale. As in kube-apiserver, an
   * entry for a change of the Scale has no time.
   *
   * Upstream: ToParent in apimachinery/pkg/util/managedfields/scalehandler.go.
   *
   * @param apiVersion the version of the request
   */
  ofObject(scale: JsonObject, apiVersion: string): JsonValue[] {
    const ofScale = new Map(managersOf(scale, this.#codec));
    const managers = new Map<string, ManagerEntry>();
    for (const [id, entry] of this.#entries) {
      const replicas = this.#replicasOf(entry);
      // The entry of an update has the version of the Scale there, so it is replaced below.
      const isKept = replicas === undefined || ofScale.delete(id);
      const set = isKept ? entry.set : subtractSet(entry.set, replicas);
      if (!isEmptySet(set)) managers.set(id, { ...entry, set });
    }
    const own = this.#pathOf(apiVersion);
    for (const [id, entry] of ofScale) {
      if (own === undefined || isEmptySet(intersectSets(entry.set, REPLICAS))) continue;
      managers.set(id, { ...entry, apiVersion, time: undefined, set: own });
    }
    return encodeManagers(managers, this.#codec);
  }

  /** Returns the path of the replica count if a manager has it. */
  #replicasOf({ apiVersion, set }: ManagerEntry): FieldSet | undefined {
    const path = this.#pathOf(apiVersion);
    return path === undefined || isEmptySet(intersectSets(set, path)) ? undefined : path;
  }
}

const COUNT: JSONSchemaProps = { type: 'integer', format: 'int32' };

const SCALE_SCHEMA: JSONSchemaProps = {
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { replicas: COUNT } },
    status: { type: 'object', properties: { replicas: COUNT, selector: { type: 'string' } } },
  },
};

/** Creates the field manager of Scales. */
export function createScaleFieldManager(): FieldManager {
  return createFieldManager({
    schema: SCALE_SCHEMA,
    zero: () => ({ spec: {}, status: { replicas: 0 } }),
  });
}
