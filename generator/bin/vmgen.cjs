#!/usr/bin/env node
// A committed entry point: npm links it at install time, before the first build. It is CommonJS, because
// Node takes a quarter longer to start with a module.
'use strict';

// Runs before anything else is loaded: an older version of Node would fail with an unclear error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`vmgen requires Node 20.19 or newer, but this is ${process.versions.node}`);
  process.exit(2);
}

// A run that waits for a promise that never settles would otherwise exit with success.
let idleCount = 0;
process.on('beforeExit', () => {
  // The first event resumes code that waits for this event; it gets one turn of the event loop.
  if (++idleCount === 1) {
    setImmediate(() => {});
    return;
  }
  console.error(
    'vmgen: the run stopped before it was done: a promise that it awaits never settles',
  );
  process.exit(1);
});

const { main, makeCacheFolder } = require('../dist/main.cjs');

// Node 22.1 and later keeps the compiled code of what is loaded from here on.
const { enableCompileCache } = require('node:module');
// Node would never return from creating a folder in /proc, so vmgen creates the folder.
const folder = enableCompileCache && makeCacheFolder('code');
if (folder) enableCompileCache(folder);

main(process.argv.slice(2)).then((exitCode) => {
  // All output is written. A normal exit would wait for the background threads of V8.
  process.exit(exitCode);
});
