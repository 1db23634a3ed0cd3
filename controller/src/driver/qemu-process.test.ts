import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { hasVirtualization } from './qemu-process.js';

test('KVM is used only on a processor with virtualization', () => {
  const withFlags = (flags: string) => `processor\t: 0\nflags\t\t: ${flags}\nbugs\t\t: vmx svm\n`;
  assert.equal(hasVirtualization(withFlags('fpu vmx ssse3')), true);
  assert.equal(hasVirtualization(withFlags('fpu svm')), true);
  assert.equal(hasVirtualization(withFlags('fpu svm_lock ssse3 hypervisor')), false);
});

test('a start without free file descriptors fails, does not end the process, and says nothing about KVM', async () => {
  const module = JSON.stringify(new URL('qemu-process.js', import.meta.url));
  const script = `
    import fs, { closeSync, openSync } from 'node:fs';
    import files from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    fs.accessSync = () => {};
    const read = files.readFile;
    files.readFile = async (file, ...rest) =>
      file === '/proc/cpuinfo' ? 'flags: vmx' : read(file, ...rest);
    syncBuiltinESMExports();
    const { findAccelerator, startQemu } = await import(${module});
    const results = [];
    const report = (result) => result.then((each) => results.push(each), ({ code }) => results.push(code));
    const open = [];
    try {
      for (;;) open.push(openSync('/dev/null'));
    } catch {}
    await report(findAccelerator('true'));
    await report(startQemu('true', [], () => results.push('ended')));
    open.forEach((fd) => closeSync(fd));
    await report(findAccelerator('true'));
    // The started process keeps no other one running.
    const waiting = setInterval(() => {}, 1_000);
    const started = startQemu('true', [], () => {
      clearInterval(waiting);
      console.log(JSON.stringify(results));
    });
    await report(started.then(() => 'started'));`;
  const limited = 'ulimit -n 64; exec "$0" --input-type=module -e "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, script]);
  assert.deepEqual(JSON.parse(stdout), ['EMFILE', 'EMFILE', 'kvm', 'started']);
});
