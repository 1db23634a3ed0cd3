import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { applyMergePatch } from '../patch/merge-patch.js';
import { PatchError } from '../errors/patch-error.js';
import type { JSONSchemaProps } from '@vmgen/crd';
import { runSynchronously } from '../request/steps.js';
import { createFieldManager, type FieldManager } from './field-manager.js';
import type { KindVersions } from './request-versions.js';
import { listPaths } from './field-set.js';
import { decodeManagers, FieldsCodec } from './managers.js';
import { managedFieldsOf, revertTimeOnlyChange, withManagedFields } from './object-managers.js';
import { formatPathElement } from './path-element.js';
import { limitSequences } from '@vmgen/fixtures/apiserver/limit-cases';
import { listSequences } from '@vmgen/fixtures/apiserver/list-cases';
import { managerSequences } from '@vmgen/fixtures/apiserver/manager-cases';
import { sequenceSchema, type Step } from '@vmgen/fixtures/apiserver/sequence';

const apiVersion = 'rec.dev/v1';
/** Returns the versions of a kind: the recorded one, and others with these specs. Only the apiVersion is converted. */
const kindVersions = (specs: Readonly<Record<string, JSONSchemaProps>>): KindVersions => ({
  fieldsOf(each) {
    if (each === apiVersion) return { schema: sequenceSchema, resetFields: {} };
    const spec = specs[each];
    if (spec === undefined) return undefined;
    return { schema: { type: 'object', properties: { spec } }, resetFields: {} };
  },
  convert: (object, version) => ({ ...object, apiVersion: version }),
});
const clientTime = '2020-01-01T00:00:00Z';

/** A manager whose requests wait for nothing. */
interface TestedManager {
  recordUpdate(request: Parameters<FieldManager['recordUpdate']>[0]): JsonObject;
  apply(request: Parameters<FieldManager['apply']>[0]): JsonObject;
}

function testedManager(options: Parameters<typeof createFieldManager>[0]): TestedManager {
  const fieldManager = createFieldManager(options);
  return {
    recordUpdate: (request) => runSynchronously(fieldManager.recordUpdate(request)),
    apply: (request) => runSynchronously(fieldManager.apply(request)),
  };
}

function newManager(): TestedManager {
  return testedManager({
    schema: sequenceSchema,
    resetFields: { '': [['status']], status: [['metadata'], ['spec']] },
    versions: kindVersions({}),
  });
}

function timeOf(step: number): string {
  return `2024-01-01T00:00:${String(step).padStart(2, '0')}Z`;
}

function metadataOf(object: JsonObject | undefined): JsonObject {
  return isJsonObject(object?.metadata) ? object.metadata : {};
}

/** Returns a line for each manager with its fields and time. */
function ownersOf(object: JsonObject): string[] {
  return [...decodeManagers(managedFieldsOf(object) ?? [], new FieldsCodec()).values()].map(
    ({ manager, operation, subresource, time, set }) => {
      const who = [manager, operation, ...(subresource === '' ? [] : [subresource])].join(' ');
      const paths = listPaths(set).map((path) => path.map(formatPathElement).join(''));
      return `${who} (${whenOf(time)}): ${paths.join(' ')}`;
    },
  );
}

function whenOf(time: string | undefined): string {
  if (time === undefined) return 'no time';
  return time === clientTime ? 'client' : `step ${Number(time.slice(17, 19))}`;
}

/** Returns what a server stores: for a subresource only the status, otherwise everything else. */
function stored(live: JsonObject | undefined, next: JsonObject, subresource: string): JsonObject {
  if (live === undefined) {
    return withStatus({ ...next, metadata: { ...metadataOf(next), uid: 'u' } }, {});
  }
  if (subresource === '') return withStatus(next, live);
  return withManagedFields(withStatus(live, next), managedFieldsOf(next) ?? []);
}

function withStatus(object: JsonObject, source: JsonObject): JsonObject {
  const result = { ...object };
  delete result['status'];
  return source['status'] === undefined ? result : { ...result, status: source['status'] };
}

function perform(
  fieldManager: TestedManager,
  live: JsonObject | undefined,
  step: Step,
  number: number,
): JsonObject {
  const { manager, subresource = '', force = false } = step;
  const time = timeOf(number);
  const identity = { apiVersion, kind: 'Thing' };
  const body = { ...identity, ...step.body, metadata: { name: 'NAME', ...metadataOf(step.body) } };
  const request = { live, manager, subresource, apiVersion, time };
  if (step.verb === 'apply') {
    const applied = fieldManager.apply({ ...request, applied: body, force });
    return stored(live, applied, subresource);
  }
  const next = step.verb === 'create' ? body : applyMergePatch(live ?? null, step.body);
  assert.ok(isJsonObject(next));
  return stored(live, fieldManager.recordUpdate({ ...request, next }), subresource);
}

/**
 * The recorded response of kube-apiserver to a step: the managers and, for an apply, the spec; or
 * the error.
 */
interface Outcome {
  readonly managedFields?: readonly JsonObject[];
  readonly spec?: JsonObject;
  readonly code?: number;
  readonly error?: string;
}

/** The recorded managers, with the step of each instead of its time. */
function recordedOwners(object: JsonObject): JsonObject[] {
  return (managedFieldsOf(object) ?? []).filter(isJsonObject).map((entry) => {
    const { time } = entry;
    if (typeof time !== 'string' || time === clientTime) return entry;
    return { ...entry, time: `step ${Number(time.slice(17, 19))}` };
  });
}

describe('as recorded on kube-apiserver', () => {
  const recorded = new URL('../../testdata/recorded/managed-fields.json', import.meta.url);
  const outcomes = JSON.parse(readFileSync(recorded, 'utf8')) as Record<string, Outcome[]>;
  for (const { title, steps } of [...managerSequences, ...listSequences, ...limitSequences]) {
    test(title, () => {
      const fieldManager = newManager();
      let live: JsonObject | undefined;
      for (const [index, step] of steps.entries()) {
        const before = structuredClone(live);
        const run = (): JsonObject => perform(fieldManager, live, step, index + 1);
        const expected = outcomes[title]?.[index];
        assert.ok(expected, `step ${index + 1} is recorded`);
        // The field manager is not responsible for errors of schema validation.
        if (expected.code === 422) continue;
        if (expected.error !== undefined) {
          assert.throws(run, { name: /Error/, code: expected.code, message: expected.error });
        } else {
          const next = run();
          assert.deepEqual(recordedOwners(next), expected.managedFields, `step ${index + 1}`);
          if (expected.spec !== undefined) assert.deepEqual(next.spec, expected.spec);
          assert.deepEqual(live, before, 'the live object is left alone');
          live = next;
        }
      }
    });
  }
});

describe('createFieldManager', () => {
  // A creation changes its object.
  const thing = (): JsonObject => ({ apiVersion, kind: 'Thing', metadata: { name: 'x' } });
  const request = { manager: 'a', subresource: '', apiVersion, time: timeOf(1) };

  test('returns a cause for each conflict', () => {
    const fieldManager = newManager();
    const next = { ...thing(), spec: { name: 'x' } };
    const live = fieldManager.recordUpdate({ ...request, live: undefined, next });
    const applied = { ...thing(), spec: { name: 'y' } };
    assert.throws(
      () => fieldManager.apply({ ...request, manager: 'b', live, applied, force: false }),
      (error: unknown) => {
        assert.ok(error instanceof PatchError);
        assert.equal(error.reason, 'Conflict');
        assert.deepEqual(error.causes, [
          {
            reason: 'FieldManagerConflict',
            message: 'conflict with "a" using rec.dev/v1',
            field: '.spec.name',
          },
        ]);
        return true;
      },
    );
  });

  test('returns the live object itself when an apply changes nothing', () => {
    const fieldManager = newManager();
    const applied = { ...thing(), spec: { name: 'x' } };
    const live = fieldManager.apply({ ...request, live: undefined, applied, force: false });
    const again = { ...request, live, applied, force: false, time: timeOf(2) };
    assert.equal(fieldManager.apply(again), live);
  });

  const ownedBy = (version: string): JsonObject => ({
    manager: 'other',
    operation: 'Update',
    apiVersion: version,
    time: timeOf(1),
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:spec': { 'f:name': {} } },
  });

  test('retains all managers if one of them uses a version that the kind does not have', () => {
    const fieldManager = newManager();
    const live = withManagedFields({ ...thing(), spec: { name: 'x' } }, [ownedBy('rec.dev/v0')]);
    const next = { ...live, spec: { name: 'y' } };
    const result = fieldManager.recordUpdate({ ...request, live, next });
    assert.deepEqual(managedFieldsOf(result), [ownedBy('rec.dev/v0')]);
    const applied = { ...thing(), spec: { name: 'y' } };
    assert.throws(() => fieldManager.apply({ ...request, live, applied, force: true }), {
      code: 500,
      message: 'request to convert CR to an invalid group/version: rec.dev/v0',
    });
  });

  test('retains all managers if the object does not match the schema of one of them', () => {
    const numbers: JSONSchemaProps = {
      type: 'object',
      properties: { name: { type: 'integer' } },
    };
    const fieldManager = testedManager({
      schema: sequenceSchema,
      versions: kindVersions({ 'rec.dev/v2': numbers }),
    });
    const live = withManagedFields({ ...thing(), spec: { name: 'x' } }, [ownedBy('rec.dev/v2')]);
    const next = { ...live, spec: { name: 'y' } };
    const result = fieldManager.recordUpdate({ ...request, live, next });
    assert.deepEqual(managedFieldsOf(result), [ownedBy('rec.dev/v2')]);
    const applied = { ...thing(), spec: { name: 'y' } };
    assert.throws(() => fieldManager.apply({ ...request, live, applied, force: true }), {
      code: 500,
      message: '.spec.name: expected numeric (int or float), got string',
    });
  });

  test('retains all managers if an updated object does not match its schema', () => {
    const fieldManager = newManager();
    const live = withManagedFields({ ...thing(), spec: { name: 'x' } }, [ownedBy(apiVersion)]);
    const next = { ...live, spec: { undeclared: 'y' } };
    const result = fieldManager.recordUpdate({ ...request, live, next });
    assert.deepEqual(managedFieldsOf(result), [ownedBy(apiVersion)]);
  });

  test('extends the ownership of fields to the whole map when the map becomes atomic', () => {
    const next = { ...thing(), spec: { labels: { k: 'v' } } };
    const live = newManager().recordUpdate({ ...request, live: undefined, next });
    const labels = {
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      additionalProperties: { type: 'string' },
    };
    const schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { labels } } },
    };
    const changed = { ...live, metadata: { ...metadataOf(live), labels: { n: 'm' } } };
    const result = testedManager({ schema }).recordUpdate({
      ...request,
      manager: 'b',
      live,
      next: changed,
    });
    assert.deepEqual(ownersOf(result), [
      'a Update (step 1): .spec .spec.labels',
      'b Update (step 1): .metadata.labels .metadata.labels.n',
    ]);
  });

  test('tracks an int64 and a __proto__ key as ordinary values', () => {
    const fieldManager = testedManager({ schema: undefined });
    const spec: JsonObject = { big: 9007199254740993n };
    Object.defineProperty(spec, '__proto__', { value: 'x', enumerable: true });
    const live = fieldManager.recordUpdate({
      ...request,
      live: undefined,
      next: { ...thing(), spec },
    });
    assert.deepEqual(ownersOf(live), ['a Update (step 1): .spec .spec.__proto__ .spec.big']);
  });
});

describe('revertTimeOnlyChange', () => {
  const entry = { manager: 'a', operation: 'Update', time: timeOf(1) };
  const live: JsonObject = { metadata: { managedFields: [entry] }, spec: { a: 1 } };

  test('returns the live object if only times differ', () => {
    const next = { ...live, metadata: { managedFields: [{ ...entry, time: timeOf(2) }] } };
    assert.equal(revertTimeOnlyChange(live, next), live);
  });

  test('returns the new object if anything else differs', () => {
    const metadata = { managedFields: [{ ...entry, time: timeOf(2) }] };
    const next = { metadata, spec: { a: 2 } };
    assert.equal(revertTimeOnlyChange(live, next), next);
  });
});
