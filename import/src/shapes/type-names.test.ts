import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Declaration } from './shape.js';
import type { ShapePath } from './schema-shape.js';
import { nameDeclarations } from './type-names.js';

const DECLARATION: Declaration = {
  kind: 'interface',
  bases: [],
  fields: [],
  doc: '',
  markers: [],
};

/** The names of declarations that are used at these paths, each written with slashes. */
function namesOf(uses: readonly (readonly string[])[], taken: readonly string[] = []): string[] {
  const shapes = uses.map((paths, index) => ({
    id: String(index),
    declaration: DECLARATION,
    paths: paths.map((path): ShapePath => path.split('/')),
  }));
  const names = nameDeclarations(shapes, new Set(taken));
  return shapes.map(({ id }) => names.get(id) ?? '');
}

test('one word is enough where it tells types apart', () => {
  assert.deepEqual(namesOf([['Shop/Address'], ['Shop/Owner/Phone']]), ['Address', 'Phone']);
});

test('types of one word have more of their paths, each as much as it needs', () => {
  assert.deepEqual(namesOf([['Shop/Owner/Address'], ['Shop/Branch/Address'], ['Shop/Phone']]), [
    'OwnerAddress',
    'BranchAddress',
    'Phone',
  ]);
});

test('words that say little alone have the one before them', () => {
  assert.deepEqual(namesOf([['Shop/Spec'], ['Shop/Opening/Template']]), [
    'ShopSpec',
    'OpeningTemplate',
  ]);
});

test('a type that is used in several places is called after the shortest way to it', () => {
  assert.deepEqual(namesOf([['Shop/Branch/Owner', 'Shop/Chief', 'Shop/Head/Of/Sales']]), ['Chief']);
});

test('a type that several kinds share is called after what they have in common', () => {
  assert.deepEqual(
    namesOf(
      [
        ['TCPRoute/ParentRef', 'HTTPRoute/ParentRef'],
        ['ListenerSet/ParentRef'],
        ['HTTPRoute/Status', 'TCPRoute/Status'],
        ['Pod/Container/LivenessProbe', 'Pod/Container/StartupProbe'],
      ],
      ['Probe'],
    ),
    ['RouteParentRef', 'ListenerSetParentRef', 'RouteStatus', 'ContainerProbe'],
  );
  // What says too little is called after one of them.
  assert.deepEqual(namesOf([['Shop/Spec', 'Van/Spec']]), ['VanSpec']);
});

test('no type is called as a kind, a type of the runtime, a global one or a word of TypeScript', () => {
  assert.deepEqual(
    namesOf([['Shop/Order'], ['Shop/Condition'], ['Shop/Record'], ['Shop/Date']], ['Order']),
    ['ShopOrder', 'ShopCondition', 'ShopRecord', 'ShopDate'],
  );
});

test('types that whole paths do not tell apart have numbers, in the order of their paths', () => {
  assert.deepEqual(namesOf([['Shop/AB/C'], ['Shop/A/BC'], ['Shop/D/C']]), ['ABC', 'BC', 'DC']);
  assert.deepEqual(namesOf([['ShopA/B'], ['Shop/AB'], ['B']]), ['ShopAB', 'AB', 'B']);
  assert.deepEqual(namesOf([['X/A-b'], ['X/A-b']]), ['XA-b', 'XA-b2']);
});

test('no name begins with a digit, whatever two names of fields end with', () => {
  assert.deepEqual(namesOf([['Shop/N1s', 'Shop/W1s']]), ['N1s']);
  assert.deepEqual(namesOf([['Shop/A/N1', 'Shop/A/B1']]), ['B1']);
});

test('what several fields share is called as their names end', () => {
  const probes = ['Pod/Container/LivenessProbe', 'Pod/Container/StartupProbe'];
  assert.deepEqual(namesOf([probes, ['Pod/Other']]), ['Probe', 'Other']);
  // Where that is another's name too, both have more of their paths.
  assert.deepEqual(namesOf([probes, ['Pod/Probe']]), ['ContainerProbe', 'PodProbe']);
  assert.deepEqual(namesOf([['Pod/PreStop', 'Pod/PostStart']]), ['PreStop']);
});
