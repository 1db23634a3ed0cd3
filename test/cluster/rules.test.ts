import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Transport } from '@vmgen/runtime';
import { objectCases, type ObjectCase } from '@vmgen/fixtures/crd/rules/object-cases';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { gaugeSteps, gauges } from '../support/gauges.js';
import { ask, type Answer, type Verdict } from '../support/ask.js';
import { startBothServers, type BothServers } from '../support/both-servers.js';
import { endsAfterTests } from '../support/ends-after.js';
import { waitFor } from '../support/wait-for.js';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const GROUP = 'rules.vmgen.io';
const MERGE_PATCH = 'application/merge-patch+json';
const SERVED_WITHIN_MS = 60_000;
/** How many definitions are on their way at once. */
const AT_ONCE = 16;

/** A case of its own kind: every schema with rules is a CRD. */
interface Kind {
  readonly objectCase: ObjectCase;
  readonly plural: string;
  readonly kind: string;
}

const kinds = objectCases.map((objectCase, i): Kind => ({
  objectCase,
  plural: `case${i}s`,
  kind: `Case${i}`,
}));

function definitionOf({ plural, kind }: Kind, schema: object): JsonObject {
  const crd = crdOf({ group: GROUP, plural, kind, scope: 'Cluster' }, [versionWith('v1', schema)]);
  // The cases are JSON, of types that do not say so.
  return crd as unknown as JsonObject;
}

const objectsOf = ({ plural }: Kind): string => `/apis/${GROUP}/v1/${plural}`;

const objectOf = ({ kind }: Kind, spec: JsonValue, metadata: object = {}): JsonObject => ({
  apiVersion: `${GROUP}/v1`,
  kind,
  metadata: { name: 'case', ...metadata },
  spec,
});

async function expectOk(answer: Promise<Answer>, status = 201): Promise<Answer> {
  const given = await answer;
  assert.equal(given.verdict.status, status, JSON.stringify(given.verdict));
  return given;
}

async function untilServed(transport: Transport, path: string, field?: string): Promise<Answer> {
  return waitFor(`${path} is served`, SERVED_WITHIN_MS, async () => {
    const answer = await ask(transport, 'GET', path).catch(() => undefined);
    const isThere = answer?.verdict.status === 200 && (field === undefined || field in answer.body);
    return isThere ? answer : undefined;
  });
}

/** What a server says of a case's object: of its creation, or of its update from the old one. */
async function verdictOf(transport: Transport, of: Kind): Promise<Verdict> {
  const { schema, spec, old } = of.objectCase;
  const objects = objectsOf(of);
  if (old === undefined) {
    await expectOk(ask(transport, 'POST', CRDS, definitionOf(of, { spec: schema })));
    await untilServed(transport, objects);
    return (await ask(transport, 'POST', objects, objectOf(of, spec))).verdict;
  }
  // The old object may break the rules: it is there before them.
  const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  await expectOk(ask(transport, 'POST', CRDS, definitionOf(of, { spec: open })));
  await untilServed(transport, objects);
  await expectOk(ask(transport, 'POST', objects, objectOf(of, old)));
  // Shown by objects once the server has the new schema.
  const sign = { type: 'string', default: 'ruled' };
  const { spec: ruled = null } = definitionOf(of, { spec: schema, sign });
  const definition = `${CRDS}/${of.plural}.${GROUP}`;
  await expectOk(ask(transport, 'PATCH', definition, { spec: ruled }, MERGE_PATCH), 200);
  const live = await untilServed(transport, `${objects}/case`, 'sign');
  const next = objectOf(of, spec, metadataIn(live.body));
  return (await ask(transport, 'PUT', `${objects}/case`, next)).verdict;
}

/** The metadata of an answer. */
function metadataIn(body: Answer['body']): JsonObject {
  return body['metadata'] as JsonObject;
}

/** The verdicts on all cases, some at a time. */
async function verdictsOf(transport: Transport): Promise<Map<Kind, Verdict>> {
  const verdicts = new Map<Kind, Verdict>();
  const queue = kinds.values();
  const work = async (): Promise<void> => {
    for (const kind of queue) verdicts.set(kind, await verdictOf(transport, kind));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return verdicts;
}

const atEnd = endsAfterTests();
let servers: BothServers;
let real: Map<Kind, Verdict>;
let embedded: Map<Kind, Verdict>;

before(async () => {
  servers = await startBothServers();
  atEnd(() => servers.stop());
  real = await verdictsOf(servers.real);
  embedded = await verdictsOf(servers.embedded);
});

describe('a real kube-apiserver and the embedded server report the same errors for an object with', () => {
  for (const kind of kinds) {
    const { name, old } = kind.objectCase;
    test(`${old === undefined ? '' : '(updated) '}${name.slice(0, 120)}`, () => {
      assert.ok(real.get(kind));
      assert.deepEqual(embedded.get(kind), real.get(kind));
    });
  }

  test('more than 60 pairs of rules that fail and rules that pass', () => {
    const refused = [...real.values()].filter(({ status }) => status === 422).length;
    assert.ok(refused >= 60 && real.size - refused >= 60, `${refused} of ${real.size}`);
    console.log(`${real.size} pairs of rule and object, ${refused} of them refused`);
  });
});

describe('a real kube-apiserver and the embedded server behave equally in', () => {
  const answers = new Map<Transport, Map<string, Verdict>>();

  before(async () => {
    for (const transport of [servers.real, servers.embedded]) {
      await expectOk(ask(transport, 'POST', CRDS, gauges));
      await untilServed(transport, '/apis/rules.vmgen.io/v1/gauges');
      const verdicts = new Map<string, Verdict>();
      for (const { title, method, path, body, contentType } of gaugeSteps) {
        const answer = await ask(transport, method, path, body, contentType);
        verdicts.set(title, answer.verdict);
      }
      answers.set(transport, verdicts);
    }
  });

  for (const { title, status } of gaugeSteps) {
    test(title, () => {
      const expected = answers.get(servers.real)?.get(title);
      assert.equal(expected?.status, status, JSON.stringify(expected));
      assert.deepEqual(answers.get(servers.embedded)?.get(title), expected);
    });
  }
});
