import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { controllerGen, noControllerGen } from './controller-gen-run.js';
import { inRepository } from '../support/repository.js';
import { knownMarkers, usedMarkers } from './controller-gen-markers.js';

/** Markers of controller-gen that the twins need not use. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // Known only to be refused there, and an argument that goes without its name.
  go: ['field k8s:enum', 'field default value'],
  // vmgen refuses the last one: it writes no apply configurations.
  apis: ['field k8s:enum', 'field default value', 'package kubebuilder:ac:output:package'],
};

describe('the APIs in Go and TypeScript', { skip: noControllerGen }, () => {
  for (const [language, leftOut] of Object.entries(LEFT_OUT)) {
    test(`in ${language} use every marker and every argument of controller-gen`, async () => {
      const generators = ['crd', 'rbac:roleName=x', 'webhook', 'object', 'applyconfiguration'];
      const known = knownMarkers(await controllerGen(...generators, '-wwww'));
      const used = await usedMarkers(inRepository('test', 'twins', language), known);
      assert.ok(known.size > 150, `only ${known.size}`);
      const unused = [...known].filter((each) => !used.has(each));
      assert.deepEqual(unused.sort(), [...leftOut].sort());
    });
  }
});
