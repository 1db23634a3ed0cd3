import { controllerOf } from '@vmgen/runtime';
import { isMapping } from '@vmgen/runtime/meta';
import type { AuthoredObject } from './authors.js';
import type { Disturbance, ForeignRequest } from './disturbances.js';

/** An object with the paths of requests for it. */
export interface ServedObject extends AuthoredObject {
  readonly path: string;
  /** The path of its kind in its namespace. */
  readonly collection: string;
}

/** The objects after a step. */
export interface StepState {
  readonly objects: readonly ServedObject[];
  /** The paths of the objects before the step. */
  readonly before: ReadonlySet<string>;
}

/** Specs that the schema accepts, by kind; see the option `badSpecs`. */
export type BadSpecs = Readonly<Record<string, readonly object[]>>;

/** Returns what somebody else can do to the objects of a step, except for outside objects. */
export function* candidatesOf(state: StepState, badSpecs: BadSpecs): Generator<Disturbance> {
  for (const each of state.objects) {
    if (isDeleted(each)) continue;
    if (isChild(each, state)) {
      if (!takesOthersWithIt(each, state)) {
        yield { disturbance: 'deleted child', request: { method: 'DELETE', path: each.path } };
      }
      yield* childCandidates(each);
      if (!state.before.has(each.path)) yield foreignObject(each);
    }
    yield* statusCandidates(each);
    yield* finalizerCandidates(each);
    yield* specCandidates(each, badSpecs);
  }
}

const isDeleted = ({ object }: AuthoredObject): boolean =>
  object.metadata.deletionTimestamp !== undefined;

/**
 * Whether the operator makes an object again from its owner alone: nobody else has changed it, the server
 * has not chosen its name, and its owner is not being deleted.
 */
function isChild({ object, isOperators }: AuthoredObject, { objects }: StepState): boolean {
  const { name = '', generateName } = object.metadata;
  const isGenerated = generateName !== undefined && name.startsWith(generateName);
  const owner = controllerOf(object);
  return (
    isOperators &&
    !isGenerated &&
    objects.some((each) => each.object.metadata.uid === owner?.uid && !isDeleted(each))
  );
}

/**
 * Whether the deletion of an object deletes objects that the operator does not make again: the content of a
 * namespace, or the objects of a definition.
 */
function takesOthersWithIt({ object }: ServedObject, state: StepState): boolean {
  const { name } = object.metadata;
  switch (`${object.apiVersion} ${object.kind}`) {
    case 'v1 Namespace':
      return state.objects.some(
        (each) => each.object.metadata.namespace === name && !isChild(each, state),
      );
    case 'apiextensions.k8s.io/v1 CustomResourceDefinition':
      return state.objects.some((each) => definitionNameOf(each) === name && !isChild(each, state));
    default:
      return false;
  }
}

/** The name of the definition of an object's kind, such as `sites.web.example.com`; empty for a core kind. */
function definitionNameOf({ collection }: ServedObject): string {
  const [, group = '', plural = ''] =
    /^\/apis\/([^/]+)\/[^/]+\/(?:namespaces\/[^/]+\/)?([^/]+)$/.exec(collection) ?? [];
  return group === '' ? '' : `${plural}.${group}`;
}

function* childCandidates({ object, path }: ServedObject): Generator<Disturbance> {
  for (const { field, value } of appliedFields(object)) {
    const patch = (to: unknown): ForeignRequest => ({
      method: 'PATCH',
      path,
      body: nested(field, to),
    });
    yield { disturbance: 'changed child', request: patch(changed(value)) };
    if (isLastLabelOfJob(object, field)) continue;
    yield { disturbance: 'old child', request: patch(null) };
  }
}

/** A server gives a Job without labels those of its Pod template, which the operator does not know and does not remove. */
const isLastLabelOfJob = (
  { apiVersion, kind, metadata }: AuthoredObject['object'],
  [first, second]: readonly string[],
): boolean =>
  `${apiVersion} ${kind}` === 'batch/v1 Job' &&
  `${first}.${second}` === 'metadata.labels' &&
  Object.keys(metadata.labels ?? {}).length === 1;

/** A field whose value is neither an object nor a list. */
interface Field {
  readonly field: readonly string[];
  readonly value: Scalar;
}

type Scalar = string | number | boolean;

const isScalar = (value: unknown): value is Scalar =>
  /^(string|number|boolean)$/.test(typeof value);

const changed = (value: Scalar): Scalar => {
  if (typeof value === 'string') return `${value}-changed`;
  return typeof value === 'number' ? value + 1 : !value;
};

/** Returns the fields that were applied by server-side apply, without those in items of lists. */
function* appliedFields(object: AuthoredObject['object']): Generator<Field> {
  for (const { operation, subresource, fieldsV1 } of object.metadata.managedFields ?? []) {
    if (operation === 'Apply' && subresource === undefined) yield* fieldsIn(fieldsV1, object, []);
  }
}

function* fieldsIn(set: unknown, value: unknown, path: readonly string[]): Generator<Field> {
  if (isScalar(value) && path.length > 0) yield { field: path, value };
  if (!isMapping(set) || !isMapping(value)) return;
  for (const [key, part] of Object.entries(set)) {
    const name = key.replace(/^f:/, '');
    if (name !== key) yield* fieldsIn(part, value[name], [...path, name]);
  }
}

/** Returns an object with a value at a path. */
function nested([name, ...others]: readonly string[], value: unknown): object {
  if (name === undefined) return {};
  return { [name]: others.length === 0 ? value : nested(others, value) };
}

/** An object with the name and the content of a child, which belongs to nobody. */
function foreignObject({ object, path, collection }: ServedObject): Disturbance {
  const { metadata, status: _status, ...content } = object;
  const { name, namespace } = metadata;
  const body = { ...content, metadata: { name, ...(namespace !== undefined && { namespace }) } };
  return {
    disturbance: 'foreign object',
    request: { method: 'POST', path: collection, body },
    undo: { method: 'DELETE', path },
  };
}

function* statusCandidates(served: ServedObject): Generator<Disturbance> {
  const { object, path, hasOperatorsStatus } = served;
  const { status } = object;
  if (!hasOperatorsStatus || !isMapping(status)) return;
  const patch = (fields: object): ForeignRequest => ({
    method: 'PATCH',
    path: `${path}/status`,
    body: { status: fields },
  });
  const conditions: unknown[] = Array.isArray(status['conditions']) ? status['conditions'] : [];
  for (const [index, condition] of conditions.entries()) {
    if (!isMapping(condition)) continue;
    const forged = { ...condition, ...forgery(condition) };
    yield {
      disturbance: 'forged status',
      request: patch({ conditions: conditions.with(index, forged) }),
    };
  }
  const { observedGeneration } = status;
  if (typeof observedGeneration === 'number') {
    yield {
      disturbance: 'forged status',
      request: patch({ observedGeneration: observedGeneration - 1 }),
    };
  }
  const request: ForeignRequest = {
    method: 'PATCH',
    path: `${path}/status`,
    body: [{ op: 'remove', path: '/status' }],
  };
  yield { disturbance: 'lost status', request };
}

const forgery = ({ status }: Readonly<Record<string, unknown>>): object => ({
  status: status === 'True' ? 'False' : 'True',
  reason: 'Forged',
  message: 'somebody else has changed this condition',
});

function* finalizerCandidates({ object, path, finalizers }: ServedObject): Generator<Disturbance> {
  for (const stripped of finalizers) {
    const left = (object.metadata.finalizers ?? []).filter((each) => each !== stripped);
    const body = { metadata: { finalizers: left } };
    yield { disturbance: 'stripped finalizer', request: { method: 'PATCH', path, body } };
  }
}

function* specCandidates(
  { object, path, isOperators }: ServedObject,
  badSpecs: BadSpecs,
): Generator<Disturbance> {
  const { kind = '', spec } = object;
  if (isOperators) return;
  for (const bad of Object.hasOwn(badSpecs, kind) ? (badSpecs[kind] ?? []) : []) {
    yield {
      disturbance: 'bad spec',
      request: { method: 'PATCH', path, body: { spec: bad } },
      undo: { method: 'PATCH', path, body: [{ op: 'replace', path: '/spec', value: spec }] },
    };
  }
}
