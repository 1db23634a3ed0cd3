import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import type { CustomResourceDefinition } from '@vmgen/crd';
import type { KubernetesObject, ResourceDefinition } from '@vmgen/runtime';
import { deepCopyJson } from '@vmgen/runtime/meta';

/** A kind with every way to merge a field. */
export interface Gadget extends KubernetesObject {
  spec: {
    size?: number;
    ports?: { name: string; port: number; protocol?: string }[];
    tags?: string[];
    options?: { [key: string]: string };
    raw?: { [key: string]: number };
  };
  status?: { phase?: string; seen?: number };
}

const text = { type: 'string' };
const whole = { type: 'integer' };

/** Its definition, with a status subresource. */
export const gadgetCrd: CustomResourceDefinition = crdOf(
  { group: 't.example.com', kind: 'Gadget', names: { singular: 'gadget', listKind: 'GadgetList' } },
  [
    versionWith(
      'v1',
      {
        spec: {
          type: 'object',
          properties: {
            size: whole,
            hidden: text,
            tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
            options: { type: 'object', additionalProperties: text },
            raw: {
              type: 'object',
              additionalProperties: whole,
              'x-kubernetes-map-type': 'atomic',
            },
            ports: {
              type: 'array',
              'x-kubernetes-list-type': 'map',
              'x-kubernetes-list-map-keys': ['port', 'protocol'],
              items: {
                type: 'object',
                required: ['port'],
                properties: {
                  name: text,
                  port: whole,
                  protocol: { ...text, default: 'TCP' },
                },
              },
            },
          },
        },
        status: { type: 'object', properties: { phase: text, seen: whole } },
      },
      { subresources: { status: {} } },
    ),
  ],
);

/** What clients know of it. */
export const gadgetResource: ResourceDefinition<Gadget, 'Namespaced'> = {
  group: 't.example.com',
  version: 'v1',
  kind: 'Gadget',
  listKind: 'GadgetList',
  plural: 'gadgets',
  singular: 'gadget',
  scope: 'Namespaced',
  deepCopy: (object) => deepCopyJson<Gadget>(object),
};

/** What one field manager applies of a gadget. */
export const mine = {
  metadata: { name: 'a', labels: { mine: '1' }, finalizers: ['t.example.com/mine'] },
  spec: {
    size: 1,
    tags: ['mine', 'shared'],
    options: { mine: '1' },
    raw: { a: 1 },
    ports: [
      { name: 'http', port: 80, protocol: 'TCP' },
      { name: 'dns', port: 53, protocol: 'UDP' },
    ],
  },
};
/** What another one applies of the same gadget. */
export const theirs = {
  metadata: { name: 'a', labels: { theirs: '1' } },
  spec: {
    tags: ['theirs', 'shared'],
    options: { theirs: '1' },
    ports: [{ port: 53, protocol: 'TCP', name: 'dns-tcp' }],
  },
};
