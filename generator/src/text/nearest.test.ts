import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from './nearest.js';

const MARKERS = ['kubebuilder:rbac', 'kubebuilder:default', 'kubebuilder:validation:Minimum'];

for (const [word, meant] of [
  ['kubebuilder:defualt', 'kubebuilder:default'],
  ['kubebuidler:default', 'kubebuilder:default'],
  ['kubebuilder:validation:Minimun', 'kubebuilder:validation:Minimum'],
  ['kubebuilder:validaton:Minimum', 'kubebuilder:validation:Minimum'],
  // As long as a marker, of whose last name it shares one letter.
  ['kubebuilder:val', undefined],
  ['kubebuilder:validation:Max', undefined],
] as const) {
  test(`${word} is most similar to ${meant ?? 'none'}`, () => {
    assert.equal(nearest(word, MARKERS), meant);
  });
}
