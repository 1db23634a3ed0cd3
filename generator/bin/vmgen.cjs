#!/usr/bin/env node
// A committed entry point: npm links it at install time, before the first build. It is CommonJS, as
// Node takes a quarter longer to start with a module.
'use strict';

// Before anything is loaded: an older Node trips over that, in words that tell nobody why.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`vmgen needs Node 20.19 or newer, and this is ${process.versions.node}`);
  process.exit(2);
}

// A run that waits for what never comes would end as if it were done.
let idleCount = 0;
process.on('beforeExit', () => {
  // The first time, what waits for this very event goes on: a turn of the loop is left to it.
  if (++idleCount === 1) {
    setImmediate(() => {});
    return;
  }
  console.error('vmgen: the run stopped before it was done: something it awaits never settles');
  process.exit(1);
});

require('../dist/main.cjs')
  .main(process.argv.slice(2))
  .then((exitCode) => {
    // All is written by now. An end by itself would wait for what V8's threads have begun.
    process.exit(exitCode);
  });
