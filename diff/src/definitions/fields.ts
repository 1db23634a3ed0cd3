import type { ChangeDefinitions } from './definition.js';

/** Which fields there are, and which must be there. */
export const fieldChanges = {
  'field-removed': {
    class: 'breaking',
    title: 'A field is gone',
    why: 'The server drops the field from what clients send and from what is stored: its value is lost, without an error unless the client asks for strict validation.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'integer' }, note: { type: 'string' } } },
      new: { type: 'object', properties: { size: { type: 'integer' } } },
      value: { size: 1, note: 'kept so far' },
    },
  },
  'field-added': {
    class: 'safe',
    title: 'There is a new field',
    why: 'Objects without it stay as they are. Values under that name that clients sent before were dropped.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'integer' } } },
      new: { type: 'object', properties: { size: { type: 'integer' }, note: { type: 'string' } } },
    },
  },
  'required-added': {
    class: 'breaking',
    title: 'A field must be there now, and has no default',
    why: 'Clients that leave the field out are refused.',
    ratchets: 'object',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'integer' } } },
      new: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } },
      value: {},
    },
  },
  'defaulted-required-added': {
    class: 'safe',
    title: 'A field must be there now, and has a default',
    why: 'The server fills in the default before it looks whether the field is there.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'integer', default: 1 } } },
      new: {
        type: 'object',
        required: ['size'],
        properties: { size: { type: 'integer', default: 1 } },
      },
    },
  },
  'required-removed': {
    class: 'safe',
    title: 'A field may be left out now',
    why: 'Whoever sends it may go on. The controller that reads it has to know what its absence means.',
    example: {
      of: 'spec',
      old: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } },
      new: { type: 'object', properties: { size: { type: 'integer' } } },
    },
  },
  'status-required-removed': {
    class: 'risky',
    title: 'A field of the status may be left out now',
    why: 'Clients that read the status may rely on the field to be there.',
    example: {
      of: 'status',
      old: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } },
      new: { type: 'object', properties: { size: { type: 'integer' } } },
    },
  },
  'map-closed': {
    class: 'breaking',
    title: 'A map takes names of its own choice no longer',
    why: 'The server drops entries that the schema does not name: their values are lost.',
    example: {
      of: 'spec',
      old: { type: 'object', additionalProperties: { type: 'string' } },
      new: { type: 'object', properties: { color: { type: 'string' } } },
      value: { color: 'red', shape: 'round' },
    },
  },
  'map-opened': {
    class: 'safe',
    title: 'An object takes any names now',
    why: 'Entries that the server dropped before are kept and judged by the schema of the values.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { color: { type: 'string' } } },
      new: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
  'preserve-unknown-removed': {
    class: 'breaking',
    title: 'Unknown fields are kept no longer',
    why: 'The server drops what the schema does not name: what objects hold beyond it is lost.',
    example: {
      of: 'spec',
      old: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      new: { type: 'object' },
      value: { anything: 1 },
    },
  },
  'preserve-unknown-added': {
    class: 'safe',
    title: 'Unknown fields are kept now',
    why: 'What the server dropped before is stored as it was sent.',
    example: {
      of: 'spec',
      old: { type: 'object' },
      new: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  },
  'default-added': {
    class: 'risky',
    title: 'A field has a default now',
    why: 'The server adds it to what clients send and to what it reads from the store: existing objects that left the field out get the value too, and controllers see it.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'integer' } } },
      new: { type: 'object', properties: { size: { type: 'integer', default: 1 } } },
    },
  },
  'default-invalid': {
    class: 'breaking',
    title: 'A default is no value of its own schema',
    why: 'Below additionalProperties the server takes such a definition. It refuses each object that gets the default, and so all that leave the field out.',
    example: {
      of: 'spec',
      old: { type: 'object', additionalProperties: { type: 'object' } },
      new: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: { size: { type: 'integer', maximum: 3, default: 4 } },
        },
      },
      value: { a: {} },
    },
  },
  'default-changed': {
    class: 'risky',
    title: 'A field has another default',
    why: 'Objects that leave the field out mean something else from now on; those that were stored with the old default keep it.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'integer', default: 1 } } },
      new: { type: 'object', properties: { size: { type: 'integer', default: 2 } } },
    },
  },
  'default-removed': {
    class: 'risky',
    title: 'A field has no default any more',
    why: 'Controllers meet objects without the field, which they never saw before.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { size: { type: 'integer', default: 1 } } },
      new: { type: 'object', properties: { size: { type: 'integer' } } },
    },
  },
  'required-default-removed': {
    class: 'breaking',
    title: 'A field that must be there has no default any more',
    why: 'Clients that left the field to its default are refused.',
    ratchets: 'object',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        required: ['size'],
        properties: { size: { type: 'integer', default: 1 } },
      },
      new: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } },
      value: {},
    },
  },
  'embedded-resource-added': {
    class: 'breaking',
    title: 'A value must be an object of Kubernetes now',
    why: 'Its apiVersion and kind must be there, and its metadata be right.',
    ratchets: 'never',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        properties: { it: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
      new: {
        type: 'object',
        properties: {
          it: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
            'x-kubernetes-embedded-resource': true,
          },
        },
      },
      value: { it: { a: 1 } },
    },
  },
  'embedded-resource-removed': {
    class: 'breaking',
    title: 'A value need not be an object of Kubernetes any more, and loses what makes it one',
    why: 'The server drops apiVersion, kind and metadata where the schema does not name them.',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        properties: {
          it: {
            type: 'object',
            properties: { a: { type: 'integer' } },
            'x-kubernetes-embedded-resource': true,
          },
        },
      },
      new: {
        type: 'object',
        properties: { it: { type: 'object', properties: { a: { type: 'integer' } } } },
      },
      value: { it: { apiVersion: 'v1', kind: 'ConfigMap', a: 1 } },
    },
  },
  'embedded-resource-lifted': {
    class: 'safe',
    title: 'A value need not be an object of Kubernetes any more',
    why: 'Its fields are kept, and judged less.',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        properties: {
          it: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
            'x-kubernetes-embedded-resource': true,
          },
        },
      },
      new: {
        type: 'object',
        properties: { it: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    },
  },
} as const satisfies ChangeDefinitions;
