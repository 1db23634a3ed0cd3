import ts from 'typescript';
import { createProject, DEFAULT_SETTINGS, parseGroups, type Project } from 'vmgen';
import { createMemoryDisk } from 'vmgen/browser';
import { manyKinds } from './many-kinds.js';
import { median } from './measure.js';
import { benchWatch } from './watch.js';

const ROUNDS = 40;
const WARM_UP = 20;
const NEW_PROJECTS = 5;

/** The programs, and the goal for a change in milliseconds of processor time. */
const PROGRAMS = [
  { name: '100 kinds in a group', groups: 1, kinds: 100, goalMs: 15 },
  { name: '1,000 kinds in 10 groups', groups: 10, kinds: 100, goalMs: 40 },
  { name: '1,000 kinds in a group', groups: 1, kinds: 1000, goalMs: 40 },
] as const;

/** The changes of one kind of a file, which are other ones each time. */
const CHANGES: readonly (readonly [
  name: string,
  change: (text: string, round: number) => string,
])[] = [
  [
    'another description',
    (text, round) => text.replace('How many there', `How many ${round} there`),
  ],
  ['another field', (text, round) => text.replace('  reason?:', `  more${round}?: string;\n$&`)],
  ['a misspelt type', (text, round) => text.replace('Int32;', `Int33${round};`)],
];

/**
 * Measures how long a project takes for a change of one of its kinds, in processor time: all diagnostics of the
 * program are known afterwards. The baselines are a new project with the same files, and a bare parse of the
 * changed file. All in turn, in one process, after a warm-up. The last row is a watching process, with the disk.
 */
export async function benchProject(print: (line: string) => void): Promise<void> {
  for (const { name, groups, kinds, goalMs } of PROGRAMS) {
    const program = manyKinds(groups, kinds, 'large');
    const files = Object.fromEntries(
      [...program.files].map(([path, text]) => [`/apis/${path}`, text]),
    );
    const open = (): Project =>
      createProject({
        disk: createMemoryDisk(files),
        apis: '/apis',
        groups: parseGroups([program.groups]),
        settings: DEFAULT_SETTINGS,
      });
    open();
    const project = open();
    const whole = median(Array.from({ length: NEW_PROJECTS }, () => processorMs(open)));
    print(`${name}: a new project takes ${whole.toFixed(0)} ms of processor time`);
    const file = '/apis/group0/v1/kinds50.ts';
    for (const [change, textOf] of CHANGES) {
      const { changeMs, parseMs } = measureChange(project, file, (round) =>
        textOf(files[file] ?? '', round),
      );
      const verdict = changeMs <= goalMs ? 'met' : 'missed';
      print(
        `  ${change.padEnd(20)} ${changeMs.toFixed(1).padStart(6)} ms, ${(changeMs / whole).toFixed(3)} of a new project, ${(changeMs / parseMs).toFixed(1)} bare parses of its file; goal <= ${goalMs}: ${verdict}`,
      );
    }
  }
  await benchWatch(print);
}

function measureChange(project: Project, file: string, textOf: (round: number) => string) {
  const changes: number[] = [];
  const parses: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const text = textOf(round);
    changes.push(processorMs(() => project.update(file, text)));
    parses.push(processorMs(() => ts.createSourceFile(file, text, ts.ScriptTarget.ES2023)));
  }
  return { changeMs: median(changes.slice(WARM_UP)), parseMs: median(parses.slice(WARM_UP)) };
}

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
