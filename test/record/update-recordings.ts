import type { Transport } from '@vmgen/runtime';
import { type JsonObject, type JsonValue, stringifyJson } from '@vmgen/base/json';
import {
  specUpdates,
  statusUpdates,
  stored,
  tightSchema,
} from '@vmgen/fixtures/crd/ratcheting-cases';
import { ask, type Answer } from '../support/ask.js';
import { defineKinds, objectsPath, openSchema, type CustomKind } from './custom-kinds.js';
import { errorsIn } from './validation-answers.js';
import { answersTo, type Recording } from './recording.js';

/** The kind of the stored object, which came in by a version that accepts everything. */
const custom: CustomKind = {
  group: 'r.example.com',
  kind: 'Thing',
  versions: [
    { name: 'v1', schema: tightSchema },
    { name: 'open', schema: openSchema },
  ],
  hasStatus: true,
};

/** What is wrong with updates of an object that was wrong before. */
export const updateRecordings: readonly Recording[] = [
  {
    file: 'packages/crd/testdata/recorded/ratcheting.json',
    async record({ server }) {
      await defineKinds(server, [custom]);
      const live = await storeObject(server);
      return answersTo(
        [...specUpdates.map(inSpec), ...statusUpdates.map(inStatus)],
        ({ title }) => title,
        async ({ subresource, body }) => {
          const path = `${objectPath('v1')}${subresource}?dryRun=All`;
          return errorsIn(await ask(server, 'PUT', path, { ...live, ...body }));
        },
      );
    },
  },
];

interface Update {
  readonly title: string;
  readonly subresource: '' | '/status';
  readonly body: JsonObject;
}

const inSpec = (change: JsonObject): Update => ({
  title: `spec ${stringifyJson(change)}`,
  subresource: '',
  body: { spec: { ...(stored['spec'] as JsonObject), ...change } },
});

const inStatus = (status: JsonValue): Update => ({
  title: `status ${stringifyJson(status)}`,
  subresource: '/status',
  body: { status },
});

const objectPath = (version: string): string => `${objectsPath(custom, version)}/a`;

/** Stores the object with its status, and gives it as the tight version shows it. */
async function storeObject(server: Transport): Promise<JsonObject> {
  const object = { ...stored, apiVersion: 'r.example.com/open' };
  const created = bodyOf(await ask(server, 'POST', objectsPath(custom, 'open'), object));
  const withStatus = { ...created, status: stored['status'] ?? null };
  bodyOf(await ask(server, 'PUT', `${objectPath('open')}/status`, withStatus));
  return bodyOf(await ask(server, 'GET', objectPath('v1')));
}

function bodyOf({ verdict, body }: Answer): JsonObject {
  if (verdict.status >= 300) throw new Error(JSON.stringify(verdict));
  return body as JsonObject;
}
