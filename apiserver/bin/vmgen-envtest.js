#!/usr/bin/env node
import { main } from '../dist/bundle/setup-envtest.js';

process.exitCode = await main(process.argv.slice(2));
