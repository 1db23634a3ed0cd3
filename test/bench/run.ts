import { parseArgs } from 'node:util';
import { benchApiServer } from './apiserver.js';
import { benchDev } from './dev.js';
import { benchEditor } from './editor.js';
import { benchExplore } from './explore.js';
import { benchGenerator } from './generator.js';
import { benchImage } from './image.js';
import { benchImport } from './import.js';
import { benchLoading } from './loading.js';
import { benchManager } from './manager.js';
import { benchOperator } from './operator.js';
import { benchPlayground } from './playground.js';
import { benchProject } from './project.js';
import { benchQueue } from './queue.js';
import { benchRuntime } from './runtime.js';
import { benchWebhooks } from './webhooks.js';

/**
 * Runs benchmarks and prints what they find. Usage: npm run bench [NAME...] [-- --objects N].
 * `--objects` is how many objects are created beside a real API server, 100,000 by default.
 * The exit code is 0 when they ran, whatever they found, and 2 for wrong usage.
 */
const BENCHMARKS: Readonly<
  Record<string, (print: (line: string) => void, objects?: number) => void | Promise<void>>
> = {
  apiserver: benchApiServer,
  dev: benchDev,
  editor: benchEditor,
  explore: benchExplore,
  generator: benchGenerator,
  image: benchImage,
  import: benchImport,
  loading: benchLoading,
  manager: benchManager,
  operator: benchOperator,
  playground: benchPlayground,
  project: benchProject,
  queue: benchQueue,
  runtime: benchRuntime,
  webhooks: benchWebhooks,
};

const { values, positionals: names } = readArguments();
const objects = values.objects === undefined ? undefined : Number(values.objects);
const unknown = names.find((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown !== undefined) {
  const known = Object.keys(BENCHMARKS).join(', ');
  console.error(`bench: no benchmark ${JSON.stringify(unknown)}; there are ${known}`);
  process.exitCode = 2;
} else if (objects !== undefined && !(Number.isSafeInteger(objects) && objects > 0)) {
  console.error(
    `bench: --objects ${JSON.stringify(values.objects)} is not a count; give a positive integer`,
  );
  process.exitCode = 2;
} else {
  for (const [name, bench] of Object.entries(BENCHMARKS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`== ${name}`);
    await bench((line) => console.log(line), objects);
  }
}

function readArguments() {
  try {
    return parseArgs({ options: { objects: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`bench: ${reason}\nUsage: npm run bench [NAME...] [-- --objects N]`);
    process.exit(2);
  }
}
