import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { Transport } from '@vmgen/runtime';
import { parseAllDocuments } from 'yaml';
import { compile, DEFAULT_SETTINGS, parseGroups } from 'vmgen';
import { ask } from './ask.js';
import { inRepository } from './repository.js';
import { waitFor } from './wait-for.js';

type Manifest = JsonObject & { readonly kind: string };

/** The objects that vmgen generates from the kind Database in docs/webhooks.md. */
interface DatabaseManifests {
  readonly crd: JsonObject;
  /** Policies and bindings. */
  readonly policies: readonly Manifest[];
}

/** Generates the CRD and the admission policies of the example in docs/webhooks.md. */
export function databaseManifests(): DatabaseManifests {
  const page = readFileSync(inRepository('docs/webhooks.md'), 'utf8');
  const example = /^```ts\n([^]*?)^```/m.exec(page)?.[1] ?? '';
  const text = `// +groupName=example.com\n\n${example}`;
  const { files, diagnostics } = compile(
    {
      root: 'apis',
      folders: parseGroups(['example:v1']),
      files: [{ path: 'example/v1/types.ts', text }],
    },
    DEFAULT_SETTINGS,
  );
  assert.deepEqual(diagnostics, []);
  const objectsIn = (path: string): Manifest[] =>
    parseAllDocuments(files.find((file) => file.path === path)?.text ?? '').map(
      (document) => document.toJS() as Manifest,
    );
  const [crd] = objectsIn('crds/example.com_databases.yaml');
  assert.ok(crd);
  return { crd, policies: objectsIn('policy/manifests.yaml') };
}

/** The longest time until a CRD is served, and until policies take effect. */
const WITHIN_MS = 30_000;

const POLICIES = '/apis/admissionregistration.k8s.io/v1';
const PATHS: Readonly<Record<string, string>> = {
  ValidatingAdmissionPolicy: `${POLICIES}/validatingadmissionpolicies`,
  ValidatingAdmissionPolicyBinding: `${POLICIES}/validatingadmissionpolicybindings`,
  MutatingAdmissionPolicy: `${POLICIES}/mutatingadmissionpolicies`,
  MutatingAdmissionPolicyBinding: `${POLICIES}/mutatingadmissionpolicybindings`,
};

const databases = (namespace: string): string =>
  `/apis/example.com/v1/namespaces/${namespace}/databases`;

const database = (name: string, backups: number): JsonObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Database',
  metadata: { name },
  spec: { backups },
});

const deniedBy = (policy: string, name: string, message: string): string =>
  `databases.example.com "${name}" is forbidden: ValidatingAdmissionPolicy '${policy}.databases.example.com' with binding '${policy}.databases.example.com' denied request: ${message}`;

/** Applies the generated policies on a server, and asserts which requests they deny and change. */
export async function assertDatabasePolicies(transport: Transport): Promise<void> {
  const { crd, policies } = databaseManifests();
  const create = async (path: string, object: JsonObject): Promise<void> => {
    const { verdict } = await ask(transport, 'POST', path, object);
    assert.deepEqual(verdict, { status: 201, message: '', causes: [], warnings: [] });
  };
  await create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
  for (const object of policies) await create(PATHS[object.kind] ?? '', object);
  await create('/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'shop', labels: { env: 'production' } },
  });
  // A server needs a moment until a CRD is served and policies take effect.
  const denied = await waitFor('the creation is denied', WITHIN_MS, async () => {
    const path = `${databases('shop')}?dryRun=All`;
    const { verdict } = await ask(transport, 'POST', path, database('a', 1));
    return verdict.status === 422 ? verdict : undefined;
  });
  assert.equal(denied.message, deniedBy('production', 'a', 'at least 3 backups, got 1'));
  const created = await waitFor('the creation is changed', WITHIN_MS, async () => {
    const { body } = await ask(
      transport,
      'POST',
      `${databases('default')}?dryRun=All`,
      database('a', 1),
    );
    return annotationsOf(body)['example.com/creator'];
  });
  assert.notEqual(created, '');

  await create(databases('shop'), database('a', 3));
  const path = `${databases('shop')}/a`;
  const deletion = await waitFor('the deletion is denied', WITHIN_MS, async () => {
    const { verdict } = await ask(transport, 'DELETE', `${path}?dryRun=All`);
    return verdict.status === 403 ? verdict : undefined;
  });
  const message = 'set the annotation example.com/allow-deletion to true first';
  assert.equal(deletion.message, deniedBy('deletion', 'a', message));
  const patch = { metadata: { annotations: { 'example.com/allow-deletion': 'true' } } };
  const patched = await ask(transport, 'PATCH', path, patch, 'application/merge-patch+json');
  assert.equal(patched.verdict.status, 200);
  const { verdict } = await ask(transport, 'DELETE', path);
  assert.equal(verdict.status, 200);
}

function annotationsOf({ metadata }: Readonly<Record<string, unknown>>): JsonObject {
  const { annotations = {} } = metadata as JsonObject;
  return isJsonObject(annotations) ? annotations : {};
}
