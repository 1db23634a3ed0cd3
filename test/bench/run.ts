import { benchApiServer } from './apiserver.js';
import { benchGenerator } from './generator.js';
import { benchImport } from './import.js';
import { benchLoading } from './loading.js';
import { benchQueue } from './queue.js';
import { benchRuntime } from './runtime.js';

/**
 * Runs benchmarks and prints what they find. Usage: npm run bench, or npm run bench:generator and bench:import.
 * The exit code is 0 when they ran, whatever they found, and 2 for wrong usage.
 */
const BENCHMARKS: Readonly<
  Record<string, (print: (line: string) => void) => void | Promise<void>>
> = {
  apiserver: benchApiServer,
  generator: benchGenerator,
  import: benchImport,
  loading: benchLoading,
  queue: benchQueue,
  runtime: benchRuntime,
};

const names = process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown !== undefined) {
  const known = Object.keys(BENCHMARKS).join(', ');
  console.error(`bench: no benchmark ${JSON.stringify(unknown)}; there are ${known}`);
  process.exitCode = 2;
} else {
  for (const [name, bench] of Object.entries(BENCHMARKS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`== ${name}`);
    await bench((line) => console.log(line));
  }
}
