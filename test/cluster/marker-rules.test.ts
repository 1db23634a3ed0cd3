import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import {
  ApiError,
  createHttpTransport,
  createResourceClient,
  loadKubeConfig,
  type HttpTransport,
  type KubernetesObject,
  type ResourceDefinition,
} from '@vmgen/runtime';
import { deepCopyJson } from '@vmgen/runtime/meta';
import { compile, DEFAULT_SETTINGS } from 'vmgen';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { endsAfterTests } from '../support/ends-after.js';
import { kubectlOf, type Kubectl } from '../support/kubectl.js';
import { untilServed } from '../support/until-served.js';

type Machine = KubernetesObject & { spec?: object };

/** A spec to create, or to update the object with once there is one; `refused`: with these causes. */
interface Step {
  readonly spec: object;
  readonly refused?: readonly string[];
}

interface Case {
  readonly title: string;
  /** The lines of the spec's interface. */
  readonly fields: string;
  readonly types?: string;
  readonly steps: readonly Step[];
}

const CASES: readonly Case[] = [
  {
    title: 'AtMostOneOf, ExactlyOneOf and AtLeastOneOf',
    fields: 'a: A;',
    types: `// +kubebuilder:validation:AtMostOneOf=a;b
// +kubebuilder:validation:ExactlyOneOf=c;d
// +kubebuilder:validation:AtLeastOneOf=e;f
export interface A { a?: string; b?: string; c?: string; d?: string; e?: string; f?: string }`,
    steps: [
      {
        spec: { a: { a: '', b: '' } },
        refused: [
          'spec.a: Invalid value: at most one of the fields in [a b] may be set',
          'spec.a: Invalid value: exactly one of the fields in [c d] must be set',
          'spec.a: Invalid value: at least one of the fields in [e f] must be set',
        ],
      },
      { spec: { a: { b: '', d: '', f: '' } } },
    ],
  },
  {
    title: 'immutable, optional and required',
    fields: '// +k8s:immutable\na: string;\n// +k8s:immutable\nb?: string;',
    steps: [
      { spec: { a: 'x' } },
      { spec: { a: 'x', b: 'y' } },
      {
        spec: { a: 'z' },
        refused: [
          'spec: Invalid value: field b is immutable once set',
          'spec.a: Invalid value: "z": field is immutable',
        ],
      },
    ],
  },
  {
    title: 'a union without a discriminator',
    fields: '// +k8s:unionMember\na?: string;\n// +k8s:unionMember\nb?: { c?: string };',
    steps: [
      {
        spec: { a: 'x', b: {} },
        refused: ['spec: Invalid value: exactly one of the fields in [a b] must be set'],
      },
      { spec: { b: {} } },
    ],
  },
  {
    title: 'a union with a discriminator',
    fields: `// +k8s:unionDiscriminator
type: 'File' | 'None';
// +k8s:unionMember(memberName: "File")
file?: string;`,
    steps: [
      {
        spec: { type: 'File' },
        refused: [
          'spec.file: Invalid value: file must be set where type is "File", and only there',
        ],
      },
      { spec: { type: 'None' } },
      {
        spec: { type: 'None', file: 'x' },
        refused: [
          'spec.file: Invalid value: file must be set where type is "File", and only there',
        ],
      },
    ],
  },
  {
    title: 'forbidden, dependentRequired and dependentForbidden',
    fields: `// +k8s:forbidden
old?: string;
// +k8s:dependentRequired("key")
cert?: string;
key?: string;
// +k8s:dependentForbidden("key")
secret?: string;`,
    steps: [
      {
        spec: { old: '', cert: '' },
        refused: [
          'spec.old: Forbidden: old may not be set',
          'spec.key: Required value: key must be set where cert is',
        ],
      },
      {
        spec: { key: '', secret: '' },
        refused: ['spec.key: Forbidden: key may not be set where secret is'],
      },
      { spec: { cert: '', key: '' } },
    ],
  },
  {
    title: 'formats, bytes and neq',
    fields: `// +k8s:format=k8s-label-key
a?: string;
// +k8s:format=k8s-extended-resource-name
b?: string;
// +k8s:maxBytes=3
c?: string;
// +k8s:neq="it's"
d?: string;
// +k8s:format=k8s-path-segment-name
e?: string;`,
    steps: [
      { spec: { a: 'example.com/name', b: 'example.com/gpu', c: 'äa', d: "it's not", e: '..x' } },
      {
        spec: { c: 'ää', d: "it's", b: 'kubernetes.io/x' },
        refused: [
          'spec.b: Invalid value: "kubernetes.io/x": must be an extended resource name, such as example.com/gpu',
          'spec.c: Invalid value: "ää": must have at most 3 bytes',
          'spec.d: Invalid value: "it\'s": must not be "it\'s"',
        ],
      },
      {
        spec: { e: '..' },
        refused: [
          'spec.e: Invalid value: "..": spec.e in body should match \'^([^/%.][^/%]*|\\.[^/%.][^/%]*|\\.\\.[^/%]+)?$\'',
        ],
      },
    ],
  },
  {
    title: 'each value and each key',
    fields: `// +k8s:eachVal=+k8s:minimum=1
a?: Int32[];
// +k8s:maxProperties=10
// +k8s:eachKey=+k8s:format=k8s-short-name
// +k8s:eachVal=+k8s:maxLength=2
b?: Record<string, string>;`,
    steps: [
      {
        spec: { a: [1, 0], b: { 'A b': 'xyz' } },
        refused: [
          'spec.a[1]: Invalid value: 0: spec.a[1] in body should be greater than or equal to 1',
          'spec.b.A b: Too long: may not be more than 2 bytes',
        ],
      },
      {
        spec: { b: { 'A b': 'x' } },
        refused: ['spec.b: Invalid value: each key must be a DNS label, such as my-name'],
      },
      { spec: { a: [1], b: { ab: 'x' } } },
    ],
  },
  {
    title: 'fields of a type where it is used',
    fields: `// +k8s:subfield(host)=+k8s:required
// +k8s:subfield(port)=+k8s:forbidden
// +k8s:subfield(note)=+k8s:immutable
a: Address;
b: Address;`,
    types: 'export interface Address { host?: string; port?: Int32; note?: string }',
    steps: [
      {
        spec: { a: { port: 1 }, b: {} },
        refused: ['spec.a.host: Required value'],
      },
      {
        spec: { a: { host: 'x', port: 1 }, b: {} },
        refused: ['spec.a.port: Forbidden: port may not be set'],
      },
      { spec: { a: { host: 'x', note: 'n' }, b: { note: 'n', port: 1 } } },
      {
        spec: { a: { host: 'x' }, b: {} },
        refused: ['spec.a: Invalid value: field note is immutable once set'],
      },
    ],
  },
  {
    title: 'items of a list-map',
    fields: `// +listType=map
// +listMapKey=type
// +k8s:maxItems=10
// +k8s:item(type: "Approved")=+k8s:zeroOrOneOfMember
// +k8s:item(type: "Denied")=+k8s:zeroOrOneOfMember
// +k8s:item(type: "Fixed")=+k8s:immutable
// +k8s:item(type: "Named")=+k8s:subfield(status)=+k8s:maxLength=3
// +k8s:item(type: "Full")=+k8s:subfield(status)=+k8s:required
conditions?: { type: string; status?: string }[];`,
    steps: [
      {
        spec: { conditions: [{ type: 'Approved' }, { type: 'Denied' }, { type: 'Full' }] },
        refused: [
          'spec.conditions: Invalid value: at most one of the items in [{"type":"Approved"} {"type":"Denied"}] may be set',
          'spec.conditions: Invalid value: the item with {"type":"Full"}: must have status',
        ],
      },
      {
        spec: { conditions: [{ type: 'Named', status: 'four' }] },
        refused: [
          'spec.conditions: Invalid value: the item with {"type":"Named"}: status must have at most 3 characters',
        ],
      },
      { spec: { conditions: [{ type: 'Fixed', status: 'a' }, { type: 'Approved' }] } },
      {
        spec: { conditions: [{ type: 'Fixed', status: 'b' }] },
        refused: ['spec.conditions: Invalid value: the item with {"type":"Fixed"} is immutable'],
      },
      { spec: { conditions: [{ type: 'Fixed', status: 'a' }, { type: 'Denied' }] } },
    ],
  },
  {
    title: 'unique items of an atomic list',
    fields: `// +listType=atomic
// +k8s:unique=set
// +k8s:maxItems=10
// +k8s:eachVal=+k8s:maxLength=63
a?: string[];
// +listType=atomic
// +k8s:unique=map
// +k8s:listMapKey=name
// +k8s:maxItems=10
b?: B[];`,
    types: 'export interface B {\n// +k8s:maxLength=63\nname: string;\nnote?: string }',
    steps: [
      {
        spec: { a: ['x', 'x'], b: [{ name: 'n' }, { name: 'n', note: 'm' }] },
        refused: [
          'spec.a: Invalid value: items must be unique',
          'spec.b: Invalid value: items must differ in name',
        ],
      },
      { spec: { a: ['x', 'y'], b: [{ name: 'n' }, { name: 'm' }] } },
    ],
  },
  {
    title: 'updates',
    fields: `// +k8s:update=NoSet
a?: string;
// +k8s:update=NoUnset
b?: string;
// +k8s:update=NoModify
c?: string;
// +k8s:maxProperties=10
// +k8s:update=NoAddItem
d?: Record<string, string>;
// +listType=set
// +k8s:maxItems=10
// +k8s:eachVal=+k8s:maxLength=63
// +k8s:update=NoRemoveItem
e?: string[];
// +k8s:monotonic
f?: Int64;`,
    steps: [
      { spec: { b: 'x', c: 'x', d: { k: 'v' }, e: ['i'], f: 2 } },
      {
        spec: { a: 'x', c: 'y', d: { k: 'v', l: 'w' }, e: ['j'], f: 1 },
        refused: [
          'spec.a: Invalid value: a may not be added',
          'spec.b: Invalid value: b may not be removed',
          'spec.c: Invalid value: "y": may not be changed',
          'spec.d: Invalid value: items may not be added',
          'spec.e: Invalid value: items may not be removed',
          'spec.f: Invalid value: 1: may not decrease',
        ],
      },
      { spec: { b: 'y', d: {}, e: ['i', 'j'], f: 2 } },
    ],
  },
  {
    title: 'names that CEL escapes',
    fields: '// +k8s:dependentRequired("b-c")\nnamespace?: string;\n"b-c"?: string;',
    steps: [
      {
        spec: { namespace: '' },
        refused: ['spec: Required value: b-c must be set where namespace is'],
      },
      { spec: { namespace: '', 'b-c': '' } },
    ],
  },
];

const atEnd = endsAfterTests();
let kubectl: Kubectl;
let transport: HttpTransport;
let folder: string;

before(async () => {
  const plane = await startEnvtest();
  atEnd(() => plane.stop());
  kubectl = kubectlOf(plane.assets, plane.kubeconfig);
  transport = createHttpTransport(await loadKubeConfig({ kubeconfig: plane.kubeconfig }), {});
  atEnd(() => transport.close());
  folder = await mkdtemp(path.join(tmpdir(), 'vmgen-rules-'));
  atEnd(() => rm(folder, { recursive: true }));
});

/** Generates a CRD whose spec has these fields, has it served, and gives a client of the kind. */
async function serve(group: string, fields: string, types: string) {
  const text = `// +groupName=${group}

import type { Int32, Int64, ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: Spec;
}
export interface Spec {
${fields}
}
${types}
`;
  const { files, diagnostics } = compile(
    {
      root: 'apis',
      folders: [{ group: 'machines', version: 'v1' }],
      files: [{ path: 'machines/v1/types.ts', text }],
    },
    { ...DEFAULT_SETTINGS, generators: ['crd'], strict: true },
  );
  assert.deepEqual(diagnostics, []);
  const file = path.join(folder, `${group}.yaml`);
  await writeFile(file, files.map((each) => each.text).join(''));
  await kubectl('create', '-f', file);
  await untilServed(kubectl, file);
  const resource: ResourceDefinition<Machine> = {
    group,
    version: 'v1',
    kind: 'Machine',
    listKind: 'MachineList',
    plural: 'machines',
    singular: 'machine',
    scope: 'Namespaced',
    deepCopy: deepCopyJson<Machine>,
  };
  return createResourceClient(transport, resource, { namespace: 'default' });
}

/** What the API server has against a call; nothing where it accepts it. */
async function causesOf(call: () => Promise<void>): Promise<string[]> {
  try {
    await call();
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'Invalid') throw error;
    const causes = error.status.details?.causes ?? [];
    // A remark that rules wait until the schema holds names no fields.
    return causes
      .filter(({ field }) => field !== '<nil>')
      .map(({ field, message }) => `${field}: ${message}`);
  }
}

for (const [index, { title, fields, types = '', steps }] of CASES.entries()) {
  test(`the API server enforces the rules of ${title}`, async () => {
    const client = await serve(`case${index}.example.com`, fields, types);
    let current: Machine | undefined;
    for (const { spec, refused = [] } of steps) {
      const causes = await causesOf(async () => {
        current = current
          ? await client.update({ ...current, spec })
          : await client.create({ metadata: { name: 'a' }, spec });
      });
      assert.deepEqual(causes.sort(), [...refused].sort(), JSON.stringify(spec));
    }
  });
}
