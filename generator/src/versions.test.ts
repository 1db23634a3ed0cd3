import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse as parseYaml } from 'yaml';
import { compileText, fileText, diagnosticTexts } from './testing/compile-text.js';

/** One version of the kind Thing, with these markers in line 5 and what follows. */
function version(markers: readonly string[], spec = 'a: string'): string {
  return `// +groupName=example.com

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

${markers.map((marker) => `// +${marker}\n`).join('')}export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  spec: { ${spec} };
}
`;
}

/** Sources by version, with the markers of the kind in each. */
function sourcesOf(
  versions: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(versions).map(([name, markers]) => [
      `example/${name}/types.ts`,
      version(markers),
    ]),
  );
}

interface Crd {
  readonly metadata: { readonly labels?: object; readonly annotations?: object };
  readonly spec: {
    readonly names: object;
    readonly scope: string;
    readonly versions: readonly { readonly name: string; readonly storage: boolean }[];
  };
}

function crdOf(files: Readonly<Record<string, string>>): Crd {
  const compiled = compileText(files);
  assert.deepEqual(diagnosticTexts(compiled), []);
  const crd: Crd = parseYaml(fileText(compiled, 'crds/example.com_things.yaml'));
  return crd;
}

const STORED = 'kubebuilder:storageversion';

test('combines the versions of a kind in one CRD, in the order of the API server', () => {
  const names = ['v1alpha1', 'foo', 'v2', 'v1beta2', 'v10', 'v1beta1', 'v1', 'bar', 'v2alpha1'];
  const crd = crdOf(
    sourcesOf(Object.fromEntries(names.map((name) => [name, name === 'v1' ? [STORED] : []]))),
  );
  assert.deepEqual(
    crd.spec.versions.map(({ name }) => name),
    ['v10', 'v2', 'v1', 'v1beta2', 'v1beta1', 'v2alpha1', 'v1alpha1', 'bar', 'foo'],
  );
  assert.deepEqual(
    crd.spec.versions.filter(({ storage }) => storage).map(({ name }) => name),
    ['v1'],
  );
});

test('sets serving, deprecation, columns and schema separately for each version', () => {
  const crd = crdOf({
    'example/v1/types.ts': version([STORED, 'kubebuilder:subresource:status'], 'b?: string'),
    'example/v1beta1/types.ts': version([
      'kubebuilder:deprecatedversion:warning="use v1"',
      'kubebuilder:printcolumn:name=A,type=string,JSONPath=.spec.a',
      'vmgen:ignore:code=VMGEN2108,reason="only what versions say of themselves is tested"',
    ]),
    'example/v1alpha1/types.ts': version([
      'kubebuilder:unservedversion',
      'kubebuilder:deprecatedversion',
    ]),
  });
  const schemas = crd.spec.versions.map((each) => 'schema' in each);
  assert.deepEqual(schemas, [true, true, true]);
  assert.deepEqual(
    crd.spec.versions.map((each) => ({ ...each, schema: undefined })),
    [
      { name: 'v1', served: true, storage: true, subresources: { status: {} } },
      {
        name: 'v1beta1',
        served: true,
        storage: false,
        deprecated: true,
        deprecationWarning: 'use v1',
        additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.spec.a' }],
      },
      { name: 'v1alpha1', served: false, storage: false, deprecated: true },
    ].map((each) => ({ ...each, schema: undefined })),
  );
});

test('omits a skipped version from the CRD', () => {
  const crd = crdOf(sourcesOf({ v1: [], v2: ['kubebuilder:skipversion'] }));
  assert.deepEqual(
    crd.spec.versions.map(({ name, storage }) => ({ name, storage })),
    [{ name: 'v1', storage: true }],
  );
});

test('merges annotations and labels of all versions in the CRD', () => {
  const crd = crdOf(
    sourcesOf({
      v1: [STORED, 'kubebuilder:metadata:labels="tier=gold"'],
      v1beta1: ['kubebuilder:metadata:labels="tier=gold";"team=a",annotations="note=b"'],
    }),
  );
  assert.deepEqual(crd.metadata.labels, { tier: 'gold', team: 'a' });
  assert.deepEqual(crd.metadata.annotations, { note: 'b' });
});

test('applies names and scope of one version to the CRD and to all clients', () => {
  const sources = sourcesOf({
    v1: [STORED],
    v1beta1: ['genclient', 'kubebuilder:resource:path=stuff,scope=Cluster'],
    v1alpha1: ['kubebuilder:resource:singular=thingy,shortName=th;tg,categories=all'],
  });
  const list =
    '\nexport interface Things extends TypeMeta { metadata: ListMeta; items: Thing[] }\n';
  const beta = (sources['example/v1beta1/types.ts'] ?? '').replace('{ ', '{ ListMeta, ') + list;
  const compiled = compileText({ ...sources, 'example/v1beta1/types.ts': beta });
  assert.deepEqual(diagnosticTexts(compiled), []);
  const crd = parseYaml(fileText(compiled, 'crds/example.com_stuff.yaml')) as Crd;
  assert.deepEqual(crd.spec.names, {
    kind: 'Thing',
    listKind: 'Things',
    plural: 'stuff',
    singular: 'thingy',
    shortNames: ['th', 'tg'],
    categories: ['all'],
  });
  assert.equal(crd.spec.scope, 'Cluster');
  for (const folder of ['v1', 'v1beta1', 'v1alpha1']) {
    const register = fileText(compiled, `example/${folder}/register.ts`);
    assert.match(register, /plural: 'stuff',/);
    assert.match(register, /scope: 'Cluster',/);
  }
});

test('reports an invalid name where it is set', () => {
  const sources = sourcesOf({ v1: [STORED], v1beta1: ['kubebuilder:resource:shortName=T_H'] });
  assert.deepEqual(
    compileText(sources).diagnostics.map(({ position }) => position),
    [{ file: 'example/v1beta1/types.ts', line: 5, column: 4 }],
  );
});

interface Refused {
  readonly title: string;
  readonly versions: Readonly<Record<string, readonly string[]>>;
  readonly says: readonly string[];
}

const REFUSED: readonly Refused[] = [
  {
    title: 'none is stored',
    versions: { v1: [], v1beta1: [] },
    says: [
      'example/v1/types.ts:5:18: error: Thing has the versions v1, v1beta1, but none of them is the storage version | put +kubebuilder:storageversion on one of them',
    ],
  },
  {
    title: 'two are stored',
    versions: { v1: [STORED], v1beta1: [STORED], v2: [] },
    says: [
      'example/v1beta1/types.ts:5:4: error: Thing has two stored versions | example/v1/types.ts:5:4: the other one is here | leave +kubebuilder:storageversion on one of them',
    ],
  },
  {
    title: 'none is served',
    versions: { v1: [STORED, 'kubebuilder:unservedversion'], v2: ['kubebuilder:unservedversion'] },
    says: [
      'example/v1/types.ts:7:18: error: no version of Thing is served | remove +kubebuilder:unservedversion from one',
    ],
  },
  {
    title: 'one has another scope',
    versions: {
      v1: [STORED, 'kubebuilder:resource:scope=Namespaced'],
      v2: ['kubebuilder:resource:scope=Cluster'],
    },
    says: [
      'example/v2/types.ts:5:4: error: the scope of Thing is Cluster here but Namespaced in another version | example/v1/types.ts:6:4: the other one is here | versions of one kind share their names and scope: use the same markers in all versions, or in only one of them',
    ],
  },
  {
    title: 'one has other names',
    versions: {
      v1: [
        STORED,
        'kubebuilder:resource:path=things,singular=thing,shortName=th;tg,categories=all',
      ],
      v2: ['kubebuilder:resource:path=stuff,singular=stuff,shortName={},categories=some'],
    },
    says: [
      'plural of Thing is stuff here but things',
      'singular of Thing is stuff here but thing',
      'short names of Thing are unset here but th, tg',
      'categories of Thing are some here but all',
    ].map(
      (facts) =>
        `example/v2/types.ts:5:4: error: the ${facts} in another version | example/v1/types.ts:6:4: the other one is here | versions of one kind share their names and scope: use the same markers in all versions, or in only one of them`,
    ),
  },
  {
    title: 'one has another label',
    versions: {
      v1: [STORED, 'kubebuilder:metadata:labels="tier=gold"'],
      v2: ['kubebuilder:metadata:labels="tier=tin"'],
    },
    says: [
      'example/v1/types.ts:6:4: error: tier is "gold" here and "tin" in another version | example/v2/types.ts:5:4: the other one is here | versions of one kind share the labels of their CRD',
    ],
  },
];

for (const { title, versions, says } of REFUSED) {
  test(`rejects versions if ${title}`, () => {
    const compiled = compileText(sourcesOf(versions));
    assert.deepEqual(
      diagnosticTexts(compiled).map((text) => text.replaceAll('\n  ', ' | ')),
      says,
    );
    assert.deepEqual(compiled.files, []);
  });
}

test('rejects a kind with one group and version in two folders', () => {
  const files = { 'a/v1/types.ts': version([]), 'b/v1/types.ts': version([]) };
  assert.deepEqual(diagnosticTexts(compileText(files)), [
    'b/v1/types.ts:5:18: error: a second Thing of example.com/v1\n  a/v1/types.ts:5:18: the first is here\n  rename one of them, or set another +versionName= or +groupName=',
  ]);
});

test('rejects versions in one folder with different groups', () => {
  const files = {
    'example/v1/types.ts': version([]),
    'example/v2/types.ts': `\n${version([]).replace('example.com', 'other.com')}`,
  };
  assert.deepEqual(diagnosticTexts(compileText(files)), [
    'example/v2/types.ts:2:4: error: example/v2 has the group other.com, but example/v1 has example.com\n  example/v1/types.ts:1:4: the other one is here\n  use the same +groupName= in all versions, or move one to a separate folder',
  ]);
});
