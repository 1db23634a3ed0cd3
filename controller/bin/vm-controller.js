#!/usr/bin/env node
// A committed entry point: npm links it at install time, before the first build.

// Before anything is loaded: an older Node trips over that, in words that tell nobody why.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`vm-controller needs Node 20.19 or newer, and this is ${process.versions.node}`);
  process.exit(2);
}

await import('../dist/controller/src/cli/main.js');
