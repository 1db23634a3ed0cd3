import { LIBRARY } from 'playground:library';
import * as typescript from 'playground:typescript';
import { serveCalls, type WorkerScope } from './core/serve-calls.js';
import { createTypeService } from './core/type-service.js';

// The scope of a worker, not of a page, for which the library of this project has types.
serveCalls(self as unknown as WorkerScope, createTypeService(typescript, LIBRARY));
