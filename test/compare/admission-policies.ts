import type { Transport } from '@vmgen/runtime';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { verdictOf } from '../support/ask.js';
import { pick, type Draw } from '../support/seeded.js';
import { waitFor } from '../support/wait-for.js';
import type { Exchange, ExchangeFile } from '../record/exchanges/exchange.js';
import { prepareExchanges, sendExchange } from '../record/exchanges/ask-exchanges.js';
import { withoutVolatile } from '../record/exchanges/without-volatile.js';
import type { QuestionClass } from './questions.js';
import { request } from './request.js';
import {
  admittedWrites,
  drawWrite,
  objectOf,
  subjectsOf,
  withSubresources,
  type Subject,
} from './admitted-writes.js';
import { version } from './widget.js';

const POLICIES = '/apis/admissionregistration.k8s.io/v1';
const GROUP = 'policies.example.com';

/** Random admission policies with bindings and parameters, and random writes to which they apply. */
export const admissionPolicies: QuestionClass = admittedWrites({
  name: 'Admission policies',
  group: GROUP,
  versions: [withSubresources(version('v1', true)), withSubresources(version('v2', false))],
  subjects: subjectsOf(GROUP, [
    {
      content: { spec: { size: 2, tags: ['x'], parts: [{ name: 'p', value: '1' }] } },
      change: { spec: { size: 3, tags: ['y'] } },
    },
    {
      content: { spec: { data: { k: 'v' }, any: { n: 1.5 } } },
      change: { spec: { data: { k: 'w' } } },
    },
  ]),
  prepare: (draw, namespace) => ({
    objects: ['1', '2'].map((limit) =>
      request('POST', `/api/v1/namespaces/${namespace}/configmaps`, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: `limits-${limit}`, labels: { use: 'limits' } },
        data: { limit, a: limit },
      }),
    ),
    // Of several denials of different policies, a random one is reported.
    rules: [
      ...(draw() < 0.8 ? validating(draw, namespace) : []),
      ...(draw() < 0.7 ? mutating(draw, namespace) : []),
    ],
  }),
  write,
  ready: () => READY,
  ask,
});

const RESOURCES = [
  ['*'],
  ['*'],
  ['*/*'],
  ['*/*'],
  ['*/*'],
  ['configmaps', 'gears', 'deployments'],
  ['*/scale'],
  ['*/status'],
  ['gears'],
];

const RULES: readonly JsonObject[] = [
  {},
  {},
  {},
  {},
  {},
  {},
  { scope: 'Namespaced' },
  { apiVersions: ['v2'] },
  { apiVersions: ['v1'] },
  { resourceNames: ['base'] },
];

const EXCLUDED: readonly JsonObject[] = [
  {},
  {},
  {},
  {},
  {},
  {},
  {},
  {},
  { operations: ['DELETE'] },
  { resources: ['configmaps'] },
  { resourceNames: ['new-1'] },
];

const SELECTORS: readonly JsonObject[] = [
  {},
  {},
  {},
  {},
  {},
  {},
  {},
  { objectSelector: { matchLabels: { own: 'base' } } },
  { objectSelector: { matchExpressions: [{ key: 'merged', operator: 'Exists' }] } },
  { matchPolicy: 'Exact' },
];

const OPERATIONS = [['*'], ['*'], ['CREATE', 'UPDATE'], ['CREATE'], ['UPDATE'], ['DELETE']];

function constraints(draw: Draw, namespace: string, operations: JsonValue): JsonObject {
  const rule = { operations, apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };
  const excluded = pick(EXCLUDED, draw());
  return {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    resourceRules: [{ ...rule, resources: pick(RESOURCES, draw()), ...pick(RULES, draw()) }],
    ...(Object.keys(excluded).length === 0
      ? {}
      : { excludeResourceRules: [{ ...rule, operations: ['*'], ...excluded }] }),
    ...pick(SELECTORS, draw()),
  };
}

/** Conditions of all kinds of results; several fail for some of the objects. */
const CONDITIONS = [
  'true',
  'true',
  'false',
  "object != null && object.metadata.name == 'base'",
  'oldObject == null',
  "request.operation != 'DELETE'",
  'object == null || has(object.data)',
  "object.data.a == '1'",
  'object.spec.size > 2',
  'object.spec.replicas <= 3',
  'object.spec == oldObject.spec',
  'object.metadata.labels == {"own": "base"}',
  "request.userInfo.groups.exists(g, g == 'system:masters')",
  "request.kind.version == 'v1' && request.resource.resource != 'configmaps'",
  "request.dryRun || !('dryRun' in request.options)",
  "has(request.subResource) && request.subResource == 'scale'",
  "namespaceObject.metadata.labels['scenario'] == 's1'",
  "namespaceObject.status.phase == 'Active' && namespaceObject.spec.finalizers.size() == 1",
  "authorizer.requestResource.check('get').allowed()",
  "authorizer.group('').resource('pods').namespace(request.namespace).check('create').reason() == ''",
  "authorizer.path('/a').check('get').allowed() && authorizer.path('/b').check('get').allowed() && authorizer.path('/c').check('get').allowed()",
  "authorizer.path(' ').check('get').allowed()",
  'object.spec.tags.all(t, t.size() < 3)',
  "object.spec.parts.exists(p, p.name == 'p' && p.value == '1')",
  "object.spec.any.n > 1.0 && object.spec.any == {'n': 1.5}",
  'object.?spec.?nope.orValue(1) == 1',
  'optional.ofNonZeroValue(object.metadata.?labels.orValue({})).hasValue()',
  "object.spec.template.spec.containers.map(c, c.image) == ['i']",
  'object.metadata.creationTimestamp.size() > 10 && object.metadata.uid.size() == 36',
  "timestamp(object.metadata.creationTimestamp) > timestamp('2020-01-01T00:00:00Z')",
  'quantity(object.data.a).isLessThan(quantity("2"))',
  'object.metadata == 1',
  'object.data.a < 1',
  "object.kind in ['Gear', 'Scale']",
  'has(object.metadata.generation) && object.metadata.generation == 1',
  '[1, 2, 3].map(i, i * 2).sum() == 12 && object.spec.replicas / 0 == 1',
  "'%s-%d'.format([object.metadata.name, object.spec.size]) == 'base-3'",
];

const PARAM_CONDITIONS = [
  'params == null || object.data.a == params.data.limit',
  'int(params.data.limit) < 2',
  "params.metadata.name.startsWith('limits') && params.kind == 'ConfigMap'",
];

const MESSAGES: readonly JsonObject[] = [
  {},
  {},
  { message: 'static message' },
  { message: ' padded ', reason: 'Forbidden' },
  { messageExpression: "'name is ' + string(object.metadata.name)" },
  { messageExpression: 'string(object.nope)', message: 'after an error' },
  { messageExpression: "' '" },
  { messageExpression: "'line\\nbreak'", message: 'one line' },
  { messageExpression: "'long'.replace('l', 'x') + [1, 2, 3].map(i, string(i)).join('')" },
  { messageExpression: "'%s'.format([object.metadata.labels])", reason: 'Invalid' },
  { reason: 'RequestEntityTooLarge' },
  { messageExpression: "request.userInfo.groups.join('+')", reason: 'Forbidden' },
];

const VARIABLES: readonly JsonObject[] = [
  { name: 'name', expression: 'object.metadata.name' },
  { name: 'size', expression: 'has(object.spec.size) ? object.spec.size : 0' },
  { name: 'labels', expression: 'object.metadata.?labels.orValue({})' },
  { name: 'isBase', expression: "variables.name == 'base'" },
];

const VARIABLE_CONDITIONS = [
  'variables.isBase',
  'variables.size > 2 || variables.isBase',
  "variables.labels['own'] == variables.name",
  "variables.labels.all(k, k.startsWith('o'))",
];

const PARAM_REFS: readonly JsonObject[] = [
  { name: 'limits-1', parameterNotFoundAction: 'Deny' },
  { name: 'limits-2', parameterNotFoundAction: 'Allow' },
  { name: 'absent', parameterNotFoundAction: 'Allow' },
  { name: 'absent', parameterNotFoundAction: 'Deny' },
  { selector: { matchLabels: { use: 'nothing' } }, parameterNotFoundAction: 'Deny' },
  { name: 'limits-1', namespace: 'default', parameterNotFoundAction: 'Deny' },
];

/** The parts that both kinds of policies have: constraints, conditions, parameters, variables. */
function common(draw: Draw, namespace: string, operations: JsonValue) {
  const hasParams = draw() < 0.25;
  const hasVariables = draw() < 0.3;
  const spec: JsonObject = {
    matchConstraints: constraints(draw, namespace, operations),
    ...(draw() < 0.15 ? { failurePolicy: 'Ignore' } : {}),
    ...(hasVariables ? { variables: [...VARIABLES] } : {}),
    ...(hasParams
      ? { paramKind: { apiVersion: 'v1', kind: draw() < 0.9 ? 'ConfigMap' : 'Nope' } }
      : {}),
    ...(draw() < 0.3
      ? {
          matchConditions: Array.from({ length: 1 + Math.floor(draw() * 2) }, (_, i) => ({
            name: `c${i}`,
            expression: draw() < 0.5 ? 'true' : pick(CONDITIONS, draw()),
          })),
        }
      : {}),
  };
  const binding: JsonObject = {
    ...(hasParams && draw() < 0.9 ? { paramRef: pick(PARAM_REFS, draw()) } : {}),
    ...(draw() < 0.3 ? { matchResources: pick(SELECTORS, draw()) } : {}),
  };
  return { spec, binding, hasParams, hasVariables };
}

function stored(kind: string, name: string, spec: JsonObject, binding: JsonObject): Exchange[] {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const plural = `${kind.toLowerCase()}admission`;
  return [
    request('POST', `${POLICIES}/${plural}policies`, {
      apiVersion,
      kind: `${kind}AdmissionPolicy`,
      metadata: { name },
      spec,
    }),
    request('POST', `${POLICIES}/${plural}policybindings`, {
      apiVersion,
      kind: `${kind}AdmissionPolicyBinding`,
      metadata: { name },
      spec: { policyName: name, ...binding },
    }),
  ];
}

const ACTIONS = [['Deny'], ['Deny'], ['Deny', 'Audit'], ['Warn'], ['Warn', 'Audit'], ['Audit']];

function validating(draw: Draw, namespace: string): Exchange[] {
  const { spec, binding, hasParams, hasVariables } = common(
    draw,
    namespace,
    pick(OPERATIONS, draw()),
  );
  const conditions = [
    ...CONDITIONS,
    ...(hasParams ? [...PARAM_CONDITIONS, ...PARAM_CONDITIONS] : []),
    ...(hasVariables ? [...VARIABLE_CONDITIONS, ...VARIABLE_CONDITIONS] : []),
  ];
  const validations = Array.from({ length: 1 + Math.floor(draw() * 3) }, () => ({
    expression: pick(conditions, draw()),
    ...pick(MESSAGES, draw()),
  }));
  const annotation = pick(["'a'", 'null', 'string(object.metadata.name)', "' '"], draw());
  const whole = {
    ...spec,
    validations,
    ...(draw() < 0.2 ? { auditAnnotations: [{ key: 'k', valueExpression: annotation }] } : {}),
  };
  const actions = { validationActions: pick(ACTIONS, draw()) };
  return stored('Validating', namespace, whole, { ...binding, ...actions });
}

const applied = (expression: string): JsonObject => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const patched = (expression: string): JsonObject => ({
  patchType: 'JSONPatch',
  jsonPatch: { expression },
});
const patchedBy = (fields: string): JsonObject => patched(`[JSONPatch{${fields}}]`);

const MUTATIONS: readonly JsonObject[] = [
  applied("Object{metadata: Object.metadata{labels: {'applied': 'yes'}}}"),
  applied("Object{metadata: Object.metadata{annotations: {'by': request.operation}}}"),
  applied("Object{metadata: Object.metadata{finalizers: ['policies.example.com/f']}}"),
  applied("Object{data: {'b': '2'}}"),
  applied("Object{data: {'a': object.data.a + '0'}}"),
  applied('Object{spec: Object.spec{size: 7}}'),
  applied("Object{spec: Object.spec{size: 'big'}}"),
  applied('Object{spec: Object.spec{replicas: 1}}'),
  applied("Object{spec: Object.spec{tags: ['z']}}"),
  applied("Object{spec: Object.spec{parts: [Object.spec.parts{name: 'q', value: '2'}]}}"),
  applied("Object{spec: Object.spec{parts: [Object.spec.wrong{name: 'q'}]}}"),
  applied("Object{spec: Object.spec{any: Object.spec.any{x: 'y'}, ?data: object.spec.?data}}"),
  applied("Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {'x': 'y'}}}}"),
  applied(
    "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: 'c', imagePullPolicy: 'Never'}]}}}}",
  ),
  applied('Object{unknown: 1}'),
  applied("Object{kind: 'Other', metadata: Object.metadata{labels: {'k': 'o'}}}"),
  applied("has(object.data) ? Object{data: {'t': 'x'}} : Object{}"),
  applied("Object{status: Object.status{phase: 'set'}}"),
  patchedBy("op: 'add', path: '/metadata/labels/patched', value: 'x'"),
  patchedBy("op: 'add', path: '/metadata/annotations', value: {'note': object.metadata.name}"),
  patchedBy("op: 'replace', path: '/data/a', value: '9'"),
  patchedBy("op: 'remove', path: '/data/absent'"),
  patchedBy("op: 'test', path: '/metadata/name', value: 'base'"),
  patched(
    "[JSONPatch{op: 'test', path: '/metadata/name', value: 'other'}, JSONPatch{op: 'remove', path: '/metadata/labels'}]",
  ),
  patchedBy("op: 'add', path: '/spec/size', value: 5"),
  patchedBy("op: 'add', path: '/spec/replicas', value: 'many'"),
  patchedBy("op: 'add', path: '/spec/parts/-', value: Object.spec.parts{name: 'r', value: 'v'}"),
  patchedBy("op: 'add', path: '/spec/tags/9', value: 'far'"),
  patchedBy("op: 'add', path: '/unknown', value: {'a': [1, 2]}"),
  patchedBy("op: 'copy', from: '/metadata/labels', path: '/metadata/annotations'"),
  patchedBy("op: 'move', from: '/spec/nope', path: '/spec/size'"),
  patchedBy("op: 'wave', path: '/data'"),
  patchedBy(
    "op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('example.com/a'), value: 'e'",
  ),
  patched("has(object.data) ? [JSONPatch{op: 'add', path: '/data/j', value: 'p'}] : []"),
];

function mutating(draw: Draw, namespace: string): Exchange[] {
  const operations = pick(
    [['CREATE', 'UPDATE'], ['CREATE', 'UPDATE'], ['CREATE'], ['UPDATE']],
    draw(),
  );
  const { spec, binding, hasParams, hasVariables } = common(draw, namespace, operations);
  const choices = [
    ...MUTATIONS,
    ...(hasParams ? [applied("Object{data: {'limit': string(params.data.limit)}}")] : []),
    ...(hasVariables
      ? [applied("Object{metadata: Object.metadata{labels: {'v': variables.name}}}")]
      : []),
  ];
  const whole = {
    ...spec,
    mutations: Array.from({ length: 1 + Math.floor(draw() * 2) }, () => pick(choices, draw())),
    reinvocationPolicy: draw() < 0.5 ? 'Never' : 'IfNeeded',
  };
  return stored('Mutating', namespace, whole, binding);
}

function write(draw: Draw, subject: Subject, collection: string): Exchange {
  const { apiVersion, kind, change } = subject;
  const { name, send, patch, merge, apply } = drawWrite(draw, collection, 0.96);
  const created = objectOf(subject, `new-${Math.floor(draw() * 3)}`);
  const { metadata: _, ...unnamed } = created;
  const target = draw() < 0.5 ? name : 'applied';
  const metadata = { name: target, labels: { own: 'a' } };
  const choices: readonly Exchange[] = [
    send('POST', '', created),
    send('POST', '', created),
    send('POST', '', { ...unnamed, metadata: { generateName: 'gen-' } }),
    send('PUT', `/${name}`, { ...objectOf(subject, name), ...change, ...specOf(subject) }),
    merge(`/${name}`, change),
    merge(`/${name}`, change),
    merge(`/${name}`, { metadata: { labels: { merged: 'm' } } }),
    merge(`/${name}`, {}),
    patch(`/${name}`, [{ op: 'add', path: '/metadata/labels/j', value: 'p' }]),
    apply(target, { apiVersion, kind, metadata, ...subject.content }),
    merge(`/${name}/status`, { status: { phase: 'p', replicas: 1 } }),
    merge(`/${name}/scale`, { spec: { replicas: 4 } }),
    merge(`/${name}/scale`, { spec: { replicas: 3 } }),
  ];
  const deletions = [send('DELETE', `/${name}`), send('DELETE', '/new-1'), send('DELETE', '')];
  return pick(draw() < 0.1 ? deletions : choices, draw());
}

/** The content of an update: that of the object with its changes. */
function specOf({ content, change }: Subject): JsonObject {
  const [before, after] = [content['spec'], change['spec']];
  return isJsonObject(before) && isJsonObject(after) ? { spec: { ...before, ...after } } : {};
}

const READY_MS = 60_000;

/** Stored last, to see when all policies take effect. */
const READY: readonly Exchange[] = [
  ...stored(
    'Validating',
    'ready',
    {
      matchConstraints: {
        objectSelector: { matchLabels: { ready: 'validating' } },
        resourceRules: [
          {
            operations: ['CREATE'],
            apiGroups: [''],
            apiVersions: ['v1'],
            resources: ['configmaps'],
          },
        ],
      },
      validations: [{ expression: 'false' }],
    },
    { validationActions: ['Deny'] },
  ),
  ...stored(
    'Mutating',
    'ready',
    {
      matchConstraints: {
        objectSelector: { matchLabels: { ready: 'mutating' } },
        resourceRules: [
          {
            operations: ['CREATE'],
            apiGroups: [''],
            apiVersions: ['v1'],
            resources: ['configmaps'],
          },
        ],
      },
      mutations: [patchedBy("op: 'remove', path: '/nope'")],
      reinvocationPolicy: 'Never',
    },
    {},
  ),
];

async function ask(server: Transport, file: ExchangeFile): Promise<JsonObject> {
  await prepareExchanges(server, file);
  for (const ready of ['validating', 'mutating']) {
    await waitFor(`${ready} policies take effect`, READY_MS, async () => {
      const path = '/api/v1/namespaces/default/configmaps?dryRun=All';
      const probe = request('POST', path, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'probe', labels: { ready } },
      });
      const { status } = await sendExchange(server, probe);
      return status === 201 ? undefined : true;
    });
  }
  const answers: JsonObject = {};
  for (const exchange of file.exchanges) {
    const response = await sendExchange(server, exchange);
    const body = parseJson(await response.text());
    answers[exchange.title] = isJsonObject(body) ? answerOf(response, body) : body;
  }
  return answers;
}

function answerOf(response: Parameters<typeof verdictOf>[0], body: JsonObject): JsonObject {
  const { status, warnings } = verdictOf(response, body);
  const sorted: JsonObject =
    warnings.length === 0 ? {} : { warnings: withoutVolatile([...warnings], '') };
  if (body['kind'] === 'Status') {
    const { message = null, reason = null, details = null } = body;
    return withoutVolatile({ status, message, reason, details, ...sorted }, '');
  }
  if (Array.isArray(body['items'])) {
    return { status, items: body['items'].length, ...sorted };
  }
  const { metadata, ...content } = withoutVolatile(body, '');
  const {
    managedFields: _,
    uid: __,
    creationTimestamp: ___,
    resourceVersion: ____,
    ...shown
  } = isJsonObject(metadata) ? metadata : {};
  return { status, content: { ...content, metadata: shown }, ...sorted };
}
