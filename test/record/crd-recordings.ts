import type { JSONSchemaProps } from '@vmgen/crd';
import type { Transport } from '@vmgen/runtime';
import { schemaCases as ruleCases } from '@vmgen/fixtures/crd/rules/schema-cases';
import type { JsonObject } from '@vmgen/base/json';
import { crdCases, definitionWith } from '@vmgen/fixtures/crd/crd-cases';
import { schemaCases } from '@vmgen/fixtures/crd/schema-cases';
import { ask } from '../support/ask.js';
import { CRDS, definitionOf } from './custom-kinds.js';
import { errorsIn } from './validation-answers.js';
import { answersTo, type Recording } from './recording.js';

/** What is wrong with definitions of custom resources. */
export const crdRecordings: readonly Recording[] = [
  {
    file: 'packages/crd/testdata/recorded/crds.json',
    record: ({ server }) =>
      answersTo(
        crdCases,
        ({ title }) => title,
        (input) => errorsOf(server, definitionWith(input)),
      ),
  },
  {
    file: 'packages/crd/testdata/recorded/schemas.json',
    record: ({ server }) =>
      answersTo(
        schemaCases,
        ([title]) => title,
        ([, schema]) => errorsOf(server, thing(schema)),
      ),
  },
  {
    file: 'packages/crd/testdata/recorded/rule-schemas.json',
    record: ({ server }) =>
      answersTo(
        ruleCases,
        ({ name }) => name,
        ({ schema }) => errorsOf(server, thing({ type: 'object', properties: { spec: schema } })),
      ),
  },
];

/** A definition with this schema. */
const thing = (schema: JSONSchemaProps): JsonObject =>
  definitionOf({ group: 'x.example.com', kind: 'Thing', versions: [{ name: 'v1', schema }] });

/** The errors of a definition that would be created. */
const errorsOf = async (server: Transport, definition: JsonObject): Promise<string[]> =>
  errorsIn(await ask(server, 'POST', `${CRDS}?dryRun=All`, definition));
