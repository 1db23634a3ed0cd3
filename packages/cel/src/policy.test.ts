import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { celToJson, misnamedMessages } from './library/patch-messages.js';
import { CostBudgetError, PolicyCompiler, PolicyEvaluation, type PolicyInput } from './policy.js';

const input: PolicyInput = {
  object: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'a', labels: { x: 'y' } },
    spec: { replicas: 3, list: [1, 2.5] },
  },
  oldObject: null,
  request: { operation: 'CREATE', namespace: 'ns', userInfo: { groups: ['g'] }, dryRun: true },
  namespaceObject: { metadata: { name: 'ns', labels: { env: 'prod' } } },
  params: { data: { max: 5 } },
  authorize: ({ verb, serviceAccount }) => ({
    allowed: serviceAccount === undefined,
    reason: verb,
  }),
  requestResource: { group: '', resource: 'configmaps', namespace: 'ns', name: 'a' },
};

type Result = Parameters<PolicyCompiler['compile']>[1]['result'];

function evaluate(
  text: string,
  result: Result = 'any',
  variables: readonly (readonly [string, string])[] = [],
  costLimit = 10_000_000,
): unknown {
  const compiler = new PolicyCompiler();
  for (const [name, expression] of variables) compiler.addVariable(name, expression, true);
  const expression = compiler.compile(text, { result, hasParams: true });
  if (expression.error !== undefined) return expression.error;
  const outcome = new PolicyEvaluation(input, compiler.variables, costLimit).evaluate(expression);
  return 'error' in outcome ? outcome.error : celToJson(outcome.value);
}

describe('a policy expression', () => {
  test('creates timestamps and durations from their fields', () => {
    for (const text of [
      "google.protobuf.Timestamp{} == timestamp('1970-01-01T00:00:00Z')",
      "google.protobuf.Timestamp{seconds: 5, nanos: 1} > timestamp('1970-01-01T00:00:05Z')",
      "google.protobuf.Duration{seconds: 90} == duration('1m30s')",
      "google.protobuf.Duration{} + duration('1s') == duration('1s')",
    ]) {
      assert.equal(evaluate(text), true, text);
    }
    for (const [text, problem] of [
      ['google.protobuf.Timestamp{seconds: 999999999999}', /timestamp overflow/],
      ['google.protobuf.Duration{seconds: 9223372036854775807}', /integer overflow/],
      ["google.protobuf.Duration{seconds: 'a'}", /expected type of field/],
      ['google.protobuf.Duration{x: 1}', /undefined field 'x'/],
    ] as const) {
      assert.match(JSON.stringify(evaluate(text)), problem, text);
    }
  });

  // The answers of kube-apiserver 1.37.2.
  test('has the constant of NullValue, and no name for the enum', () => {
    const name = 'google.protobuf.NullValue';
    for (const text of [
      `${name}.NULL_VALUE == 0`,
      `type(${name}.NULL_VALUE) == int`,
      `google.protobuf.Value{null_value: ${name}.NULL_VALUE} == null`,
      `string(${name}.NULL_VALUE) == '0' && ${name}.NULL_VALUE + 1 == 1`,
    ]) {
      assert.equal(evaluate(text), true, text);
    }
    for (const text of [`${name} == 0`, `${name}.OTHER == 0`, `${name}(0) == 0`]) {
      assert.match(String(evaluate(text)), /undeclared reference to 'google' \(in container ''\)/);
    }
    const unequal = /no matching overload for '_==_' applied to '\(int, null\)'/;
    assert.match(String(evaluate(`${name}.NULL_VALUE == null`)), unequal);
  });

  test('names the type of an object that is not converted to a Struct', () => {
    const error = 'field type conversion error for google.protobuf.Struct.fields value type: ';
    const types = {
      object: 'struct type v1.Deployment to *structpb.Value',
      '[object]': 'struct type v1.Deployment to *structpb.Value',
      'object.metadata': 'struct type v1.ObjectMeta to *structpb.Value',
      request: 'struct type v1.AdmissionRequest to *structpb.Value',
      namespaceObject: 'struct type v1.Namespace to *structpb.Value',
      authorizer: "'kubernetes.authorization.Authorizer' to '*structpb.Value'",
    };
    for (const [value, type] of Object.entries(types)) {
      const text = `google.protobuf.Struct{fields: {'a': ${value}}} == {}`;
      const wanted = `expression '${text}' resulted in error: ${error}type conversion error from ${type}`;
      assert.equal(evaluate(text), wanted);
    }
  });

  test('reads the variables of admission', () => {
    const conditions = [
      'object.spec.replicas <= params.data.max',
      'oldObject == null && !has(oldObject.spec)',
      "request.namespace == 'ns' && request.dryRun && 'g' in request.userInfo.groups",
      "namespaceObject.metadata.labels['env'] == 'prod'",
      "object.metadata.labels == {'x': 'y'} && object.spec.list[1] == 2.5",
    ];
    for (const condition of conditions) assert.equal(evaluate(condition, 'condition'), true);
  });

  test('reports missing keys with the expression', () => {
    assert.equal(
      evaluate('object.spec.nope == 1'),
      "expression 'object.spec.nope == 1' resulted in error: no such key: nope",
    );
    assert.match(String(evaluate('object.spec == 1')), /no such overload$/);
  });

  test('asks the authorizer about the request and other requests', () => {
    assert.equal(evaluate("authorizer.requestResource.check('get').allowed()"), true);
    assert.equal(evaluate("authorizer.path('/x').check('get').reason()"), 'get');
    const account =
      "authorizer.serviceAccount('ns', 'a').group('').resource('pods').check('get').allowed()";
    assert.equal(evaluate(account), false);
    assert.match(String(evaluate("authorizer.path(' ')")), /path must not be empty$/);
  });

  test('exceeds the cost limit with three authorization checks', () => {
    const check = "authorizer.path('/x').check('get').allowed()";
    assert.equal(evaluate(`${check} && ${check}`), true);
    assert.match(
      String(evaluate(`${check} && ${check} && ${check}`)),
      /operation cancelled: actual cost limit exceeded$/,
    );
  });

  test('evaluates variables once and reports their errors', () => {
    const twice: [string, string][] = [
      ['a', "authorizer.path('/x').check('get').allowed()"],
      ['b', 'variables.a && variables.a && variables.a'],
    ];
    assert.equal(evaluate('variables.a && variables.b', 'condition', twice, 400_000), true);
    assert.match(
      String(evaluate('variables.x == 1', 'any', [['x', 'object.y']])),
      /composited variable "x" fails to evaluate: no such key: y$/,
    );
  });

  test('stops when all expressions together exceed the budget', () => {
    const check = "authorizer.path('/x').check('get').allowed()";
    assert.throws(() => evaluate(check, 'condition', [], 1000), CostBudgetError);
  });

  test('reports its cost', () => {
    const compiler = new PolicyCompiler();
    const check = "authorizer.path('/x').check('get').allowed()";
    const expression = compiler.compile(check, { result: 'condition', hasParams: false });
    const costs: number[] = [];
    const counted = { ...input, countCost: (cost: number) => void costs.push(cost) };
    new PolicyEvaluation(counted, compiler.variables, 1_000_000).evaluate(expression);
    assert.deepEqual(costs, [0, 350_003]);
  });

  test('must have the type of its use', () => {
    assert.equal(evaluate('object.x', 'condition'), 'must evaluate to bool but got dyn');
    assert.equal(
      evaluate('1', 'annotation'),
      'must evaluate to one of [string null_type] but got int',
    );
    assert.equal(evaluate('[]', 'jsonPatch'), 'must evaluate to list(JSONPatch) but got list(dyn)');
  });
});

describe('a mutation', () => {
  test('creates objects and patches', () => {
    assert.match(String(evaluate('Object{}')), /undeclared reference to 'Object'/);
    assert.deepEqual(
      evaluate(
        "Object{spec: Object.spec{`a-b`: [1, 2], ?c: object.?nope, m: {'k': true}}}",
        'applyConfiguration',
      ),
      { spec: { 'a-b': [1, 2], m: { k: true } } },
    );
    assert.deepEqual(
      evaluate(
        "[JSONPatch{op: 'add', path: '/' + jsonpatch.escapeKey('a/b~c'), value: object.spec}]",
        'jsonPatch',
      ),
      [{ op: 'add', path: '/a~1b~0c', value: { replicas: 3, list: [1, 2.5] } }],
    );
  });

  // The values of kube-apiserver 1.37.2.
  test('selects fields of objects and patches that it creates', () => {
    for (const [text, expected] of [
      ["Object{data: Object.data{v: Object.metadata{name: 'a'}.name}}", { data: { v: 'a' } }],
      ['Object{data: Object{}.spec}', { data: null }],
      ['Object{a: has(Object{spec: 1}.spec), b: has(Object{}.spec)}', { a: true, b: false }],
      ["Object{a: Object{b: Object.b{c: 'd'}}.b.c}", { a: 'd' }],
      ["Object{a: Object.metadata{name: 'a'}.?name.orValue('none')}", { a: 'none' }],
      ["Object{a: JSONPatch{op: 'add', path: '/a'}.op}", { a: 'add' }],
    ] as const) {
      assert.deepEqual(evaluate(text, 'applyConfiguration'), expected, text);
    }
  });

  // The results are those of kube-apiserver 1.37.2.
  test('reads the fields of an object that it creates', () => {
    const nested = "Object.spec{a: Object.spec.a{b: 'q'}}.a";
    for (const [expression, expected] of [
      ["Object.spec{a: 'x'}.a", 'x'],
      ["object.spec.list + Object.spec{list: ['x']}.list", [1, 2.5, 'x']],
      ["Object.spec{a: 'x'}.b", null],
      ["has(Object.spec{a: 'x'}.b)", false],
      ["has(Object.spec{a: 'x'}.a)", true],
      ['has(Object.spec{?a: object.?nope}.a)', false],
      [`${nested}.b`, 'q'],
      [`type(${nested}) == map`, true],
      ["Object.spec{a: [Object.spec.a{b: 'q'}]}.a[0].b", 'q'],
      ["Object.spec{a: timestamp('2020-01-01T00:00:00Z')}.a.getFullYear()", 2020],
      ['type(Object.spec{a: [1u]}.a[0]) == uint', true],
      // An optional selection reads only maps.
      ["Object.spec{a: 'x'}.?a.orValue('none')", 'none'],
      ["JSONPatch{op: 'add'}.op", 'add'],
      ["has(JSONPatch{op: 'add'}.op)", true],
    ] as const) {
      const patch = evaluate(`Object{data: [${expression}]}`, 'applyConfiguration');
      assert.deepEqual(patch, { data: [expected] }, expression);
    }
    for (const [expression, problem] of [
      ["dyn(Object.spec{a: 'x'}).a", /no such key: a$/],
      [`${nested}.c`, /no such key: c$/],
      ["Object.spec{a: 'x'}['a']", /no matching overload for '_\[_\]'/],
    ] as const) {
      const patch = `Object{data: [${expression}]}`;
      assert.match(String(evaluate(patch, 'applyConfiguration')), problem, expression);
    }
  });

  test('reports type names that differ from the path of their field', () => {
    const compiler = new PolicyCompiler();
    const options = { result: 'applyConfiguration', hasParams: false } as const;
    const expression = compiler.compile('Object{spec: Object.status{}}', options);
    const outcome = new PolicyEvaluation(input, compiler.variables, 1000).evaluate(expression);
    assert.ok('value' in outcome);
    assert.deepEqual(misnamedMessages(outcome.value, ['Object']), [
      'unexpected type name "Object.status", expected "Object.spec", which matches field name path from root Object type',
    ]);
  });
});
