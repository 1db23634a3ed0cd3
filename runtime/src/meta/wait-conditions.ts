import { findCondition, isConditionTrue } from './conditions.js';

/** The fields that the conditions read. All kinds have them. */
export interface WaitedObject {
  readonly metadata: {
    readonly uid?: string | undefined;
    readonly generation?: number | undefined;
  };
}

/** For `waitFor`: the object exists. */
export function exists<T>(object: T | undefined): object is T {
  return object !== undefined;
}

/**
 * For `waitFor`: no object has this name. An object that is waiting for its finalizers still
 * exists, and so does one that was created again with the same name; for the latter see
 * {@link goneOrReplaced}.
 */
export function deleted(object: unknown): object is undefined {
  return object === undefined;
}

/**
 * For `waitFor`: the object with this uid no longer exists, even if another object has its name.
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
 * For `waitFor`: a condition has this status, which defaults to True (`kubectl wait
 * --for=condition=…`). If the condition or the object's status has an `observedGeneration`, it must
 * not be older than the object's generation.
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
    const observed = condition.observedGeneration ?? observedGeneration;
    const { generation } = object.metadata;
    return observed === undefined || generation === undefined || observed >= generation;
  };
}

/** For `waitFor`: the server serves the kind of the CustomResourceDefinition. */
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

/** Returns the status of an object, which is assumed to follow the API conventions if it exists. */
export function statusOf(object: object): AnyStatus {
  const { status } = object as { readonly status?: AnyStatus | null };
  return status ?? {};
}
