#!/usr/bin/env node
// A committed entry point: npm links it at install time, before the first build.

// Checked before any import, because an older Node would fail with an unrelated error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `vm-engine-proxy requires Node 20.19 or newer, but this is ${process.versions.node}`,
  );
  process.exit(2);
}

await import('../dist/controller/src/cli/engine-proxy-main.js');
