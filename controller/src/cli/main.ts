import { createLogger, createVerbosity } from '@vmgen/runtime';
import { parseOptions } from './options.js';
import { runCommand } from './run-command.js';
import { runController } from './run-controller.js';

await runCommand(
  'vm-controller',
  (args, version) => parseOptions(args, version, process.env),
  (options) => {
    const verbosity = createVerbosity(options.verbosity);
    return runController(options, createLogger({ verbosity, format: 'text' }));
  },
);
