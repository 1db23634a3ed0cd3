import type { ServerOwner } from './vm-driver.js';

const PREFIX = 'cloudnative.tw/';
const CLUSTER = `${PREFIX}cluster`;
const UID = `${PREFIX}vm-uid`;
const NAMESPACE = `${PREFIX}vm-namespace`;
const NAME = `${PREFIX}vm-name`;

/**
 * The container's name, for people and so that the engine itself refuses a second container of
 * one UID. `_` parts it unmistakably: Kubernetes names cannot hold one.
 */
export function containerName({ namespace, name, uid }: ServerOwner): string {
  return `vm_${namespace}_${name}_${uid}`;
}

/** The labels by which a container is known; nothing without them is ever touched. */
export function labelsOf(cluster: string, owner: ServerOwner): Record<string, string> {
  return {
    [CLUSTER]: cluster,
    [UID]: owner.uid,
    [NAMESPACE]: owner.namespace,
    [NAME]: owner.name,
  };
}

/** The engine's label filter for all containers of a cluster. */
export function clusterFilter(cluster: string): string[] {
  return [`${CLUSTER}=${cluster}`];
}

/** The engine's label filter for the containers of one owner. */
export function ownerFilter(cluster: string, { uid }: ServerOwner): string[] {
  return [...clusterFilter(cluster), `${UID}=${uid}`];
}

/** Undefined when the labels are not ours. */
export function ownerFromLabels(labels: Readonly<Record<string, string>>): ServerOwner | undefined {
  const { [UID]: uid, [NAMESPACE]: namespace, [NAME]: name } = labels;
  if (uid === undefined || namespace === undefined || name === undefined) return undefined;
  return { uid, namespace, name };
}
