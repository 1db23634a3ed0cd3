import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { schemaCases as ruleCases } from '@vmgen/fixtures/crd/rules/schema-cases';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { crdCases, definitionWith } from '@vmgen/fixtures/crd/crd-cases';
import { schemaCases } from '@vmgen/fixtures/crd/schema-cases';
import { comparable } from '../record/exchanges/comparable.js';
import { ask, type Verdict } from '../support/ask.js';
import { startBothServers, type BothServers } from '../support/both-servers.js';
import { endsAfterTests } from '../support/ends-after.js';

const PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All';

interface Case {
  readonly title: string;
  readonly metadata?: object;
  readonly spec?: object;
}

const withSchema = (openAPIV3Schema: object): object => ({
  versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
});

const cases: readonly Case[] = [
  ...crdCases,
  ...schemaCases.map(([title, schema]) => ({ title, spec: withSchema(schema) })),
  ...ruleCases.map(({ name, schema }) => ({
    title: `the rule or schema ${name}`,
    spec: withSchema({ type: 'object', properties: { spec: schema } }),
  })),
];

/** kube-apiserver quotes an internal struct, names one of Go's fields, or reports an error twice. */
const TEXT_DIFFERS: ReadonlySet<string> = new Set([
  'a default of the wrong type in embedded metadata',
  'a duplicate version',
  'a map type at the root with status',
  'a oneOf at the root with status',
  'list map key that does not exist, twice',
  'maxProperties at the root with status',
  'no storage version',
  'two storage versions',
]);

const atEnd = endsAfterTests();
let servers: BothServers;

before(async () => {
  servers = await startBothServers();
  atEnd(() => servers.stop());
});

/** What both say of a CRD; nothing is stored. */
async function verdictsOf(crd: JsonObject): Promise<{ real: Verdict; embedded: Verdict }> {
  const [real, embedded] = await Promise.all([
    ask(servers.real, 'POST', PATH, crd),
    ask(servers.embedded, 'POST', PATH, crd),
  ]);
  return { real: real.verdict, embedded: embedded.verdict };
}

const comparableVerdict = ({ status, message, causes, warnings }: Verdict): JsonValue =>
  comparable({ status, message, causes: [...causes], warnings: [...warnings] });

describe('a real kube-apiserver and the embedded server report the same errors for the CRD with', () => {
  let refused = 0;
  for (const each of cases) {
    test(each.title.slice(0, 120), async () => {
      const { real, embedded } = await verdictsOf(definitionWith(each));
      if (real.status === 422) refused++;
      if (!TEXT_DIFFERS.has(each.title)) return assert.deepEqual(embedded, real);
      assert.notDeepEqual(embedded, real, 'the texts are equal: remove the title from the list');
      assert.deepEqual(comparableVerdict(embedded), comparableVerdict(real));
    });
  }

  test('more than 80 different errors', () => {
    assert.ok(refused >= 80, `${refused} CRDs were refused`);
    console.log(`${refused} of ${cases.length} CRDs are refused by both`);
  });
});
