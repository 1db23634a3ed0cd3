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
 *
 * @param number distinguishes further names of a server, after the first one was lost
 */
export function containerName({ namespace, name, uid }: ServerOwner, number = 0): string {
  return `vm_${namespace}_${name}_${uid}${number === 0 ? '' : `_${number}`}`;
}

/** Returns the number in a name of a server's container; 0 for the first name, and for all others. */
export function numberInName(owner: ServerOwner, name: string): number {
  const first = `${containerName(owner)}_`;
  const number = name.startsWith(first) ? name.slice(first.length) : '';
  return /^[1-9]\d{0,5}$/.test(number) ? Number(number) : 0;
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
export function ownerFilter(cluster: string, { uid }: Pick<ServerOwner, 'uid'>): string[] {
  return [...clusterFilter(cluster), `${UID_LABEL}=${uid}`];
}

/** Returns undefined for other labels. */
export function ownerFromLabels(labels: Readonly<Record<string, string>>): ServerOwner | undefined {
  const { [UID_LABEL]: uid, [NAMESPACE]: namespace, [NAME]: name } = labels;
  if (uid === undefined || namespace === undefined || name === undefined) return undefined;
  return { uid, namespace, name };
}

/** The inverse of {@link labelsOf}. Returns undefined for other labels. */
export function identityFromLabels(
  labels: Readonly<Record<string, unknown>>,
): { readonly cluster: string; readonly owner: ServerOwner } | undefined {
  const texts = Object.entries(labels).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const { [CLUSTER]: cluster, ...rest } = Object.fromEntries(texts) as Record<string, string>;
  const owner = ownerFromLabels(rest);
  return cluster === undefined || owner === undefined ? undefined : { cluster, owner };
}

/** The inverse of {@link clusterFilter} and {@link ownerFilter}. Returns undefined for other filters. */
export function identityFromFilter(
  filter: unknown,
): { readonly cluster: string; readonly uid: string | undefined } | undefined {
  const labels = Array.isArray(filter) ? filter.map(String) : [];
  const valueOf = (label: string): string | undefined =>
    labels.find((each) => each.startsWith(`${label}=`))?.slice(label.length + 1);
  const cluster = valueOf(CLUSTER);
  return cluster === undefined ? undefined : { cluster, uid: valueOf(UID_LABEL) };
}
