import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { compileFiles, type Files } from '../testing/compile-files.js';
import { fileText, kindWith } from '../testing/compile-text.js';

const TYPES = 'apis/example/v1/types.ts';

/** A package that was made for programs: its author never thought of a schema. */
const GEO: Files = {
  'node_modules/geo/package.json': JSON.stringify({ name: 'geo', types: './index.d.ts' }),
  'node_modules/geo/index.d.ts': `export * from './place';`,
  'node_modules/geo/place.d.ts': `/** Place is where something is. */
export interface Place {
    /** The name of it. */
    name: string;
    storey: number;
    since?: string;
    gates?: Gate[];
    memory?: string | number;
}
export interface Gate {
    name: string;
    width?: number;
}
export declare class Tower { height: number; }`,
};

const PLACE_SCHEMA = String.raw`description: MyPlace is a place of ours.
type: object
required:
  - name
  - storey
properties:
  name:
    description: The name of it.
    type: string
  storey:
    type: integer
    format: int32
  since:
    type: string
    format: date-time
  gates:
    type: array
    x-kubernetes-list-map-keys:
      - name
    x-kubernetes-list-type: map
    items:
      type: object
      required:
        - name
      properties:
        name:
          type: string
        width:
          type: integer
          format: int32
          minimum: 1
  memory:
    anyOf:
      - type: integer
      - type: string
    pattern: ^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$
    x-kubernetes-int-or-string: true
`;

const using = (imports: string, type: string, more = ''): string =>
  `${imports}\n${kindWith(`  place: ${type};`, more)}`;

/** The schema of the field, without its place in the CRD. */
function schemaOf(compilation: Parameters<typeof fileText>[0]): string {
  const crd = fileText(compilation, 'crds/example.com_things.yaml');
  const [, indent = '', schema = ''] = /^( +)place:\n((?:\1 .*\n)*)/m.exec(crd) ?? [];
  return schema.replaceAll(new RegExp(`^${indent}  `, 'gm'), '');
}

describe('types of a package', () => {
  test('accepts missing schema information in an interface that extends the type', async () => {
    const compilation = await compileFiles({
      ...GEO,
      [TYPES]: using(`import type { MyPlace } from '../places.js';`, 'MyPlace'),
      'apis/example/places.ts': `import type { Int32, Quantity, Time } from '@vmgen/runtime';
import type { Gate, Place } from 'geo';

export interface MyGate extends Gate {
  // +kubebuilder:validation:Minimum=1
  width?: Int32;
}

/** MyPlace is a place of ours. */
export interface MyPlace extends Omit<Place, 'memory'> {
  storey: Int32;
  since?: Time;
  // +listType=map
  // +listMapKey=name
  gates?: MyGate[];
  memory?: Quantity;
}`,
    });
    assert.deepEqual(compilation.located, []);
    assert.equal(schemaOf(compilation), PLACE_SCHEMA);
  });

  test('rejects a type without enough schema information and suggests the fix in the APIs', async () => {
    const { located } = await compileFiles({
      ...GEO,
      [TYPES]: using(`import type { Gate } from 'geo';`, 'Gate'),
    });
    assert.deepEqual(
      located.map(({ code, position, remedy }) => [code, position?.file, remedy]),
      [
        [
          'VMGEN4006',
          'node_modules/geo/place.d.ts',
          'use Int32, Int64 or Float of @vmgen/runtime, or +kubebuilder:validation:Type=integer; geo is a package: change this in an interface that extends its type',
        ],
      ],
    );
  });
});

/** Types that their author wrote for APIs: a declaration file keeps markers in JSDoc. */
const SHARED = `import type { Int32 } from '@vmgen/runtime';
/**
 * Size is how large something is.
 * +kubebuilder:validation:XValidation:rule="self.height < 9"
 */
export interface Size {
    /**
     * In metres.
     * +kubebuilder:default=2
     * +kubebuilder:validation:Minimum=1
     */
    height?: Int32;
}`;

const SIZE_SCHEMA = `description: Size is how large something is.
type: object
x-kubernetes-validations:
  - rule: self.height < 9
properties:
  height:
    description: In metres.
    type: integer
    default: 2
    format: int32
    minimum: 1
`;

const SHARED_PACKAGES: readonly (readonly [what: string, files: Files, links?: Files])[] = [
  [
    'declaration files',
    {
      'node_modules/@acme/shared/package.json': JSON.stringify({
        name: '@acme/shared',
        type: 'module',
        exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      }),
      'node_modules/@acme/shared/dist/index.d.ts': `export type { Size } from './size.js';`,
      'node_modules/@acme/shared/dist/size.d.ts': SHARED,
    },
  ],
  [
    'sources',
    {
      'node_modules/@acme/shared/package.json': JSON.stringify({
        name: '@acme/shared',
        exports: './src/index.ts',
      }),
      'node_modules/@acme/shared/src/index.ts': SHARED,
    },
  ],
  [
    'sources of a linked workspace package',
    {
      'packages/shared/package.json': JSON.stringify({
        name: '@acme/shared',
        exports: './src/index.ts',
      }),
      'packages/shared/src/index.ts': `export * from './size.js';`,
      'packages/shared/src/size.ts': SHARED,
    },
    { 'node_modules/@acme/shared': 'packages/shared' },
  ],
];

for (const [what, files, links] of SHARED_PACKAGES) {
  test(`reads types and markers from a package of ${what}`, async () => {
    const types = using(`import type { Size } from '@acme/shared';`, 'Size');
    const compilation = await compileFiles({ ...files, [TYPES]: types }, { links });
    assert.deepEqual(compilation.located, []);
    assert.equal(schemaOf(compilation), SIZE_SCHEMA);
  });
}

const FOR_PROGRAMS: readonly (readonly [imported: string, type: string, remedy: string])[] = [
  [
    `import type { Probe } from 'kubernetes-types/core/v1';`,
    'Probe',
    `use the type of @vmgen/kubernetes, which contains the schema information: import type { Probe } from '@vmgen/kubernetes/core/v1';`,
  ],
  [
    `import type { ObjectMeta as Meta } from 'kubernetes-types/meta/v1';`,
    'Meta',
    `use the type of @vmgen/runtime: import type { ObjectMeta } from '@vmgen/runtime';`,
  ],
  [
    `import type { Quantity } from 'kubernetes-types/api/resource';`,
    'Quantity',
    `use the type of @vmgen/runtime: import type { Quantity } from '@vmgen/runtime';`,
  ],
  [
    `import type * as k8s from '@kubernetes/client-node';`,
    'k8s.V1Probe',
    'use the type of @vmgen/kubernetes, which contains the schema information: import Probe from the entry of its group, such as @vmgen/kubernetes/core/v1',
  ],
  [
    `import type { RbacV1Subject } from '@kubernetes/client-node';`,
    'RbacV1Subject',
    `use the type of @vmgen/kubernetes, which contains the schema information: import type { Subject } from '@vmgen/kubernetes/rbac/v1';`,
  ],
  [
    `import type { V1Condition } from '@kubernetes/client-node';`,
    'V1Condition',
    `use the type of @vmgen/runtime: import type { Condition } from '@vmgen/runtime';`,
  ],
];

for (const [imported, type, remedy] of FOR_PROGRAMS) {
  test(`rejects a Kubernetes type without schema information: ${imported}`, async () => {
    const { located } = await compileFiles({ [TYPES]: using(imported, type) });
    assert.deepEqual(
      located.map((diagnostic) => [diagnostic.code, diagnostic.position?.file, diagnostic.remedy]),
      [['VMGEN1109', TYPES, remedy]],
    );
  });
}

describe('a package with markers in separate declaration files', () => {
  test('reads the markers of its types', async () => {
    const compiled = await compileFiles({
      [TYPES]: kindWith('  a: Place;').replace(
        'import',
        `import type { Place } from 'geo';\nimport`,
      ),
      'node_modules/geo/package.json': JSON.stringify({ name: 'geo', types: './index.d.ts' }),
      'node_modules/geo/index.d.ts': `export * from './place.js';`,
      'node_modules/geo/place.d.ts': 'export interface Place { name: string }',
      'node_modules/geo/place.vmgen.d.ts':
        'export interface Place {\n/** +kubebuilder:validation:MaxLength=3 */\nname: string }',
    });
    assert.deepEqual(compiled.diagnostics, []);
    assert.match(fileText(compiled, 'crds/example.com_things.yaml'), /maxLength: 3/);
  });

  test('has separate declaration files in @vmgen/kubernetes', async () => {
    const folder = join(import.meta.dirname, '../../../packages/kubernetes/dist/apis');
    const marker = /^\s*(?:\/\*\*|\*) \+[A-Za-z]/m;
    const names = await readdir(folder, { recursive: true });
    const shown = names.filter((name) => basename(name) === 'types.d.ts');
    assert.ok(shown.length > 30, `${shown.length} versions`);
    for (const name of shown) {
      const text = await readFile(join(folder, name), 'utf8');
      const marked = name.replace('.d.ts', '.vmgen.d.ts');
      const kept = await readFile(join(folder, marked), 'utf8');
      assert.doesNotMatch(text, marker, name);
      assert.match(kept, marker, marked);
      assert.equal(codeOf(text), codeOf(kept), name);
    }
  });
});

/** Declarations without their comments and layout. */
const codeOf = (text: string): string =>
  text.replace(/\/\*\*[^]*?\*\//g, '').replace(/\s+|,(?=\s*\})/g, '');

test('reports a package in a Yarn PnP archive and the setting that fixes it', async () => {
  const text = kindWith('  place: Place;').replace(
    'import type',
    "import type { Place } from 'geo';\nimport type",
  );
  const remedyOf = async (more: Readonly<Record<string, string>>) => {
    const { diagnostics } = await compileFiles({ 'apis/example/v1/types.ts': text, ...more });
    return diagnostics.map(({ code, remedy }) => `${code} ${remedy}`);
  };
  assert.deepEqual(await remedyOf({ '.pnp.cjs': "throw new Error('run');" }), [
    'VMGEN1104 Yarn PnP keeps packages in archives, which vmgen does not read: set nodeLinker: node-modules in .yarnrc.yml and run yarn install',
  ]);
  assert.deepEqual(await remedyOf({}), ['VMGEN1104 install the package, or correct the import']);
});
