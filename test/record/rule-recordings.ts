import type { Transport } from '@vmgen/runtime';
import { baseSchema } from '@vmgen/fixtures/crd/rules/base-schema';
import { evaluated, evaluatedRules } from '@vmgen/fixtures/crd/rules/evaluation-cases';
import { objectCases, type ObjectCase } from '@vmgen/fixtures/crd/rules/object-cases';
import { FUNCTION_CASES, INVALID_CASES, OBJECT, SELF } from '@vmgen/fixtures/cel/function-cases';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { ask } from '../support/ask.js';
import { defineKinds, objectsPath, openSchema, type CustomKind } from './custom-kinds.js';
import { askGo } from './ask-go.js';
import { errorsIn } from './validation-answers.js';
import { answersTo, type Recording } from './recording.js';

/** What rules say of objects, and what they cost. */
export const ruleRecordings: readonly Recording[] = [
  {
    file: 'packages/crd/testdata/recorded/rule-objects.json',
    async record({ server }) {
      const placed = place(objectCases);
      await defineKinds(server, [...new Set(placed.map(({ custom }) => custom))]);
      return answersTo(
        placed,
        ({ objectCase }) => objectCase.name,
        (each) => answerTo(server, each),
      );
    },
  },
  {
    file: 'packages/crd/testdata/recorded/rule-costs.json',
    record: ({ goAnswers }) =>
      askGo(goAnswers, 'rules', {
        // The schema is JSON, of a type that does not say so.
        schema: baseSchema() as JsonObject,
        object: evaluated,
        rules: [...evaluatedRules],
      }),
  },
  {
    file: 'packages/cel/testdata/recorded/functions.json',
    record: ({ goAnswers }) =>
      askGo(goAnswers, 'rules', {
        schema: SELF as JsonObject,
        object: OBJECT,
        rules: Object.values(FUNCTION_CASES).flat(),
      }),
  },
  {
    file: 'packages/cel/testdata/recorded/invalid.json',
    record: ({ goAnswers }) =>
      answersTo(
        Object.values(INVALID_CASES).flat(),
        (rule) => rule,
        (rule) => problemOf(goAnswers, rule),
      ),
  },
];

/** The message of a rule that does not compile. The program ends with it at the first such rule. */
async function problemOf(goAnswers: string, rule: string): Promise<string> {
  try {
    await askGo(goAnswers, 'rules', { schema: SELF as JsonObject, object: OBJECT, rules: [rule] });
  } catch (error) {
    const [, problem] = /: rule "(?:[^"\\]|\\.)*": ([^]*)\n$/.exec(String(error)) ?? [];
    if (problem !== undefined) return problem;
    throw error;
  }
  throw new Error(`expected a rule that does not compile: ${rule}`);
}

/** A case, and the kind and version that have its schema. */
interface PlacedCase {
  readonly objectCase: ObjectCase;
  readonly custom: CustomKind;
  readonly version: string;
}

/** How many versions a kind has beside the one that is stored. */
const VERSIONS = 20;
const open = { name: 'open', schema: openSchema };

/**
 * Objects that are created have a version by their schema in a kind with others: the fewer
 * definitions, the sooner they are served. An object that is updated has a kind of its own, which
 * is stored by its schema; it may break the rules, and comes in by another version.
 */
function place(cases: readonly ObjectCase[]): PlacedCase[] {
  const created = cases.filter(({ old }) => old === undefined);
  const updated = cases.filter(({ old }) => old !== undefined);
  const together = Array.from({ length: Math.ceil(created.length / VERSIONS) }, (_, i) =>
    created.slice(i * VERSIONS, (i + 1) * VERSIONS),
  );
  return [
    ...together.flatMap((some, i) => {
      const versions = some.map(versionOf);
      const custom = kindOf(`Creation${i}`, [open, ...versions]);
      return some.map((objectCase, j) => ({ objectCase, custom, version: `v${j}` }));
    }),
    ...updated.map((objectCase, i) => {
      const custom = kindOf(`Update${i}`, [versionOf(objectCase, 0), open]);
      return { objectCase, custom, version: 'v0' };
    }),
  ];
}

const versionOf = ({ schema }: ObjectCase, i: number): CustomKind['versions'][number] => ({
  name: `v${i}`,
  schema: { type: 'object', properties: { spec: schema } },
});

const kindOf = (kind: string, versions: CustomKind['versions']): CustomKind => ({
  group: 'rules.example.com',
  kind,
  scope: 'Cluster',
  versions,
});

/** What a server says of a case's object: of its creation, or of its update from the old one. */
async function answerTo(server: Transport, placed: PlacedCase): Promise<JsonObject> {
  const { objectCase, custom, version } = placed;
  const { spec, old } = objectCase;
  const objects = objectsPath(custom, version);
  if (old === undefined) {
    return said(
      await ask(server, 'POST', `${objects}?dryRun=All`, objectOf(placed, version, spec)),
    );
  }
  const first = objectOf(placed, open.name, old);
  const { body } = await ask(server, 'POST', objectsPath(custom, open.name), first);
  const next = objectOf(placed, version, spec, (body as JsonObject)['metadata']);
  return said(await ask(server, 'PUT', `${objects}/case`, next));
}

const objectOf = (
  { custom }: PlacedCase,
  version: string,
  spec: JsonValue,
  metadata: JsonValue = { name: 'case' },
): JsonObject => ({
  apiVersion: `${custom.group}/${version}`,
  kind: custom.kind,
  metadata,
  spec,
});

const said = (answer: Awaited<ReturnType<typeof ask>>): JsonObject => ({
  errors: errorsIn(answer),
  warnings: [...answer.verdict.warnings],
});
