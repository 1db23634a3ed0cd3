#!/usr/bin/env node
// A committed entry point: npm links it at install time, before the first build. It is CommonJS, as
// Node takes a quarter longer to start with a module.
'use strict';

require('../dist/main.cjs')
  .main(process.argv.slice(2))
  .then((exitCode) => {
    // All is written by now. An end by itself would wait for what V8's threads have begun.
    process.exit(exitCode);
  });
