import type { Transport } from '@vmgen/runtime';
import type { JSONSchemaProps } from '@vmgen/crd';
import { type JsonObject, type JsonValue, stringifyJson } from '@vmgen/base/json';
import { objectCases, objectSchema } from '@vmgen/fixtures/crd/object-cases';
import { metadataCases } from '@vmgen/fixtures/crd/object-meta-cases';
import { pruneCases, pruneSchema } from '@vmgen/fixtures/crd/prune-cases';
import { fieldCases } from '@vmgen/fixtures/crd/value-cases';
import { ask, type Answer } from '../support/ask.js';
import { defineKinds, objectsPath, openSchema, type CustomKind } from './custom-kinds.js';
import { admitted, errorsIn } from './validation-answers.js';
import { answersTo, type Answers, type Recording } from './recording.js';

/** What becomes of objects that are created by a schema. */
export const objectRecordings: readonly Recording[] = [
  {
    file: 'packages/crd/testdata/recorded/objects.json',
    record: ({ server }) =>
      admit(
        server,
        'Pruned',
        objectSchema,
        objectCases.map((object) => ({ title: stringifyJson(object), object })),
      ),
  },
  {
    file: 'packages/crd/testdata/recorded/pruned.json',
    record: ({ server }) =>
      admit(
        server,
        'Unknown',
        pruneSchema,
        pruneCases.map((spec) => ({ title: stringifyJson(spec), object: { spec } })),
      ),
  },
  {
    file: 'packages/crd/testdata/recorded/values.json',
    record: ({ server }) => admit(server, 'Value', allFields(), valueCases()),
  },
  {
    file: 'packages/crd/testdata/recorded/metadata.json',
    async record({ server }) {
      const custom = kindOf('Meta', openSchema);
      await defineKinds(server, [custom]);
      // The cases are JSON, of types that do not say so.
      const cases = metadataCases as unknown as readonly JsonObject[];
      return answersTo(cases, stringifyJson, async (metadata) =>
        errorsIn(await create(server, custom, { metadata })),
      );
    },
  },
];

interface ObjectCase {
  readonly title: string;
  /** Without apiVersion, kind and metadata. */
  readonly object: JsonObject;
}

const kindOf = (kind: string, schema: JSONSchemaProps): CustomKind => ({
  group: 'objects.example.com',
  kind,
  versions: [{ name: 'v1', schema }],
});

/** The answers to dry-run creations. */
async function admit(
  server: Transport,
  kind: string,
  schema: JSONSchemaProps,
  cases: readonly ObjectCase[],
): Promise<Answers> {
  const custom = kindOf(kind, schema);
  await defineKinds(server, [custom]);
  return answersTo(
    cases,
    ({ title }) => title,
    async ({ object }) =>
      admitted(await create(server, custom, { metadata: { name: 'case' }, ...object })),
  );
}

const create = (server: Transport, custom: CustomKind, object: JsonObject): Promise<Answer> =>
  ask(server, 'POST', `${objectsPath(custom, 'v1')}?dryRun=All&fieldValidation=Warn`, {
    apiVersion: `${custom.group}/v1`,
    kind: custom.kind,
    ...object,
  });

/** One schema with the fields of all cases: those that are not set have no say. */
function allFields(): JSONSchemaProps {
  const properties = Object.fromEntries(fieldCases.map(([name, schema]) => [name, schema]));
  return { type: 'object', properties: { spec: { type: 'object', properties } } };
}

const valueCases = (): ObjectCase[] =>
  fieldCases.flatMap(([name, , values]) =>
    values.map((value: JsonValue) => ({
      title: `${name}: ${stringifyJson(value)}`,
      object: { spec: { [name]: value } },
    })),
  );
