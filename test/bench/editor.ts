import { editorProject } from '../support/editor-project.js';
import { TsServer } from '../support/ts-server.js';
import { manyKinds } from './many-kinds.js';
import { benchLanguageServer } from './editor-lsp.js';
import { median } from './measure.js';
import { memoryMiB, processorMs } from './process-cost.js';

const WARM_UP = 10;
const ROUNDS = 60;

/** The goal for a change of a file of 100 kinds, in milliseconds of processor time. */
const KEYSTROKE_GOAL_MS = 50;
/** The goal for the answers of tsserver itself: the time with the plugin divided by that without. */
const ANSWER_GOAL = 1.1;

const TYPES = 'apis/group0/v1/kinds50.ts';
const CODE = 'src/main.ts';
const PROGRAM = `import type { Machine50N, Machine99N } from '../apis/group0/v1/kinds50.js';

export const replicas = (machine: Machine50N): number => machine.spec.replicas;
`;

/** A tsserver with the project of the bench. */
interface Subject {
  readonly server: TsServer;
  readonly types: string;
  readonly code: string;
  /** The text of the file with types. */
  text: string;
}

/** What is measured in each round, in milliseconds of processor time. */
const REQUESTS: Readonly<Record<string, (subject: Subject, round: number) => Promise<unknown>>> = {
  'a keystroke in an API file, and its diagnostics': async (subject, round) => {
    const { server, types, text } = subject;
    const next = text.replace(/How many\d* there/, `How many${round} there`);
    await server.type(types, text, next);
    subject.text = next;
    await server.allDiagnostics(types);
  },
  'a misspelt type in an API file, and its diagnostics': async (subject, round) => {
    const { server, types, text } = subject;
    const next = text.replace(/replicas: Int\d+;/, `replicas: Int${round % 2 === 0 ? 33 : 32};`);
    await server.type(types, text, next);
    subject.text = next;
    await server.allDiagnostics(types);
  },
  'completion of a type in an API file': ({ server, types, text }) =>
    server.completions(types, text, text.indexOf('Int3') + 3),
  'hover of a type in an API file': ({ server, types, text }) =>
    server.quickInfo(types, text, text.indexOf('Int32')),
  'a keystroke in other code, and its diagnostics': async ({ server, code }, round) => {
    await server.type(code, programAt(round - 1), programAt(round));
    await server.allDiagnostics(code);
  },
  'completion in other code': ({ server, code }, round) =>
    server.completions(code, programAt(round), PROGRAM.indexOf('spec.') + 5),
  'hover in other code': ({ server, code }, round) =>
    server.quickInfo(code, programAt(round), PROGRAM.indexOf('replicas;')),
};

const programAt = (round: number): string => `${PROGRAM}// ${round}\n`;

/**
 * Measures what the plugin adds to tsserver, over its protocol, in processor time of its process. The servers with and
 * without the plugin have equal projects, and are asked in turn.
 */
export async function benchEditor(print: (line: string) => void): Promise<void> {
  await using withPlugin = await editorProject(filesOf(true));
  await using without = await editorProject(filesOf(false));
  await using first = new TsServer();
  await using second = new TsServer();
  const subjects = [subjectOf(first, withPlugin), subjectOf(second, without)];
  const times = new Map(Object.keys(REQUESTS).map((name) => [name, [[], []] as number[][]]));
  const starts: string[] = [];
  for (const { server, types, code, text } of subjects) {
    server.open(types, text);
    server.open(code, programAt(-1));
    await server.allDiagnostics(types);
    starts.push(`${processorMs(server.pid).toFixed(0)} ms`);
  }
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [name, ask] of Object.entries(REQUESTS)) {
      // The second one finds warmer caches of the processor.
      const order = round % 2 === 0 ? [...subjects.entries()] : [...subjects.entries()].reverse();
      for (const [index, subject] of order) {
        const before = processorMs(subject.server.pid);
        await ask(subject, round);
        const took = processorMs(subject.server.pid) - before;
        if (round >= WARM_UP) times.get(name)?.[index]?.push(took);
      }
    }
  }
  print(`${' '.repeat(52)}   with  without`);
  print(`${'from the start to the first diagnostics'.padEnd(52)} ${starts.join('  ')}`);
  for (const [name, [plugin = [], own = []]] of times) {
    const [pluginMs, ownMs] = [median(plugin), median(own)];
    const isKeystroke = name.includes('in an API file, and');
    const verdict = isKeystroke
      ? `the plugin takes ${(pluginMs - ownMs).toFixed(1)} ms; goal <= ${KEYSTROKE_GOAL_MS}: ${metIf(pluginMs - ownMs <= KEYSTROKE_GOAL_MS)}`
      : `x ${(pluginMs / ownMs).toFixed(2)}; goal <= ${ANSWER_GOAL}: ${metIf(pluginMs / ownMs <= ANSWER_GOAL)}`;
    print(`${name.padEnd(52)} ${shown(pluginMs)}   ${shown(ownMs)} ms  ${verdict}`);
  }
  const memory = subjects.map(({ server }) => `${memoryMiB(server.pid).toFixed(0)} MiB`);
  print(`${'memory at the end'.padEnd(52)} ${memory.join('  ')}`);
  await benchLanguageServer(print);
}

const shown = (ms: number): string => ms.toFixed(1).padStart(6);

const metIf = (isMet: boolean): string => (isMet ? 'met' : 'missed');

const { files: KINDS, groups: GROUPS } = manyKinds(1, 100, 'large');

function filesOf(hasPlugin: boolean): Record<string, string> {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023'],
    strict: true,
    types: [],
    skipLibCheck: true,
    plugins: hasPlugin ? [{ name: '@vmgen/typescript-plugin' }] : [],
  };
  const apis = [...KINDS].map(([name, text]) => [`apis/${name}`, text] as const);
  return {
    ...Object.fromEntries(apis),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['apis', 'src'] }),
    'vmgen.config.json': JSON.stringify({ groups: GROUPS, out: 'generated' }),
    [CODE]: PROGRAM,
  };
}

function subjectOf(server: TsServer, project: Awaited<ReturnType<typeof editorProject>>): Subject {
  const text = KINDS.get('group0/v1/kinds50.ts') ?? '';
  return { server, types: project.at(TYPES), code: project.at(CODE), text };
}
