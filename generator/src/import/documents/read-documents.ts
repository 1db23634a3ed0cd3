import { type CustomResourceDefinition, validateCustomResourceDefinition } from '@vmgen/crd';
import {
  appendAll,
  deepEqualJson,
  isJsonObject,
  isMapping,
  type JsonObject,
  stringifyJson,
} from '@vmgen/base/json';
import { textAt } from '../../text/json-fields.js';
import {
  type DocumentPlace,
  formatPlace,
  type ParsedDocument,
  parseDocuments,
  type SourceProblem,
  type SourceText,
} from '@vmgen/base/yaml';
import { byteLength } from '@vmgen/base/bytes';
import { ETCD_LIMIT } from '../../schema/refuse-large.js';
import { type Shape, takeShape } from '../../schema/take-shape.js';
import { SCHEMA_SHAPE } from '../../schema/schema-fields.js';

/** A CRD that a cluster would accept, and its position. */
export interface CrdDocument extends DocumentPlace {
  readonly crd: CustomResourceDefinition;
}

/** An OpenAPI v3 document, and its position; the document is not validated yet. */
interface OpenApiDocument extends DocumentPlace {
  readonly openApi: JsonObject;
}

/** The content of texts. All problems are reported, so that one run shows them. */
export interface Documents {
  /** In the order of the texts; of identical duplicates, only the first. */
  readonly crds: readonly CrdDocument[];
  readonly openApis: readonly OpenApiDocument[];
  /** Objects of kind APIResourceList, which supplement OpenAPI documents. */
  readonly discovery: readonly JsonObject[];
  /** Objects of other kinds, patches of CRDs, and CRDs that are not selected. */
  readonly skippedCount: number;
  readonly problems: readonly SourceProblem[];
}

/** The name and group that a CRD states, before it is validated; empty if absent. */
export interface CrdIdentity {
  /** `widgets.example.com`. */
  readonly name: string;
  readonly group: string;
}

/** Which CRDs are read. */
interface ReadDocumentsOptions {
  /** Selects CRDs; others are skipped, even if they are invalid. Defaults to all. */
  readonly wants?: (crd: CrdIdentity) => boolean;
}

/**
 * Reads the CRDs and OpenAPI documents of texts: YAML (1.1, as Kubernetes reads it) or JSON, with one or more
 * documents, including lists. The cost of hostile text is proportional to its length: depth, aliases and
 * sizes are limited. Never throws: problems are in `problems`.
 */
export function readDocuments(
  texts: readonly SourceText[],
  { wants = () => true }: ReadDocumentsOptions = {},
): Documents {
  const crds = new Map<string, CrdDocument>();
  const openApis: OpenApiDocument[] = [];
  const discovery: JsonObject[] = [];
  const problems: SourceProblem[] = [];
  let skippedCount = 0;
  for (const text of texts) {
    const parsed = parseDocuments(text);
    const found = [...parsed.problems];
    for (const each of parsed.documents) {
      const { value, ...place } = each;
      if (isPatch(value)) skippedCount++;
      else if (isDefinition(value) && !wants(identityOf(value))) skippedCount++;
      else if (isDefinition(value)) appendAll(found, takeCrd(each, crds));
      else if (isOpenApi3(value)) openApis.push({ ...place, openApi: value });
      else if (value['kind'] === 'APIResourceList') discovery.push(value);
      else if (typeof value['swagger'] === 'string') found.push({ ...place, reason: OPENAPI_2 });
      else skippedCount++;
    }
    // In the order of their positions.
    appendAll(
      problems,
      found.sort((a, b) => (a.document ?? 0) - (b.document ?? 0)),
    );
  }
  return { crds: [...crds.values()], openApis, discovery, skippedCount, problems };
}

/** Reads the name and group of a CRD from an object of any structure. */
function identityOf({ metadata, spec }: JsonObject): CrdIdentity {
  return { name: textAt(metadata, 'name'), group: textAt(spec, 'group') };
}

const OPENAPI_2 =
  'OpenAPI v2 contains less information than v3 and is not supported: kubectl get --raw /openapi/v3/apis/GROUP/VERSION prints v3';

function isOpenApi3({ openapi }: JsonObject): boolean {
  return typeof openapi === 'string' && openapi.startsWith('3.');
}

/** Adds a CRD by its name; returns the reason if this is not possible. */
function takeCrd(
  { value, ...place }: ParsedDocument,
  crds: Map<string, CrdDocument>,
): SourceProblem[] {
  const checked = checkCrd(value);
  if ('reasons' in checked) return checked.reasons.map((reason) => ({ ...place, reason }));
  const { crd } = checked;
  const name = crd.metadata.name ?? '';
  const before = crds.get(name);
  if (before === undefined) {
    crds.set(name, { ...place, crd });
    return [];
  }
  if (deepEqualJson(before.crd.spec, crd.spec)) return [];
  return [
    { ...place, reason: `${name} is also in ${formatPlace(before)}, with different content` },
  ];
}

const GROUP = 'apiextensions.k8s.io';
const API_VERSION = `${GROUP}/v1`;

/** The number of reported reasons for one document; each field of a schema may be invalid. */
const MAX_REASONS = 10;

/** Whether an object is a CustomResourceDefinition, of any version. */
function isDefinition({ apiVersion, kind }: JsonObject): boolean {
  if (kind !== 'CustomResourceDefinition') return false;
  return typeof apiVersion !== 'string' || apiVersion.split('/')[0] === GROUP;
}

/** Whether an object patches a CRD of another file, as those in `config/crd/patches` of kubebuilder do for kustomize. */
function isPatch(object: JsonObject): boolean {
  const { metadata, spec = {} } = object;
  const described = ['group', 'names', 'versions'];
  return (
    isDefinition(object) &&
    textAt(metadata, 'name') !== '' &&
    isJsonObject(spec) &&
    !described.some((field) => Object.hasOwn(spec, field))
  );
}

/** A valid CRD, or the reasons why it is invalid. */
type CheckedCrd =
  { readonly crd: CustomResourceDefinition } | { readonly reasons: readonly string[] };

/**
 * Validates that an API server would accept an object as a new CRD: checks its size, its types and the rules
 * of `@vmgen/crd`. Drops unknown fields, as the server does.
 */
function checkCrd(object: JsonObject): CheckedCrd {
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
