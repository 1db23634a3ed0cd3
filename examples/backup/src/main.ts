import { runManager } from '@vmgen/manager';
import { createLogger } from '@vmgen/runtime';
import { operatorOptions } from '../generated/operator.js';
import { addBackupController } from './controller.js';

await runManager(
  {
    ...operatorOptions(process.env),
    logger: createLogger({ verbosity: 2, format: 'text' }),
  },
  addBackupController,
);
