import type { ChangeDefinitions } from './definition.js';
import { integer, object, string, ofSpec } from './example-schemas.js';

/** Changes of fields and required fields. */
export const fieldChanges = {
  'field-removed': {
    class: 'breaking',
    title: 'Field removed',
    why: 'The server drops the field from requests and from stored objects: its value is lost, without an error unless the client requests strict validation.',
    example: ofSpec(object({ size: integer, note: string }), object({ size: integer }), {
      size: 1,
      note: 'kept so far',
    }),
  },
  'field-added': {
    class: 'safe',
    title: 'Field added',
    why: 'Objects without the field do not change. Values that clients sent under that name before were dropped.',
    example: ofSpec(object({ size: integer }), object({ size: integer, note: string })),
  },
  'required-added': {
    class: 'breaking',
    title: 'Field is required and has no default',
    why: 'Requests without the field are rejected.',
    ratchets: 'object',
    example: ofSpec(
      object({ size: integer }),
      object({ size: integer }, { required: ['size'] }),
      {},
    ),
  },
  'required-removed': {
    class: 'safe',
    title: 'Field is optional',
    why: 'Requests with the field stay valid. The controller that reads it must handle its absence.',
    example: ofSpec(object({ size: integer }, { required: ['size'] }), object({ size: integer })),
  },
  'status-required-removed': {
    class: 'risky',
    title: 'Status field is optional',
    why: 'Clients that read the status may expect the field to be present.',
    example: {
      of: 'status',
      old: object({ size: integer }, { required: ['size'] }),
      new: object({ size: integer }),
    },
  },
  'unknown-fields-dropped': {
    class: 'breaking',
    title: 'Unnamed fields are no longer kept',
    why: 'A map no longer allows arbitrary keys, or an object no longer preserves unknown fields. The server drops what the schema does not name: the values are lost.',
    example: ofSpec({ type: 'object', additionalProperties: string }, object({ color: string }), {
      color: 'red',
      shape: 'round',
    }),
  },
  'unknown-fields-kept': {
    class: 'safe',
    title: 'Unnamed fields are kept',
    why: 'What the server dropped before is stored, and validated if the schema of a map describes it.',
    example: ofSpec(object({ color: string }), { type: 'object', additionalProperties: string }),
  },
  'default-added': {
    class: 'risky',
    title: 'Default added',
    why: 'The server adds the default to requests and to objects that it reads from the store: existing objects without the field get the value too, and controllers see it.',
    example: ofSpec(object({ size: integer }), object({ size: { type: 'integer', default: 1 } })),
  },
  'default-invalid': {
    class: 'breaking',
    title: 'Default is invalid for its own schema',
    why: 'The server accepts such a definition below additionalProperties. It rejects each object to which it applies the default, and therefore all objects without the field.',
    example: ofSpec(
      { type: 'object', additionalProperties: { type: 'object' } },
      {
        type: 'object',
        additionalProperties: object({ size: { type: 'integer', maximum: 3, default: 4 } }),
      },
      { a: {} },
    ),
  },
  'default-changed': {
    class: 'risky',
    title: 'Default changed',
    why: 'Objects without the field have another meaning from now on; objects that were stored with the old default keep it.',
    example: ofSpec(
      object({ size: { type: 'integer', default: 1 } }),
      object({ size: { type: 'integer', default: 2 } }),
    ),
  },
  'default-removed': {
    class: 'risky',
    title: 'Default of an optional field removed',
    why: 'Controllers receive objects without the field, which did not occur before.',
    example: ofSpec(object({ size: { type: 'integer', default: 1 } }), object({ size: integer })),
  },
  'required-default-removed': {
    class: 'breaking',
    title: 'Default of a required field removed',
    why: 'Requests that relied on the default are rejected.',
    ratchets: 'object',
    example: ofSpec(
      object({ size: { type: 'integer', default: 1 } }, { required: ['size'] }),
      object({ size: integer }, { required: ['size'] }),
      {},
    ),
  },
  'embedded-resource-added': {
    class: 'breaking',
    title: 'Value must be an embedded Kubernetes object',
    why: 'apiVersion and kind are required, and the metadata must be valid.',
    ratchets: 'never',
    example: ofSpec(
      object({ it: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }),
      object({
        it: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          'x-kubernetes-embedded-resource': true,
        },
      }),
      { it: { a: 1 } },
    ),
  },
  'embedded-resource-removed': {
    class: 'breaking',
    title: 'Value is no longer an embedded Kubernetes object',
    why: 'The server drops apiVersion, kind and metadata unless the schema names them.',
    example: ofSpec(
      object({ it: { ...object({ a: integer }), 'x-kubernetes-embedded-resource': true } }),
      object({ it: object({ a: integer }) }),
      { it: { apiVersion: 'v1', kind: 'ConfigMap', a: 1 } },
    ),
  },
  'embedded-resource-lifted': {
    class: 'safe',
    title: 'Object is no longer an embedded Kubernetes object',
    why: 'Its fields are kept, and fewer of them are validated.',
    example: ofSpec(
      object({
        it: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          'x-kubernetes-embedded-resource': true,
        },
      }),
      object({ it: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }),
    ),
  },
} as const satisfies ChangeDefinitions;
