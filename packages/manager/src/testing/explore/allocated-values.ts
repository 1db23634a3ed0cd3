import type { DeepReadonly, KubernetesObject } from '@vmgen/runtime';

/** A Service. Only fields that an API server allocates. */
interface ServiceFields {
  readonly clusterIP?: string;
  readonly clusterIPs?: readonly string[];
  readonly healthCheckNodePort?: number;
  readonly ports?: readonly { readonly nodePort?: number }[];
}

type StoredObject = DeepReadonly<KubernetesObject> & { readonly spec?: ServiceFields };

/** What an allocated value can be within a text: an address of IPv4, or a port with five digits. */
const CANDIDATE = /\b(?:\d{1,3}(?:\.\d{1,3}){3}|\d{5})\b/g;

/**
 * Returns a function that replaces the addresses and ports that a server has allocated to Services by their origin, also in
 * copies: each run has others. Those that a client has requested belong to a field manager, and remain.
 *
 * @param nameOf the name of a Service, which is the same in each run
 */
export function allocatedMask(
  objects: readonly DeepReadonly<KubernetesObject>[],
  nameOf: (object: DeepReadonly<KubernetesObject>) => string,
): (value: unknown) => unknown {
  const origins = new Map<string, string>();
  for (const object of objects) {
    if (!isService(object)) continue;
    const { spec = {}, metadata } = object;
    const managed = JSON.stringify(metadata.managedFields ?? []);
    const add = (field: string, values: readonly (string | number | undefined)[]): void => {
      if (managed.includes(`"f:${field}"`)) return;
      values.forEach((value, index) => {
        if (value === undefined || value === '' || value === 'None') return;
        origins.set(String(value), `${field} ${index} of ${nameOf(object)}`);
      });
    };
    add('clusterIP', spec.clusterIPs ?? [spec.clusterIP]);
    add(
      'nodePort',
      (spec.ports ?? []).map(({ nodePort }) => nodePort),
    );
    add('healthCheckNodePort', [spec.healthCheckNodePort]);
  }
  if (origins.size === 0) return (value) => value;
  const originOf = (text: string): string => origins.get(text) ?? text;
  return (value) => {
    if (typeof value === 'number') return origins.get(String(value)) ?? value;
    if (typeof value !== 'string') return value;
    // An address of IPv6 is only found as the whole text.
    return origins.get(value) ?? value.replaceAll(CANDIDATE, originOf);
  };
}

const isService = (object: DeepReadonly<KubernetesObject>): object is StoredObject =>
  object.kind === 'Service' && object.apiVersion === 'v1';
