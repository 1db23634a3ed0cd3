import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, secretResource } from '@vmgen/kubernetes/core/v1';
import type { KubernetesObject } from '@vmgen/runtime';
import { createResourceClient } from '@vmgen/runtime';
import { child } from '../../children/children.js';
import type { Manager } from '../../manager.js';
import { configMapOf, siteCrd, siteResource } from '../../site.test.helper.js';
import { explore } from './explore.js';
import { sitesExplored, sitesOf } from './explored-sites.test.helper.js';
import { maskedState, type MaskedState } from './masked-state.js';
import { differences } from './state-differences.js';
import { violationText } from './violation-text.js';

const secretsOf = (server: FakeTransport) =>
  createResourceClient(server, secretResource, { namespace: 'default' });

/** Rolls out a new page when a Secret changes, by an annotation with its version. */
function addRollout(manager: Manager): void {
  const { sites, secrets, configMaps } = manager.cache({
    sites: siteResource,
    secrets: secretResource,
    configMaps: configMapResource,
  });
  manager
    .controller(sites)
    .owns(configMaps)
    .watches(secrets, { keysOf: ({ metadata }) => [metadata] })
    .reconcile(async (site, { children }) => {
      const { resourceVersion } = secrets.find(site.metadata)?.metadata ?? {};
      const { metadata, ...page } = configMapOf(site);
      const annotations = { 'example.com/secret': resourceVersion ?? '' };
      await children.apply(child(configMaps, { ...page, metadata: { ...metadata, annotations } }));
    });
}

test('a version that an operator has copied is compared by its object', async () => {
  const rotate = ({ server }: { readonly server: FakeTransport }, password: string) =>
    secretsOf(server).mergePatch('shop', { stringData: { password } });
  const { plans, violations } = await explore({
    ...sitesExplored(addRollout),
    workload: {
      secret: ({ server }) => secretsOf(server).create({ metadata: { name: 'shop' } }),
      create: ({ server }) =>
        sitesOf(server).create({ metadata: { name: 'shop' }, spec: { html: 'a' } }),
      rotate: (world) => rotate(world, 'one'),
      again: (world) => rotate(world, 'two'),
      change: ({ server }) => sitesOf(server).mergePatch('shop', { spec: { html: 'b' } }),
    },
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.ok(plans >= 20, String(plans));
});

test('objects that the server begins with may change in a step', async () => {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'shop', namespace: 'default' },
  };
  const { plans, violations } = await explore({
    ...sitesExplored(addRollout),
    server: (options) => createFakeTransport({ ...options, crds: [siteCrd], objects: [secret] }),
    workload: {
      create: ({ server }) =>
        sitesOf(server).create({ metadata: { name: 'shop' }, spec: { html: 'a' } }),
      rotate: ({ server }) => secretsOf(server).mergePatch('shop', { stringData: { a: 'b' } }),
    },
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.ok(plans >= 10, String(plans));
});

/** A state of a ConfigMap with a copy of a version, and of other objects. */
function stateOf(copy: string, others: Readonly<Record<string, KubernetesObject>>): MaskedState {
  const page = { kind: 'ConfigMap', metadata: { name: 'page', uid: '1' }, data: { copy } };
  return maskedState([page, ...Object.values(others)], {}, new Map(Object.entries(others)));
}

const object = (name: string, data: object): KubernetesObject => ({
  kind: 'Secret',
  metadata: { name, uid: name },
  ...data,
});

test('copies of versions are equal only if they are those of equal objects', () => {
  const [shop, blog] = [object('shop', { data: { a: '1' } }), object('blog', {})];
  const before = stateOf('42', { 42: shop });
  assert.deepEqual(differences(before, stateOf('500', { 500: shop })), []);
  // The text of a value may be a version in one of the runs only.
  const both = stateOf('42', { 41: blog, 42: shop });
  assert.deepEqual(differences(both, stateOf('42', { 42: blog, 500: shop })), []);

  const changed = stateOf('500', { 500: object('shop', { data: { a: '2' } }) });
  assert.deepEqual(differences(before, changed), [
    `ConfigMap page differs:
    - .data.copy: "42" (a version of Secret shop)
    + .data.copy: "500" (a version of Secret shop)`,
    `Secret shop differs:
    - .data.a: "1"
    + .data.a: "2"`,
  ]);
  for (const other of [stateOf('500', { 500: blog, 501: shop }), stateOf('500', { 501: shop })]) {
    assert.match(differences(before, other).join('\n'), /^ConfigMap page differs:\n.*"42"/);
  }
});

test('versions of objects that contain copies of versions themselves are compared', () => {
  const chain = (first: number, text = '80'): Record<string, KubernetesObject> => ({
    [first]: object('c', { data: { port: text } }),
    [first + 1]: object('b', { copy: String(first) }),
    [first + 2]: object('a', { copy: String(first + 1) }),
  });
  const before = stateOf('102', chain(100));
  assert.deepEqual(differences(before, stateOf('502', chain(500))), []);
  assert.equal(differences(before, stateOf('502', chain(500, '81'))).length, 4);
  // Texts that are later versions by chance are no copies.
  const loop = (a: string, b: string) =>
    stateOf(a, { [a]: object('a', { b }), [b]: object('b', { a }) });
  assert.equal(differences(loop('100', '200'), loop('300', '400')).length, 3);
});

test('only the metadata of an object itself are masked', () => {
  const pageOf = (metadata: { readonly resourceVersion: string; readonly generation: number }) => ({
    kind: 'Page',
    metadata: { name: 'a', uid: crypto.randomUUID(), ...metadata },
    spec: { generation: metadata.generation, selfLink: 'a' },
  });
  const state = (version: string, generation: number): MaskedState =>
    maskedState([pageOf({ resourceVersion: version, generation })], {});
  assert.deepEqual(differences(state('1', 1), state('2', 1)), []);
  assert.deepEqual(differences(state('1', 1), state('2', 2)), [
    'Page a differs:\n    - .spec.generation: 1\n    + .spec.generation: 2',
  ]);
});

test('the copy of the generation that a server writes into a DaemonSet is not compared', () => {
  const state = (generation: number): MaskedState => {
    const annotations = { 'deprecated.daemonset.template.generation': String(generation) };
    const metadata = { name: 'a', uid: 'a', generation, annotations };
    return maskedState([{ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata }], {});
  };
  assert.deepEqual(differences(state(1), state(2)), []);
});

test('a difference names the field by its path', () => {
  const state = (data: unknown): MaskedState => maskedState([], { dns: data });
  const before = state({ records: { 'a.b': ['x', 'y'], gone: {} }, zones: {}, same: 1 });
  const after = state({ records: { 'a.b': ['x', 'z'] }, zones: { one: true }, same: 1 });
  assert.deepEqual(differences(before, after), [
    `dns differs:
    - .records["a.b"][1]: "y"
    + .records["a.b"][1]: "z"
    - .records.gone: {}
    + .zones.one: true`,
  ]);
  const ids = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, () => [crypto.randomUUID(), 1]));
  assert.deepEqual(differences(state(ids(1)), state(ids(2))), [
    'dns differs:\n    the number or the order of items',
  ]);
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`n${at}`, at]));
  assert.match(differences(state({}), state(many)).join('\n'), /\n    and 8 more$/);
});
