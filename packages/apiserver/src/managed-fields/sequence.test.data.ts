import type { JsonObject } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/crd';

/** A request of one client. */
export interface Step {
  readonly verb: 'create' | 'merge' | 'apply';
  readonly manager: string;
  readonly subresource?: string;
  readonly force?: boolean;
  /** The body without apiVersion, kind and name. */
  readonly body: JsonObject;
}

const step =
  (verb: Step['verb']) =>
  (manager: string, spec: JsonObject, options: Partial<Step> = {}): Step => ({
    verb,
    manager,
    body: { spec },
    ...options,
  });

/** Steps whose body is a spec. */
export const create = step('create');
export const merge = step('merge');
export const apply = step('apply');

/** Successive requests for one object. */
export interface Sequence {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** The schema of the objects. */
export const sequenceSchema: JSONSchemaProps = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        name: { type: 'string' },
        tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
          items: {
            type: 'object',
            required: ['port', 'protocol'],
            properties: {
              port: { type: 'integer' },
              protocol: { type: 'string' },
              name: { type: 'string' },
            },
          },
        },
        args: { type: 'array', items: { type: 'string' } },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        selector: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          additionalProperties: { type: 'string' },
        },
        open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: { type: 'object', properties: { phase: { type: 'string' } } },
  },
};
