import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasVirtualization } from './qemu-process.js';

test('KVM is used only on a processor with virtualization', () => {
  const withFlags = (flags: string) => `processor\t: 0\nflags\t\t: ${flags}\nbugs\t\t: vmx svm\n`;
  assert.equal(hasVirtualization(withFlags('fpu vmx ssse3')), true);
  assert.equal(hasVirtualization(withFlags('fpu svm')), true);
  assert.equal(hasVirtualization(withFlags('fpu svm_lock ssse3 hypervisor')), false);
});
