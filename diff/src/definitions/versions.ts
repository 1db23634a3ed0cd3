import type { ChangeDefinitions } from './definition.js';

const object = { openAPIV3Schema: { type: 'object' } } as const;
const v1 = { name: 'v1', storage: true, schema: object };
const v2 = { name: 'v2', storage: false, schema: object };

/** Which versions there are, and what each of them offers. */
export const versionChanges = {
  'version-removed': {
    class: 'breaking',
    title: 'A served version is gone',
    why: 'Clients of the version get 404.',
    example: { of: 'definition', old: { versions: [v1, v2] }, new: { versions: [v1] } },
  },
  'stored-version-removed': {
    class: 'breaking',
    title: 'A version is gone in which objects are stored',
    why: 'While status.storedVersions names it the server refuses the definition: first make another version the storage version, rewrite all objects and take the old one out of status.storedVersions.',
    example: {
      of: 'definition',
      old: { versions: [v1, v2] },
      new: { versions: [{ ...v2, storage: true }] },
    },
  },
  'unserved-version-removed': {
    class: 'risky',
    title: 'A version is gone that was not served',
    why: 'If objects were ever stored in it, status.storedVersions still names it and the server refuses the definition: see with kubectl get crd NAME -o jsonpath={.status.storedVersions}.',
    example: {
      of: 'definition',
      old: { versions: [v1, { ...v2, served: false }] },
      new: { versions: [v1] },
    },
  },
  'version-added': {
    class: 'safe',
    title: 'There is a new version',
    why: 'Clients of the others see nothing of it.',
    example: { of: 'definition', old: { versions: [v1] }, new: { versions: [v1, v2] } },
  },
  'version-unserved': {
    class: 'breaking',
    title: 'A version is served no longer',
    why: 'Clients of the version get 404.',
    example: {
      of: 'definition',
      old: { versions: [v1, v2] },
      new: { versions: [v1, { ...v2, served: false }] },
    },
  },
  'version-served': {
    class: 'safe',
    title: 'A version is served now',
    why: 'Clients of the others see nothing of it.',
    example: {
      of: 'definition',
      old: { versions: [v1, { ...v2, served: false }] },
      new: { versions: [v1, v2] },
    },
  },
  'storage-moved': {
    class: 'risky',
    title: 'Objects are stored in another version',
    why: 'Each object moves with its next write, and status.storedVersions names both until all are rewritten. A cluster that goes back must still know the new version.',
    example: {
      of: 'definition',
      old: { versions: [v1, v2] },
      new: {
        versions: [
          { ...v1, storage: false },
          { ...v2, storage: true },
        ],
      },
    },
  },
  'storage-moved-with-loss': {
    class: 'breaking',
    title: 'Objects are stored in another version, whose schema cannot hold them',
    why: 'Without a conversion webhook an object is stored with the fields that it has: those that the storage version does not know are dropped.',
    example: {
      of: 'definition',
      old: {
        versions: [
          {
            ...v1,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } },
              },
            },
          },
          v2,
        ],
      },
      new: {
        versions: [
          {
            ...v1,
            storage: false,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } },
              },
            },
          },
          { ...v2, storage: true },
        ],
      },
    },
  },
  'version-deprecated': {
    class: 'safe',
    title: 'A version is deprecated',
    why: 'Its clients get a warning with every answer, and all else as before.',
    example: {
      of: 'definition',
      old: { versions: [v1, v2] },
      new: { versions: [v1, { ...v2, deprecated: true }] },
    },
  },
  'version-undeprecated': {
    class: 'safe',
    title: 'A version is deprecated no longer',
    why: 'Its clients get no warning any more.',
    example: {
      of: 'definition',
      old: { versions: [v1, { ...v2, deprecated: true }] },
      new: { versions: [v1, v2] },
    },
  },
  'deprecation-warning-changed': {
    class: 'safe',
    title: 'The warning of a deprecated version says something else',
    why: 'It is a text for people.',
    example: {
      of: 'definition',
      old: { versions: [v1, { ...v2, deprecated: true }] },
      new: { versions: [v1, { ...v2, deprecated: true, deprecationWarning: 'use v1' }] },
    },
  },
  'status-added': {
    class: 'breaking',
    title: 'The status is a subresource now',
    why: 'What clients write to the status together with the rest is dropped without an error: it has to be written to /status.',
    example: {
      of: 'definition',
      old: { versions: [v1] },
      new: { versions: [{ ...v1, subresources: { status: {} } }] },
    },
  },
  'status-removed': {
    class: 'breaking',
    title: 'The status is no subresource any more',
    why: 'Writes to /status get 404, and every writer of the object may change the status.',
    example: {
      of: 'definition',
      old: { versions: [{ ...v1, subresources: { status: {} } }] },
      new: { versions: [v1] },
    },
  },
  'scale-added': {
    class: 'safe',
    title: 'There is a scale subresource now',
    why: 'The schema keeps both counts within 0 and 2147483647, as the server asks of what is scaled.',
    example: {
      of: 'definition',
      old: { versions: [{ ...v1, schema: counted(0) }] },
      new: { versions: [{ ...v1, schema: counted(0), subresources: { scale: scale() } }] },
    },
  },
  'unbounded-scale-added': {
    class: 'risky',
    title: 'There is a scale subresource now, of counts that the schema does not bound',
    why: 'From now on the server refuses objects whose replicas are no integer from 0 to 2147483647.',
    example: {
      of: 'definition',
      old: { versions: [{ ...v1, schema: counted() }] },
      new: { versions: [{ ...v1, schema: counted(), subresources: { scale: scale() } }] },
    },
  },
  'scale-removed': {
    class: 'breaking',
    title: 'There is no scale subresource any more',
    why: 'kubectl scale, autoscalers and disruption budgets get 404.',
    example: {
      of: 'definition',
      old: { versions: [{ ...v1, schema: counted(0), subresources: { scale: scale() } }] },
      new: { versions: [{ ...v1, schema: counted(0) }] },
    },
  },
  'scale-selector-removed': {
    class: 'breaking',
    title: 'The scale subresource has no selector any more',
    why: 'Autoscalers and disruption budgets find the Pods by it.',
    example: {
      of: 'definition',
      old: {
        versions: [
          {
            ...v1,
            schema: counted(0),
            subresources: { scale: { ...scale(), labelSelectorPath: '.status.selector' } },
          },
        ],
      },
      new: { versions: [{ ...v1, schema: counted(0), subresources: { scale: scale() } }] },
    },
  },
  'scale-paths-changed': {
    class: 'risky',
    title: 'The scale subresource shows other fields',
    why: 'What was scaled before is scaled no longer by those who use the subresource.',
    example: {
      of: 'definition',
      old: { versions: [{ ...v1, schema: counted(0), subresources: { scale: scale() } }] },
      new: {
        versions: [
          {
            ...v1,
            schema: counted(0),
            subresources: { scale: { ...scale(), labelSelectorPath: '.status.selector' } },
          },
        ],
      },
    },
  },
  'columns-changed': {
    class: 'safe',
    title: 'kubectl get shows other columns',
    why: 'Tables are for people; programs read objects.',
    example: {
      of: 'definition',
      old: { versions: [v1] },
      new: {
        versions: [
          {
            ...v1,
            additionalPrinterColumns: [
              { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
            ],
          },
        ],
      },
    },
  },
  'selectable-field-removed': {
    class: 'breaking',
    title: 'Clients cannot select by a field any more',
    why: 'Lists and watches with that field selector get 400.',
    example: {
      of: 'definition',
      old: {
        versions: [
          { ...v1, schema: counted(0), selectableFields: [{ jsonPath: '.spec.replicas' }] },
        ],
      },
      new: { versions: [{ ...v1, schema: counted(0) }] },
    },
  },
  'selectable-field-added': {
    class: 'safe',
    title: 'Clients can select by a further field',
    why: 'All other selectors work as before.',
    example: {
      of: 'definition',
      old: { versions: [{ ...v1, schema: counted(0) }] },
      new: {
        versions: [
          { ...v1, schema: counted(0), selectableFields: [{ jsonPath: '.spec.replicas' }] },
        ],
      },
    },
  },
} as const satisfies ChangeDefinitions;

/** A kind that can be scaled. */
function counted(minimum?: number) {
  const bounds = minimum === undefined ? {} : ({ minimum, format: 'int32' } as const);
  const replicas = { type: 'integer', ...bounds } as const;
  const part = { type: 'object', properties: { replicas } } as const;
  const status = {
    ...part,
    properties: { ...part.properties, selector: { type: 'string' } },
  } as const;
  return { openAPIV3Schema: { type: 'object', properties: { spec: part, status } } };
}

function scale() {
  return { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
}
