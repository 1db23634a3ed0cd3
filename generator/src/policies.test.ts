import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { compile } from './compile.js';
import { parseGroups } from './settings/parse-groups.js';
import {
  compileText,
  DEFAULT_SETTINGS,
  diagnosticTexts,
  fileText,
} from './testing/compile-text.js';

const SPEC = `// +kubebuilder:validation:MaxLength=20
  host: string;
  replicas?: Int32;
  paths?: string[];`;

/** An API with one kind, which has these markers. */
const apiWith = (markers: string, atTop = ''): Record<string, string> => ({
  'example/v1/types.ts': `// +groupName=example.com
${atTop}

import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

${markers}
export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  spec: {
  ${SPEC}
  };
}
`,
});

const manifests = (files: Record<string, string>) => {
  const result = compileText(files);
  assert.deepEqual(diagnosticTexts(result), []);
  const text = fileText(result, 'policy/manifests.yaml');
  return parseAllDocuments(text).map((document) => document.toJS() as unknown);
};

/** The diagnostics as `LINE: severity: message | remedy`, with the first line of each message. */
function diagnostics(markers: string, atTop?: string): string[] {
  return diagnosticTexts(compileText(apiWith(markers, atTop))).map((text) => {
    const lines = text.replace('example/v1/types.ts:', '').split('\n');
    const remedy = lines.findLast((line) => line.startsWith('  ') && !/^\s*\|/.test(line));
    return [lines[0], remedy?.trim()].filter((line) => line !== undefined).join(' | ');
  });
}

const apiVersion = 'admissionregistration.k8s.io/v1';

test('generates a validating policy with its binding for a kind', () => {
  const files = apiWith(`
// +vmgen:validatingPolicy:name=keep-things.example.com,operations=update;delete,failurePolicy=ignore,
//   validationActions=warn;audit,namespaceSelector="env=prod,!test",objectSelector="tier in (b,a)"
// +vmgen:policy:matchCondition:name=not-admins,expression="!('admins' in request.userInfo.groups)"
// +vmgen:policy:variable:name=kept,expression="oldObject.spec.host == 'a'"
// +vmgen:policy:validation:expression=\`
//   !variables.kept
//   || request.userInfo.username == 'operator'
// \`,message="things of a are kept",reason=Forbidden
// +vmgen:policy:validation:expression="true",messageExpression="'no'"`);
  assert.deepEqual(manifests(files), [
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'keep-things.example.com' },
      spec: {
        failurePolicy: 'Ignore',
        matchConditions: [
          { name: 'not-admins', expression: "!('admins' in request.userInfo.groups)" },
        ],
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: ['example.com'],
              apiVersions: ['v1'],
              operations: ['UPDATE', 'DELETE'],
              resources: ['things'],
            },
          ],
        },
        variables: [{ name: 'kept', expression: "oldObject.spec.host == 'a'" }],
        validations: [
          {
            expression: "!variables.kept\n|| request.userInfo.username == 'operator'",
            message: 'things of a are kept',
            reason: 'Forbidden',
          },
          { expression: 'true', messageExpression: "'no'" },
        ],
      },
    },
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'keep-things.example.com' },
      spec: {
        matchResources: {
          namespaceSelector: {
            matchExpressions: [{ key: 'test', operator: 'DoesNotExist' }],
            matchLabels: { env: 'prod' },
          },
          objectSelector: {
            matchExpressions: [{ key: 'tier', operator: 'In', values: ['a', 'b'] }],
          },
        },
        policyName: 'keep-things.example.com',
        validationActions: ['Warn', 'Audit'],
      },
    },
  ]);
});

test('generates a mutating policy for other kinds, with parameters', () => {
  const files = apiWith(
    '',
    `
// +vmgen:mutatingPolicy:name=labels.example.com,groups=core,versions=v1,resources=pods,operations=create,
//   reinvocationPolicy=IfNeeded,paramKind=v1/ConfigMap,paramRef=kube-system/labels,parameterNotFoundAction=Allow
// +vmgen:policy:mutation:applyConfiguration="Object{metadata: Object.metadata{labels: params.data}}"
// +vmgen:policy:mutation:jsonPatch="[JSONPatch{op: 'remove', path: '/spec/nodeName'}]"`,
  );
  assert.deepEqual(manifests(files), [
    {
      apiVersion,
      kind: 'MutatingAdmissionPolicy',
      metadata: { name: 'labels.example.com' },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          resourceRules: [
            { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
          ],
        },
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        mutations: [
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: {
              expression: 'Object{metadata: Object.metadata{labels: params.data}}',
            },
          },
          {
            patchType: 'JSONPatch',
            jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/spec/nodeName'}]" },
          },
        ],
        reinvocationPolicy: 'IfNeeded',
      },
    },
    {
      apiVersion,
      kind: 'MutatingAdmissionPolicyBinding',
      metadata: { name: 'labels.example.com' },
      spec: {
        paramRef: { name: 'labels', namespace: 'kube-system', parameterNotFoundAction: 'Allow' },
        policyName: 'labels.example.com',
      },
    },
  ]);
});

test('reports unknown fields of the kind at the marker, with a suggestion', () => {
  const found = diagnostics(`// +vmgen:validatingPolicy:name=a.example.com
// +vmgen:policy:validation:expression="object.spec.hots != ''"
// +vmgen:mutatingPolicy:name=a.example.com
// +vmgen:policy:mutation:applyConfiguration="Object{spec: Object.spec{replcas: 1}}"
// +vmgen:policy:mutation:applyConfiguration="Object{spec: Object.spce{replicas: '1'}}"
// +vmgen:policy:mutation:applyConfiguration="Object{spec: Object.spec{replicas: '1'}}"`);
  assert.deepEqual(found, [
    "7:4: error: the ValidatingAdmissionPolicy a.example.com: spec.validations[0].expression does not match the kind: ERROR: <input>:1:12: unknown field 'hots' | did you mean host?",
    "9:4: error: the MutatingAdmissionPolicy a.example.com: spec.mutations[0].applyConfiguration.expression does not match the kind: ERROR: <input>:1:33: unknown field 'replcas' | did you mean replicas?",
    "10:4: error: the MutatingAdmissionPolicy a.example.com: spec.mutations[1].applyConfiguration.expression does not match the kind: ERROR: <input>:1:25: unknown field 'spce' | did you mean spec?",
    "11:4: error: the MutatingAdmissionPolicy a.example.com: spec.mutations[2].applyConfiguration.expression does not match the kind: ERROR: <input>:1:34: expected type of field 'replicas' is 'int' but provided type is 'string'",
  ]);
});

test('reports the null object of a deletion or creation', () => {
  const found = diagnostics(`// +vmgen:validatingPolicy:name=a.example.com,operations=delete
// +vmgen:policy:validation:expression="object.spec.host != ''"
// +vmgen:validatingPolicy:name=b.example.com,operations=create
// +vmgen:policy:validation:expression="oldObject.spec.host != ''"`);
  assert.deepEqual(found, [
    "7:4: error: the ValidatingAdmissionPolicy a.example.com: spec.validations[0].expression does not match the kind: ERROR: <input>:1:7: type 'null' does not support field selection | object is null for deletions: use oldObject",
    "9:4: error: the ValidatingAdmissionPolicy b.example.com: spec.validations[0].expression does not match the kind: ERROR: <input>:1:10: type 'null' does not support field selection | oldObject is null for creations: use object",
  ]);
});

test('checks a policy of a package for a kind of the run', () => {
  const found = diagnostics(
    '',
    `// +vmgen:validatingPolicy:name=a.example.com,groups=example.com,versions=v1,resources=things;things/status,
//   paramKind=example.com/v1/Thing,paramRef=limits
// +vmgen:policy:validation:expression="object.spec.host != params.spec.hots"`,
  );
  assert.deepEqual(found, [
    "4:4: error: the ValidatingAdmissionPolicy a.example.com: spec.validations[0].expression does not match the kind: ERROR: <input>:1:32: unknown field 'hots' | did you mean host?",
  ]);
});

test('warns about expressions that may exceed the cost limits', () => {
  const found = diagnostics(`// +vmgen:validatingPolicy:name=a.example.com
// +vmgen:policy:validation:expression="object.spec.paths.all(p, p.matches('^/[a-z]+$'))"`);
  assert.deepEqual(found, [
    '7:4: warning: the ValidatingAdmissionPolicy a.example.com: spec.validations[0].expression: the estimated cost is more than 100 times the limit of an expression | add +kubebuilder:validation:MaxItems to spec.paths, and +kubebuilder:validation:items:MaxLength to spec.paths',
  ]);
});

test('reports policies that the API server would reject', () => {
  const found = diagnostics(`// +vmgen:validatingPolicy:name=A_b
// +vmgen:policy:validation:expression="object.spec.host",message="a\\nb"
// +vmgen:policy:matchCondition:name=a/b/c,expression="variables.x"
// +vmgen:mutatingPolicy:name=b.example.com,operations=delete
// +vmgen:policy:mutation:jsonPatch="[]"`);
  assert.deepEqual(
    found.map((text) => text.replace(/: (?:Invalid|Unsupported) value.*/, '')),
    [
      '6:4: error: the API server would reject the ValidatingAdmissionPolicyBinding A_b: spec.policyName',
      '7:4: error: the API server would reject the ValidatingAdmissionPolicy A_b: spec.validations[0].expression',
      '7:4: error: the API server would reject the ValidatingAdmissionPolicy A_b: spec.validations[0].message',
      '8:4: error: the API server would reject the ValidatingAdmissionPolicy A_b: spec.matchConditions[0].expression',
      '8:4: error: the API server would reject the ValidatingAdmissionPolicy A_b: spec.matchConditions[0].name',
      '9:4: error: the API server would reject the MutatingAdmissionPolicy b.example.com: spec.matchConstraints.resourceRules.operations',
      '10:4: error: the API server would reject the MutatingAdmissionPolicy b.example.com: spec.mutations[0].jsonPatch.expression',
    ],
  );
});

test('reports missing and misplaced parts', () => {
  const found = diagnostics(
    `// +vmgen:validatingPolicy:name=a.example.com,paramKind=v1/ConfigMap,objectSelector="a>1"
// +vmgen:policy:mutation:jsonPatch="[]",applyConfiguration="Object{}"
// +vmgen:mutatingPolicy:name=b.example.com,paramRef=x
// +vmgen:mutatingPolicy:name=b.example.com
// +vmgen:policy:validation:expression="true"`,
    '// +vmgen:policy:variable:name=a,expression="1"\n// +vmgen:validatingPolicy:name=c.example.com,groups=core',
  );
  assert.deepEqual(found, [
    '2:4: error: +vmgen:policy:variable has no policy above it | put it below +vmgen:validatingPolicy or +vmgen:mutatingPolicy',
    '3:4: error: +vmgen:validatingPolicy does not name its resources | add versions=, resources=, or put it on a kind',
    '3:4: error: +vmgen:validatingPolicy has no +vmgen:policy:validation below it | add one',
    '7:4: error: +vmgen:validatingPolicy has paramKind without paramRef | add paramRef=, the object for params',
    '8:4: error: +vmgen:policy:mutation is below +vmgen:validatingPolicy | put it below +vmgen:mutatingPolicy',
    '8:4: error: +vmgen:policy:mutation has two expressions | set either applyConfiguration or jsonPatch',
    '9:4: error: +vmgen:mutatingPolicy has paramRef without paramKind | add paramKind=, such as v1/ConfigMap',
    '9:4: error: +vmgen:mutatingPolicy has no +vmgen:policy:mutation below it | add one',
    '10:4: error: +vmgen:mutatingPolicy names b.example.com more than once | choose another name',
    '11:4: error: +vmgen:policy:validation is below +vmgen:mutatingPolicy | put it below +vmgen:validatingPolicy',
  ]);
});

test('reports a policy on a version that is not served', () => {
  const policy = `// +vmgen:validatingPolicy:name=a.example.com
// +vmgen:policy:validation:expression="true"
// +kubebuilder:unservedversion`;
  const { 'example/v1/types.ts': source = '' } = apiWith(policy);
  const served = source.replace(policy, '// +kubebuilder:storageversion');
  const result = compileText({ 'example/v1/types.ts': source, 'example/v2/types.ts': served });
  assert.deepEqual(diagnosticTexts(result), [
    'example/v1/types.ts:6:4: error: +vmgen:validatingPolicy is on a version that no API server serves\n  put it on a version that is served: the API server converts objects of the others',
  ]);
});

test('reads policies from the files of --paths', () => {
  const text = `// +vmgen:validatingPolicy:name=code.example.com,groups=example.com,versions=v1,resources=things
// +vmgen:policy:validation:expression="object.spec.host != ''"

function a() {}`;
  const files = Object.entries(apiWith('')).map(([path, source]) => ({ path, text: source }));
  const folders = parseGroups(['example:v1']);
  const code = [{ path: 'src/a.ts', text }];
  const result = compile({ root: 'apis', folders, files, code }, DEFAULT_SETTINGS);
  assert.deepEqual(diagnosticTexts(result), []);
  assert.match(fileText(result, 'policy/manifests.yaml'), /name: code\.example\.com/);
});

/** The diagnostics of a policy with this expression, for a kind with a field of each type. */
function problemsOf(expression: string): string[] {
  const types = `// +groupName=example.com

import type { Float, Int32, JSONValue, ObjectMeta, RawExtension, TypeMeta } from '@vmgen/runtime';

// +vmgen:validatingPolicy:name=a.example.com
// +vmgen:policy:validation:expression=\`${expression}\`
export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  spec: {
    // +kubebuilder:validation:Format=date-time
    at?: string;
    // +kubebuilder:validation:Format=duration
    wait?: string;
    ratio?: Float;
    size?: Int32;
    host?: string;
    'a-b'?: string;
    open?: RawExtension;
    any?: JSONValue;
    // +kubebuilder:validation:EmbeddedResource
    // +kubebuilder:pruning:PreserveUnknownFields
    pod?: RawExtension;
  };
}
`;
  const { diagnostics: found } = compileText({ 'example/v1/types.ts': types });
  return found.map(
    ({ severity, message, remedy }) => `${severity}: ${message.split('\n')[0]} | ${remedy}`,
  );
}

for (const expression of [
  "timestamp(object.spec.at) > timestamp('2026-01-01T00:00:00Z')",
  "object.spec.at == '2026-01-01T00:00:00Z'",
  "duration(object.spec.wait) < duration('1h')",
  'object.spec.ratio > 1.5 && object.spec.ratio != 2.0 && object.spec.ratio in [2.0]',
  'double(object.spec.ratio) * 2.0 > 1.0',
  'object.spec.host == null || null != object.spec.size',
  'object.spec == null || object.metadata.labels != null',
  "object.spec.pod.metadata.name == 'a' && object.spec.pod.spec.x == 1",
  "object.spec.open.anything == 'a' && object.spec.any.b == 1",
  "timestamp(object.metadata.creationTimestamp) < timestamp('2026-01-01T00:00:00Z')",
]) {
  test(`accepts the expression ${expression}, which reads JSON`, () => {
    assert.deepEqual(problemsOf(expression), []);
  });
}

test('accepts a field name in backquotes', () => {
  const types = apiWith(`// +vmgen:validatingPolicy:name=a.example.com
// +vmgen:policy:validation:expression="object.spec.\`a-b\` == 'x'"`)['example/v1/types.ts'];
  assert.ok(types);
  const files = { 'example/v1/types.ts': types.replace('paths?:', "'a-b'?: string;\n  paths?:") };
  assert.deepEqual(diagnosticTexts(compileText(files)), []);
});

const prefix = 'the ValidatingAdmissionPolicy a.example.com: spec.validations[0].expression';
for (const [expression, problem] of [
  [
    "object.spec.at > timestamp('2026-01-01T00:00:00Z')",
    `error: ${prefix} does not match the kind: | times are texts in JSON: convert the field with timestamp()`,
  ],
  [
    "object.spec.wait < duration('1h')",
    `error: ${prefix} does not match the kind: | times and durations are texts in JSON: convert the field with timestamp() or duration()`,
  ],
  [
    'object.spec.at.getFullYear() > 2000',
    `error: ${prefix} does not match the kind: | times are texts in JSON: convert the field with timestamp()`,
  ],
  [
    "object.spec.a__dash__b == 'x'",
    `error: ${prefix} does not match the kind: | fields have their own names here: write \`a-b\` in backquotes`,
  ],
  [
    'object.spec.ratio * 2.0 > 1.0',
    `warning: ${prefix} fails for whole numbers such as 2, which are integers in JSON: | convert the field: double(object.spec.ratio)`,
  ],
] as const) {
  test(`reports the expression ${expression}, which fails for JSON`, () => {
    const found = problemsOf(expression).map((each) => each.replace(/ERROR: <input>.*? \| /, '| '));
    assert.deepEqual(found, [problem]);
  });
}
