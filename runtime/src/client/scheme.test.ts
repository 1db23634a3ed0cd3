import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { leaseResource } from '../api/lease.js';
import { namespaceResource } from '../api/namespace.js';
import { createScheme } from './scheme.js';
import { version } from '../transport/version.js';

test('a scheme finds the kinds that were registered', () => {
  const scheme = createScheme();
  scheme.register(leaseResource);
  scheme.register(namespaceResource);
  scheme.register(leaseResource);
  assert.equal(scheme.lookup('coordination.k8s.io/v1', 'Lease'), leaseResource);
  assert.equal(scheme.definitionOf({ apiVersion: 'v1', kind: 'Namespace' }), namespaceResource);
  assert.deepEqual(scheme.all(), [leaseResource, namespaceResource]);
  assert.equal(scheme.lookup('v1', 'Lease'), undefined);
});

test('an unknown kind and a second definition are errors that name the kind', () => {
  const scheme = createScheme();
  assert.throws(() => scheme.definitionOf({ apiVersion: 'v1', kind: 'Pod' }), {
    message: 'no kind "Pod" is registered for version "v1": add it to the scheme first',
  });
  scheme.register(leaseResource);
  assert.throws(() => scheme.register({ ...leaseResource }), /v1 Lease is registered already/);
});

test('the version in the user agent is that of the package', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  assert.match(text, new RegExp(`"version": "${version}"`));
});
