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

test('uses one word if it is unambiguous', () => {
  assert.deepEqual(namesOf([['Shop/Address'], ['Shop/Owner/Phone']]), ['Address', 'Phone']);
});

test('adds words of the path to ambiguous names, as many as necessary', () => {
  assert.deepEqual(namesOf([['Shop/Owner/Address'], ['Shop/Branch/Address'], ['Shop/Phone']]), [
    'OwnerAddress',
    'BranchAddress',
    'Phone',
  ]);
});

test('combines generic words with the previous word', () => {
  assert.deepEqual(namesOf([['Shop/Spec'], ['Shop/Opening/Template']]), [
    'ShopSpec',
    'OpeningTemplate',
  ]);
});

test('names a type with several uses after the shortest path', () => {
  assert.deepEqual(namesOf([['Shop/Branch/Owner', 'Shop/Chief', 'Shop/Head/Of/Sales']]), ['Chief']);
});

test('names a type that several kinds share after the common part of their paths', () => {
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
  // The common part is too generic, so one path is used.
  assert.deepEqual(namesOf([['Shop/Spec', 'Van/Spec']]), ['VanSpec']);
});

test('avoids the names of kinds, types of the runtime, global types and TypeScript keywords', () => {
  assert.deepEqual(
    namesOf([['Shop/Order'], ['Shop/Condition'], ['Shop/Record'], ['Shop/Date']], ['Order']),
    ['ShopOrder', 'ShopCondition', 'ShopRecord', 'ShopDate'],
  );
});

test('numbers types with equal paths, in the order of their paths', () => {
  assert.deepEqual(namesOf([['Shop/AB/C'], ['Shop/A/BC'], ['Shop/D/C']]), ['ABC', 'BC', 'DC']);
  assert.deepEqual(namesOf([['ShopA/B'], ['Shop/AB'], ['B']]), ['ShopAB', 'AB', 'B']);
  assert.deepEqual(namesOf([['X/A-b'], ['X/A-b']]), ['XA-b', 'XA-b2']);
});

test('never starts a name with a digit', () => {
  assert.deepEqual(namesOf([['Shop/N1s', 'Shop/W1s']]), ['N1s']);
  assert.deepEqual(namesOf([['Shop/A/N1', 'Shop/A/B1']]), ['B1']);
});

test('names a type that several fields share after the common end of their names', () => {
  const probes = ['Pod/Container/LivenessProbe', 'Pod/Container/StartupProbe'];
  assert.deepEqual(namesOf([probes, ['Pod/Other']]), ['Probe', 'Other']);
  // Where that is another's name too, both have more of their paths.
  assert.deepEqual(namesOf([probes, ['Pod/Probe']]), ['ContainerProbe', 'PodProbe']);
  assert.deepEqual(namesOf([['Pod/PreStop', 'Pod/PostStart']]), ['PreStop']);
});
