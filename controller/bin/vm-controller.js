#!/usr/bin/env node
// A committed entry point: npm links it at install time, before the first build.
import '../dist/controller/src/cli/main.js';
