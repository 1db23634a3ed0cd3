import type { Transport } from '@vmgen/runtime';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/crd/internal/json';
import { withReferences } from '#apiserver/openapi/component-schemas.js';
import { ask } from '../support/ask.js';
import { askGo } from './ask-go.js';
import type { Recording } from './recording.js';
import { structuralSchema } from './structural-schema.js';

/** The documents with the kinds that are built in, and the components in each that we serve. */
const documents: Readonly<Record<string, readonly string[]>> = {
  '/openapi/v3/api/v1': [
    'io.k8s.api.core.v1.EventList',
    'io.k8s.api.core.v1.NamespaceList',
    'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions',
    'io.k8s.apimachinery.pkg.apis.meta.v1.Patch',
    'io.k8s.apimachinery.pkg.apis.meta.v1.Status',
    'io.k8s.api.autoscaling.v1.Scale',
  ],
  '/openapi/v3/apis/coordination.k8s.io/v1': ['io.k8s.api.coordination.v1.LeaseList'],
  '/openapi/v3/apis/events.k8s.io/v1': ['io.k8s.api.events.v1.EventList'],
  '/openapi/v3/apis/apiextensions.k8s.io/v1': [
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionList',
  ],
};

/** The kinds that the embedded server has itself. */
const builtIn = [
  'io.k8s.api.coordination.v1.Lease',
  'io.k8s.api.core.v1.Event',
  'io.k8s.api.core.v1.Namespace',
  'io.k8s.api.events.v1.Event',
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
];

/** What the embedded server knows of built-in kinds. */
export const dataRecordings: readonly Recording[] = [
  {
    file: 'apiserver/data/openapi-schemas.json',
    record: ({ server }) => componentSchemas(server),
  },
  {
    file: 'apiserver/data/built-in-schemas.json',
    async record({ server }) {
      const components = await componentSchemas(server);
      return Object.fromEntries(builtIn.map((name) => [name, structuralSchema(name, components)]));
    },
  },
  {
    file: 'apiserver/data/protobuf-messages.json',
    record: ({ goAnswers }) => askGo(goAnswers, 'messages'),
  },
];

async function componentSchemas(server: Transport): Promise<Record<string, JsonObject>> {
  const schemas: JsonObject = {};
  for (const [path, names] of Object.entries(documents)) {
    const { body } = await ask(server, 'GET', path);
    const { components } = body as unknown as { components: { schemas: JsonObject } };
    const known = components.schemas as Record<string, JsonObject>;
    const missing = names.filter((name) => known[name] === undefined);
    if (missing.length > 0) throw new Error(`${path} has no ${missing.join(', ')}`);
    Object.assign(schemas, withReferences(names, known));
  }
  return withoutProse(schemas) as Record<string, JsonObject>;
}

/** Without descriptions, which are Kubernetes' own and long; a property of that name stays. */
function withoutProse(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(
    ([key, inner]) => key !== 'description' || typeof inner !== 'string',
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutProse(inner)]));
}
