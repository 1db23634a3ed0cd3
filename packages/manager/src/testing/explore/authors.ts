import { isDeepStrictEqual } from 'node:util';
import type { DeepReadonly, KubernetesObject } from '@vmgen/runtime';
import type { ServerChange } from './changes.js';

type StoredObject = DeepReadonly<KubernetesObject> & {
  readonly spec?: unknown;
  readonly status?: unknown;
};

/** An object, and what the operator has written of it. */
export interface AuthoredObject {
  readonly object: StoredObject;
  /** Whether the operator has created it, and nobody else has changed it. */
  readonly isOperators: boolean;
  /** Whether the operator has written its status, and nobody else has. */
  readonly hasOperatorsStatus: boolean;
  /** The finalizers that the operator has added. */
  readonly finalizers: readonly string[];
}

/** Admission adds these while the operator creates an object: `kubernetes.io/pvc-protection`. Nobody adds them again. */
const CLUSTER_FINALIZERS = 'kubernetes.io/';

const versionOf = ({ metadata: { uid = '', resourceVersion = '' } }: StoredObject): string =>
  `${uid} ${resourceVersion}`;

const finalizersOf = (object: StoredObject | undefined): readonly string[] =>
  object?.metadata.finalizers ?? [];

/** Distinguishes what an operator has written from what others have. */
export class Authors {
  /** All versions of each object that exists, by its UID, in the order of the creation. */
  readonly #versions = new Map<string, StoredObject[]>();
  readonly #writtenByOperator = new Set<string>();

  /** Records a change by anybody. */
  readonly observe = ({ type, object }: ServerChange): void => {
    const { uid = '' } = object.metadata;
    const versions = this.#versions.get(uid) ?? [];
    if (type === 'DELETED') this.#versions.delete(uid);
    else this.#versions.set(uid, [...versions, object]);
  };

  /** Records the answer to a write of the operator. */
  readonly wrote = (object: KubernetesObject): void => {
    this.#writtenByOperator.add(versionOf(object));
  };

  /** Returns the objects that exist. */
  objects(): AuthoredObject[] {
    return [...this.#versions.values()].flatMap((versions) => {
      const object = versions.at(-1);
      return object === undefined ? [] : [this.#authored(object, versions)];
    });
  }

  #authored(object: StoredObject, versions: readonly StoredObject[]): AuthoredObject {
    const writes = versions.map((version, index) => ({
      version,
      before: versions[index - 1],
      isOperators: this.#writtenByOperator.has(versionOf(version)),
    }));
    const statuses = writes.filter(
      ({ version, before }) => !isDeepStrictEqual(version.status, before?.status),
    );
    const added = writes
      .filter(({ isOperators }) => isOperators)
      .flatMap(({ version, before }) =>
        finalizersOf(version).filter(
          (each) => !finalizersOf(before).includes(each) && !each.startsWith(CLUSTER_FINALIZERS),
        ),
      );
    return {
      object,
      isOperators: writes.every(({ isOperators }) => isOperators),
      hasOperatorsStatus: statuses.length > 0 && statuses.every(({ isOperators }) => isOperators),
      finalizers: added.filter((each) => finalizersOf(object).includes(each)),
    };
  }
}
