import { setTimeout as wait } from 'node:timers/promises';
import type { Transport } from '@vmgen/runtime';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { limitSequences } from '@vmgen/fixtures/apiserver/limit-cases';
import { listSequences } from '@vmgen/fixtures/apiserver/list-cases';
import { managerSequences } from '@vmgen/fixtures/apiserver/manager-cases';
import { sequenceSchema, type Sequence, type Step } from '@vmgen/fixtures/apiserver/sequence';
import { ask, type Answer } from '../support/ask.js';
import { defineKinds, objectsPath, type CustomKind } from './custom-kinds.js';
import type { Answers, Recording } from './recording.js';

const custom: CustomKind = {
  group: 'rec.dev',
  kind: 'Thing',
  scope: 'Cluster',
  versions: [{ name: 'v1', schema: sequenceSchema }],
  hasStatus: true,
};

/** Who owns which fields after each request of a sequence. */
export const ownershipRecordings: readonly Recording[] = [
  {
    file: 'packages/apiserver/testdata/recorded/managed-fields.json',
    async record({ server }) {
      await defineKinds(server, [custom]);
      const sequences = [...managerSequences, ...listSequences, ...limitSequences];
      const played = await Promise.all(
        sequences.map(async ({ title, steps }, i): Promise<[string, JsonValue]> => [
          title,
          await play(server, `name-${i}`, steps),
        ]),
      );
      return Object.fromEntries(played) satisfies Answers;
    },
  },
];

async function play(
  server: Transport,
  name: string,
  steps: Sequence['steps'],
): Promise<JsonValue[]> {
  const answers: JsonValue[] = [];
  const stepOf = new Map<string, string>();
  for (const [index, step] of steps.entries()) {
    await nextSecond();
    const answer = await send(server, name, step);
    answers.push(
      outcome(
        answer,
        step,
        (time) => {
          // A time from a request's body stays what it is.
          if (JSON.stringify(step.body).includes(time)) stepOf.set(time, time);
          if (!stepOf.has(time)) stepOf.set(time, `step ${index + 1}`);
          return stepOf.get(time) ?? time;
        },
        name,
      ),
    );
  }
  return answers;
}

/** The times of owners, in whole seconds, distinguish them. */
async function nextSecond(): Promise<void> {
  await wait(1_050 - (Date.now() % 1_000));
}

function send(server: Transport, name: string, step: Step): Promise<Answer> {
  const { verb, manager, subresource = '', force = false } = step;
  const objects = objectsPath(custom, 'v1');
  const path = `${objects}/${name}${subresource === '' ? '' : `/${subresource}`}`;
  const query = `?fieldManager=${manager}`;
  const { metadata } = step.body;
  const body: JsonObject = {
    apiVersion: 'rec.dev/v1',
    kind: 'Thing',
    ...step.body,
    metadata: { ...(isJsonObject(metadata) ? metadata : {}), name },
  };
  switch (verb) {
    case 'create':
      return ask(server, 'POST', objects + query, body);
    case 'merge':
      return ask(server, 'PATCH', path + query, step.body, 'application/merge-patch+json');
    case 'apply':
      return ask(
        server,
        'PATCH',
        `${path}${query}&force=${String(force)}`,
        body,
        'application/apply-patch+yaml',
      );
  }
}

/** The owners and, of an apply, the spec; or why not. */
function outcome(
  { verdict, body }: Answer,
  { verb }: Step,
  whenOf: (time: string) => string,
  name: string,
): JsonObject {
  if (verdict.status >= 300) {
    const message = String(body['message']);
    return { code: verdict.status, error: message.replaceAll(name, 'NAME') };
  }
  const { metadata, spec } = body as JsonObject;
  const owners = isJsonObject(metadata) ? metadata['managedFields'] : undefined;
  const managedFields = (Array.isArray(owners) ? owners.filter(isJsonObject) : []).map((entry) =>
    typeof entry['time'] === 'string' ? { ...entry, time: whenOf(entry['time']) } : entry,
  );
  return { managedFields, ...(verb === 'apply' && spec !== undefined ? { spec } : {}) };
}
