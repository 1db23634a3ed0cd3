import { findCondition, isConditionTrue } from './conditions.js';

/** What conditions look at; every kind has as much. */
export interface WaitedObject {
  readonly metadata: {
    readonly uid?: string | undefined;
    readonly generation?: number | undefined;
  };
}

/** For `waitFor`: the object is there. */
export function exists<T>(object: T | undefined): object is T {
  return object !== undefined;
}

/**
 * For `waitFor`: there is no object of that name, finalizers and all. One that was made anew under the
 * name counts as there: see {@link goneOrReplaced}.
 */
export function deleted(object: unknown): object is undefined {
  return object === undefined;
}

/**
 * For `waitFor`: this very object, told by its uid, is there no more, even if another one has its
 * name by now.
 *
 * @example
 * const { metadata } = await client.get('vm-1');
 * await client.delete('vm-1');
 * await waitFor(client, 'vm-1', goneOrReplaced(metadata.uid));
 */
export function goneOrReplaced(uid: string): (object: WaitedObject | undefined) => boolean {
  return (object) => object?.metadata.uid !== uid;
}

/**
 * For `waitFor`: a condition of the object's status has that status, True by default, and was judged on
 * its newest spec, as far as it says on which (kubectl: `kubectl wait --for=condition=…`).
 *
 * @example
 * await waitFor(client, 'vm-1', conditionIs('Ready'), { timeoutMs: 60_000 });
 * await waitFor(client, 'vm-1', conditionIs('Ready', 'False'), { signal });
 */
export function conditionIs(
  type: string,
  status = 'True',
): <T extends WaitedObject>(object: T | undefined) => object is T {
  return <T extends WaitedObject>(object: T | undefined): object is T => {
    if (object === undefined) return false;
    const { conditions, observedGeneration } = statusOf(object);
    const condition = findCondition(conditions, type);
    if (condition?.status !== status) return false;
    const judged = condition.observedGeneration ?? observedGeneration;
    const { generation } = object.metadata;
    return judged === undefined || generation === undefined || judged >= generation;
  };
}

/** For `waitFor`: the server serves the kind of this CustomResourceDefinition. */
export function crdEstablished<T extends WaitedObject>(object: T | undefined): object is T {
  if (object === undefined) return false;
  const { conditions } = statusOf(object);
  return isConditionTrue(conditions, 'Established') && isConditionTrue(conditions, 'NamesAccepted');
}

interface AnyStatus {
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason?: string;
    readonly observedGeneration?: number;
  }[];
  readonly observedGeneration?: number;
}

/** A kind need not have such a status; one that has it keeps to what the API's conventions say. */
export function statusOf(object: object): AnyStatus {
  const { status } = object as { readonly status?: AnyStatus | null };
  return status ?? {};
}
