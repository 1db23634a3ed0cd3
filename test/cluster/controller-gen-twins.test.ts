import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { controllerGen, noControllerGen } from './controller-gen-run.js';
import { inRepository } from '../support/repository.js';
import { knownMarkers, usedMarkers } from './controller-gen-markers.js';

describe('the twins', { skip: noControllerGen }, () => {
  for (const language of ['go', 'apis']) {
    test(`in ${language} use every marker and every argument that controller-gen has`, async () => {
      const generators = ['crd', 'rbac:roleName=x', 'webhook', 'object', 'applyconfiguration'];
      const known = knownMarkers(await controllerGen(...generators, '-wwww'));
      // Known only to be refused there, and an argument that goes without its name.
      for (const each of ['field k8s:enum', 'field default value']) assert.ok(known.delete(each));
      const used = await usedMarkers(inRepository('test', 'twins', language), known);
      assert.ok(known.size > 150, `only ${known.size}`);
      assert.deepEqual(
        [...known].filter((each) => !used.has(each)),
        [],
      );
    });
  }
});
