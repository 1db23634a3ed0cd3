import { findCondition, isConditionTrue } from './conditions.js';
import { statusOf, type WaitedObject } from './waited-object.js';

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
 * await waitFor(client, 'vm-1', waitConditions.goneOrReplaced(metadata.uid));
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
 * await waitFor(client, 'vm-1', waitConditions.is('Ready'), { timeoutMs: 60_000 });
 * await waitFor(client, 'vm-1', waitConditions.is('Ready', 'False'), { signal });
 */
export function is(
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
