import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cloneJson, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { FieldError } from '@vmgen/crd';
import { readBuiltIns } from '../../node/read-built-ins.js';
import { metadataOf } from '../../resource/object-meta.js';
import type { ClusterView } from '../../resource/strategy.js';
import { ObjectStore } from '../../storage/object-store.js';
import { VersionCounter } from '../../storage/version-counter.js';
import { BuiltInResources } from '../built-in-resources.js';

/** Values by dotted paths into an object. Null removes the value. */
type Changes = Readonly<Record<string, JsonValue>>;

/** A change, and the messages of the errors that it causes, sorted. */
export type InvalidCase = readonly [changes: Changes, ...errors: string[]];

/** The expected behaviour of a strategy. The values are those of kube-apiserver's recorded responses. */
interface StrategyTable {
  readonly apiVersion: string;
  readonly kind: string;
  /** A valid object without apiVersion and kind. */
  readonly base: JsonObject;
  /** The fields that a create adds to `base`. */
  readonly defaults?: Changes;
  /** Fields that the server generates with random values, or from the time. */
  readonly generated?: readonly string[];
  /** A status in a create, and the status that is stored. */
  readonly status?: { readonly sent: JsonObject; readonly stored: JsonObject };
  /** Changes that a create rejects. */
  readonly invalid?: readonly InvalidCase[];
  /** Changes that an update of `base` rejects. */
  readonly invalidUpdates?: readonly InvalidCase[];
  /** Fields of the status that an update of the status of `base` rejects. */
  readonly invalidStatus?: readonly InvalidCase[];
}

/** Defaults of a template with one container. */
export const TEMPLATE_DEFAULTS: Changes = {
  'spec.template.spec.containers.0.resources': {},
  'spec.template.spec.containers.0.terminationMessagePath': '/dev/termination-log',
  'spec.template.spec.containers.0.terminationMessagePolicy': 'File',
  'spec.template.spec.dnsPolicy': 'ClusterFirst',
  'spec.template.spec.schedulerName': 'default-scheduler',
  'spec.template.spec.securityContext': {},
  'spec.template.spec.terminationGracePeriodSeconds': 30,
};

/** Tests a strategy as a part of its endpoint: decoding, defaulting, preparation and validation. */
export function testStrategy(table: StrategyTable): void {
  const subject = subjectOf(table);
  const { defaults, generated = [], status, invalid, invalidUpdates, invalidStatus } = table;
  if (defaults !== undefined) {
    test(`${table.kind}: sets defaults`, () => {
      const created = subject.create({}, 'new');
      const sent = subject.object({}, 'new');
      for (const [path, value] of Object.entries(defaults)) {
        assert.deepEqual(valueAt(created, path), value, path);
        setAt(sent, path, value);
      }
      for (const path of generated) {
        assert.ok(valueAt(created, path) !== undefined, path);
        setAt(created, path, null);
      }
      assert.deepEqual(specOf(created), specOf(sent), 'no further defaults');
    });
  }
  if (status !== undefined) {
    test(`${table.kind}: resets the status of a new object`, () => {
      const created = subject.create({ status: status.sent });
      assert.deepEqual(created['status'], status.stored);
    });
  }
  for (const [title, cases, errorsOf] of [
    ['rejects invalid objects', invalid, subject.createErrors],
    ['rejects invalid updates', invalidUpdates, subject.updateErrors],
    ['rejects invalid updates of the status', invalidStatus, subject.statusErrors],
  ] as const) {
    if (cases === undefined) continue;
    test(title, () => {
      const actual = cases.map(([changes]) => [changes, ...errorsOf(changes)]);
      assert.deepEqual(actual, cases);
    });
  }
}

/** A cluster without other objects. */
const EMPTY_CLUSTER: ClusterView = {
  user: { username: 'jane', groups: [] },
  random: Math.random,
  now: () => '2026-01-01T00:00:00Z',
  get: () => undefined,
  list: () => [],
};

function subjectOf({ apiVersion, kind, base }: StrategyTable) {
  const counter = new VersionCounter();
  const resources = new BuiltInResources({
    data: readBuiltIns(),
    createStore: () => new ObjectStore(counter),
  });
  const endpoint = resources.findKind(apiVersion, kind);
  assert.ok(endpoint, `${apiVersion} ${kind} is served`);
  const { schema, strategy } = endpoint;

  const object = (changes: Changes, name = 'base'): JsonObject => {
    const result: JsonObject = cloneJson({ apiVersion, kind, ...base });
    result['metadata'] = { ...metadataOf(result), name, uid: 'UID' };
    for (const [path, value] of Object.entries(changes)) setAt(result, path, cloneJson(value));
    return result;
  };
  const decode = (result: JsonObject): JsonObject => {
    schema.prune(result);
    schema.default(result);
    return result;
  };
  const create = (changes: Changes, name = 'base'): JsonObject => {
    const created = decode(object(changes, name));
    strategy.prepareForCreate?.(created, EMPTY_CLUSTER, () => undefined);
    return created;
  };
  const errorsOf = (next: JsonObject, live?: JsonObject, subresource?: string): string[] => {
    const errors: FieldError[] = [
      ...schema.validate(next, { oldObject: live }),
      ...(strategy.validate?.(next, live, EMPTY_CLUSTER, subresource) ?? []),
    ];
    return [...new Set(errors.map(({ field, message }) => `${field}: ${message}`))].sort();
  };
  return {
    object,
    create,
    createErrors: (changes: Changes): string[] => errorsOf(create(changes, 'new')),
    updateErrors: (changes: Changes): string[] => {
      const live = create({});
      const next = decode(object(changes));
      if (live['status'] !== undefined) next['status'] = cloneJson(live['status']);
      strategy.prepareForUpdate?.(next, live, undefined, EMPTY_CLUSTER);
      return errorsOf(next, live);
    },
    statusErrors: (changes: Changes): string[] => {
      const live = create({});
      const next = cloneJson(live);
      next['status'] = { ...(isJsonObject(next['status']) ? next['status'] : {}), ...changes };
      return errorsOf(decode(next), live, 'status');
    },
  };
}

/** The part of an object that defaults can change. */
function specOf(object: JsonObject): JsonObject {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...rest } = object;
  return rest;
}

function valueAt(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const key of path.split('.')) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isJsonObject(value) ? value[key] : undefined;
  }
  return value;
}

function setAt(target: JsonObject, path: string, value: JsonValue): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let container: JsonObject | JsonValue[] = target;
  for (const key of keys) {
    const found: JsonValue | undefined = valueAt({ container }, `container.${key}`);
    const next: JsonObject | JsonValue[] = Array.isArray(found) || isJsonObject(found) ? found : {};
    if (next !== found) setMember(container, key, next);
    container = next;
  }
  setMember(container, last, value);
}

function setMember(container: JsonObject | JsonValue[], key: string, value: JsonValue): void {
  if (Array.isArray(container)) container[Number(key)] = value;
  else if (value === null) Reflect.deleteProperty(container, key);
  else container[key] = value;
}
