import type { ServerOwner } from './vm-driver.js';

const PREFIX = 'cloudnative.tw/';
const CLUSTER = `${PREFIX}cluster`;
/** The label with the UID of the owner. */
export const UID_LABEL = `${PREFIX}vm-uid`;
const NAMESPACE = `${PREFIX}vm-namespace`;
const NAME = `${PREFIX}vm-name`;

/**
 * Returns the name of a container. It is readable, and unique, so that the engine rejects a second container of
 * one UID. `_` is an unambiguous separator, because Kubernetes names cannot contain it.
 */
export function containerName({ namespace, name, uid }: ServerOwner): string {
  return `vm_${namespace}_${name}_${uid}`;
}

/** Returns the labels that identify a container. Containers without them are never changed. */
export function labelsOf(cluster: string, owner: ServerOwner): Record<string, string> {
  return {
    [CLUSTER]: cluster,
    [UID_LABEL]: owner.uid,
    [NAMESPACE]: owner.namespace,
    [NAME]: owner.name,
  };
}

/** Returns the label filter of all containers of a cluster. */
export function clusterFilter(cluster: string): string[] {
  return [`${CLUSTER}=${cluster}`];
}

/** Returns the label filter of the containers of an owner. */
export function ownerFilter(cluster: string, { uid }: ServerOwner): string[] {
  return [...clusterFilter(cluster), `${UID_LABEL}=${uid}`];
}

/** Returns undefined for other labels. */
export function ownerFromLabels(labels: Readonly<Record<string, string>>): ServerOwner | undefined {
  const { [UID_LABEL]: uid, [NAMESPACE]: namespace, [NAME]: name } = labels;
  if (uid === undefined || namespace === undefined || name === undefined) return undefined;
  return { uid, namespace, name };
}
