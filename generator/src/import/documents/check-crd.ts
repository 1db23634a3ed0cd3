import { byteLength } from '@vmgen/base/bytes';
import { type CustomResourceDefinition, validateCustomResourceDefinition } from '@vmgen/crd';
import { isJsonObject, isMapping, type JsonObject, stringifyJson } from '@vmgen/base/json';
import { ETCD_LIMIT } from '../../schema/refuse-large.js';
import { type Shape, takeShape } from '../../schema/take-shape.js';
import { SCHEMA_SHAPE } from '../../schema/schema-fields.js';

const GROUP = 'apiextensions.k8s.io';
const API_VERSION = `${GROUP}/v1`;

/** The number of reported reasons for one document; each field of a schema may be invalid. */
const MAX_REASONS = 10;

/** Whether an object is a CustomResourceDefinition, of any version. */
export function isDefinition({ apiVersion, kind }: JsonObject): boolean {
  if (kind !== 'CustomResourceDefinition') return false;
  return typeof apiVersion !== 'string' || apiVersion.split('/')[0] === GROUP;
}

/** A valid CRD, or the reasons why it is invalid. */
type CheckedCrd =
  { readonly crd: CustomResourceDefinition } | { readonly reasons: readonly string[] };

/**
 * Validates that an API server would accept an object as a new CRD: checks its size, its types and the rules
 * of `@vmgen/crd`. Drops unknown fields, as the server does.
 */
export function checkCrd(object: JsonObject): CheckedCrd {
  const { apiVersion } = object;
  if (apiVersion !== API_VERSION) return { reasons: [wrongVersion(apiVersion)] };
  const size = byteLength(stringifyJson(object));
  if (size > ETCD_LIMIT) {
    return { reasons: [`it has ${size} bytes, more than a cluster stores (${ETCD_LIMIT})`] };
  }
  const reasons: string[] = [];
  const taken = takeShape(object, CRD_SHAPE, '', (path, problem) => {
    reasons.push(`${path}: ${problem}`);
  });
  if (reasons.length > 0) return { reasons: named(object, reasons) };
  if (!isComplete(taken)) return { reasons: named(object, ['spec: Required value']) };
  const errors = validateCustomResourceDefinition(taken);
  if (errors.length === 0) return { crd: taken };
  return {
    reasons: named(object, [
      ...new Set(errors.map(({ field, message }) => `${field}: ${message}`)),
    ]),
  };
}

/** {@link CRD_SHAPE} checks all other types, and `@vmgen/crd` checks required fields. */
function isComplete(value: unknown): value is CustomResourceDefinition {
  return isMapping(value) && isMapping(value['metadata']) && isMapping(value['spec']);
}

function wrongVersion(apiVersion: unknown): string {
  const given = typeof apiVersion === 'string' ? apiVersion : 'missing';
  const old =
    given === `${GROUP}/v1beta1`
      ? ', which no cluster has served since Kubernetes 1.22: bring it to v1 first'
      : '';
  return `apiVersion must be ${API_VERSION}, not ${given}${old}`;
}

/** Adds the name of the CRD, which is easier to find than the number of the document. */
function named({ metadata }: JsonObject, reasons: readonly string[]): string[] {
  const name = metadata !== undefined && isJsonObject(metadata) ? metadata['name'] : undefined;
  const shown = reasons.slice(0, MAX_REASONS);
  if (shown.length < reasons.length) shown.push(`and ${reasons.length - shown.length} more errors`);
  return typeof name === 'string' ? shown.map((reason) => `${name}: ${reason}`) : shown;
}

const STRINGS: Shape = { list: 'string' };

const NAMES: Shape = {
  fields: () => ({
    plural: 'string',
    singular: 'string',
    shortNames: STRINGS,
    kind: 'string',
    listKind: 'string',
    categories: STRINGS,
  }),
};

const COLUMN: Shape = {
  fields: () => ({
    name: 'string',
    type: 'string',
    format: 'string',
    description: 'string',
    priority: 'integer',
    jsonPath: 'string',
  }),
};

const SUBRESOURCES: Shape = {
  fields: () => ({
    status: { fields: () => ({}) },
    scale: {
      fields: () => ({
        specReplicasPath: 'string',
        statusReplicasPath: 'string',
        labelSelectorPath: 'string',
      }),
    },
  }),
};

const VERSION: Shape = {
  fields: () => ({
    name: 'string',
    served: 'boolean',
    storage: 'boolean',
    deprecated: 'boolean',
    deprecationWarning: 'string',
    schema: { fields: () => ({ openAPIV3Schema: SCHEMA_SHAPE }) },
    subresources: SUBRESOURCES,
    additionalPrinterColumns: { list: COLUMN },
    selectableFields: { list: { fields: () => ({ jsonPath: 'string' }) } },
  }),
};

const SERVICE: Shape = {
  fields: () => ({ namespace: 'string', name: 'string', path: 'string', port: 'integer' }),
};

const CONVERSION: Shape = {
  fields: () => ({
    strategy: 'string',
    webhook: {
      fields: () => ({
        clientConfig: {
          fields: () => ({ url: 'string', service: SERVICE, caBundle: 'string' }),
        },
        conversionReviewVersions: STRINGS,
      }),
    },
  }),
};

const METADATA: Shape = {
  fields: () => ({
    name: 'string',
    generateName: 'string',
    labels: { map: 'string' },
    annotations: { map: 'string' },
  }),
};

/**
 * apiextensions/v1 CustomResourceDefinition, without the status. The metadata that a server sets does not
 * describe the kind and is also omitted.
 */
const CRD_SHAPE: Shape = {
  fields: () => ({
    apiVersion: 'string',
    kind: 'string',
    metadata: METADATA,
    spec: {
      fields: () => ({
        group: 'string',
        names: NAMES,
        scope: 'string',
        versions: { list: VERSION },
        conversion: CONVERSION,
        preserveUnknownFields: 'boolean',
      }),
    },
  }),
};
