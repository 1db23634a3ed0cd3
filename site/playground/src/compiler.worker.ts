import { createCompiler } from './compiler.js';
import { serveCalls, type WorkerScope } from './core/serve-calls.js';

// The scope of a worker, not of a page, for which the library of this project has types.
serveCalls(self as unknown as WorkerScope, createCompiler());
