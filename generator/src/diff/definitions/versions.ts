import type { ChangeDefinitions } from './definition.js';
import { integer, object, string, webhook, ofVersions } from './example-schemas.js';

const schema = { openAPIV3Schema: { type: 'object' } } as const;
const v1 = { name: 'v1', storage: true, schema };
const v2 = { name: 'v2', storage: false, schema };
/** The first version with a field that the second lacks. */
const longV1 = { ...v1, schema: { openAPIV3Schema: object({ spec: object({ a: string }) }) } };

/** Changes of the versions of a kind. */
export const versionChanges = {
  'version-removed': {
    class: 'breaking',
    title: 'Served version removed, or no longer served',
    why: 'Clients of the version receive 404.',
    example: ofVersions([v1, v2], [v1]),
  },
  'stored-version-removed': {
    class: 'breaking',
    title: 'Storage version removed',
    why: 'The server rejects the definition while status.storedVersions contains the version: first make another version the storage version, rewrite all objects and remove the old version from status.storedVersions.',
    example: ofVersions([v1, v2], [{ ...v2, storage: true }]),
  },
  'unserved-version-removed': {
    class: 'risky',
    title: 'Version removed that was not served',
    why: 'If objects were ever stored in the version, status.storedVersions still contains it and the server rejects the definition; kubectl get crd NAME -o jsonpath={.status.storedVersions} prints it.',
    example: ofVersions([v1, { ...v2, served: false }], [v1]),
  },
  'version-added': {
    class: 'safe',
    title: 'Version added, or served',
    why: 'Clients of other versions are not affected.',
    example: ofVersions([v1], [v1, v2]),
  },
  'converted-version-added': {
    class: 'risky',
    title: 'Version added that a webhook converts, and served at once',
    why: 'Requests that need the conversion fail until all replicas of the webhook know the version. Add it with +kubebuilder:unservedversion first, and serve it in the next release.',
    example: {
      of: 'definition',
      old: { conversion: webhook, versions: [v1] },
      new: { conversion: webhook, versions: [v1, v2] },
    },
  },
  'storage-moved': {
    class: 'risky',
    title: 'Storage version changed',
    why: 'Each object moves to the new version with its next write, and status.storedVersions contains both until all are rewritten. After a rollback, the cluster must still know the new version.',
    example: ofVersions(
      [v1, v2],
      [
        { ...v1, storage: false },
        { ...v2, storage: true },
      ],
    ),
  },
  'storage-moved-with-loss': {
    class: 'breaking',
    title: 'Storage version changed to one that does not have all fields',
    why: 'Without a conversion webhook, the server drops fields that the storage version does not define.',
    example: ofVersions(
      [longV1, v2],
      [
        { ...longV1, storage: false },
        { ...v2, storage: true },
      ],
    ),
  },
  'deprecation-changed': {
    class: 'safe',
    title: 'Deprecation of a version, or its warning, changed',
    why: 'Clients of a deprecated version receive a warning with every response. Nothing else changes.',
    example: ofVersions([v1, v2], [v1, { ...v2, deprecated: true }]),
  },
  'status-added': {
    class: 'breaking',
    title: 'Status subresource added',
    why: 'The server drops the status in writes to the object without an error: it must be written to /status.',
    example: ofVersions([v1], [{ ...v1, subresources: { status: {} } }]),
  },
  'status-removed': {
    class: 'breaking',
    title: 'Status subresource removed',
    why: 'Writes to /status receive 404, and every writer of the object can change the status.',
    example: ofVersions([{ ...v1, subresources: { status: {} } }], [v1]),
  },
  'scale-added': {
    class: 'safe',
    title: 'Scale subresource added',
    why: 'The schema limits both counts to the range from 0 to 2147483647, as the server requires for scale.',
    example: ofVersions(
      [{ ...v1, schema: counted(0) }],
      [{ ...v1, schema: counted(0), subresources: { scale: scale() } }],
    ),
  },
  'unbounded-scale-added': {
    class: 'risky',
    title: 'Scale subresource added without bounds on its counts',
    why: 'The server now rejects objects whose replica counts are not integers from 0 to 2147483647.',
    example: ofVersions(
      [{ ...v1, schema: counted() }],
      [{ ...v1, schema: counted(), subresources: { scale: scale() } }],
    ),
  },
  'scale-removed': {
    class: 'breaking',
    title: 'Scale subresource, or its selector, removed',
    why: 'kubectl scale, autoscalers and disruption budgets receive 404, or no longer find the Pods.',
    example: ofVersions(
      [{ ...v1, schema: counted(0), subresources: { scale: scale() } }],
      [{ ...v1, schema: counted(0) }],
    ),
  },
  'scale-paths-changed': {
    class: 'risky',
    title: 'Paths of the scale subresource changed',
    why: 'Clients of the subresource no longer scale the field that they scaled before.',
    example: ofVersions(
      [{ ...v1, schema: counted(0), subresources: { scale: scale() } }],
      [
        {
          ...v1,
          schema: counted(0),
          subresources: { scale: { ...scale(), labelSelectorPath: '.status.selector' } },
        },
      ],
    ),
  },
  'columns-changed': {
    class: 'safe',
    title: 'Printer columns changed',
    why: 'Only kubectl get shows columns; programs read objects.',
    example: ofVersions(
      [v1],
      [
        {
          ...v1,
          additionalPrinterColumns: [
            { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
          ],
        },
      ],
    ),
  },
  'selectable-field-removed': {
    class: 'breaking',
    title: 'Selectable field removed',
    why: 'Lists and watches with that field selector receive 400.',
    example: ofVersions(
      [{ ...v1, schema: counted(0), selectableFields: [{ jsonPath: '.spec.replicas' }] }],
      [{ ...v1, schema: counted(0) }],
    ),
  },
  'selectable-field-added': {
    class: 'safe',
    title: 'Selectable field added',
    why: 'All other selectors work as before.',
    example: ofVersions(
      [{ ...v1, schema: counted(0) }],
      [{ ...v1, schema: counted(0), selectableFields: [{ jsonPath: '.spec.replicas' }] }],
    ),
  },
} as const satisfies ChangeDefinitions;

/** A kind with a scale subresource. */
function counted(minimum?: number) {
  const bounds = minimum === undefined ? {} : { minimum, format: 'int32' };
  const replicas = { ...integer, ...bounds };
  const status = object({ replicas, selector: string });
  return { openAPIV3Schema: object({ spec: object({ replicas }), status }) };
}

function scale() {
  return { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
}
