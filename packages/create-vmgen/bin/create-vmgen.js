#!/usr/bin/env node
// Runs `vmgen init` with the same arguments.
process.argv.splice(2, 0, 'init');
await import(new URL('../../bin/vmgen.cjs', import.meta.resolve('vmgen')).href);
