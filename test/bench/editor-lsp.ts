import { TestEditor } from '../editor/language-client.js';
import { editorProject } from '../support/editor-project.js';
import { manyKinds } from './many-kinds.js';
import { median } from './measure.js';
import { memoryMiB, processorMs } from './process-cost.js';

const KINDS = 100;
const STARTS = 5;
const KEYS = 40;
const WARM_UP = 20;
/** For a keystroke, in milliseconds of processor time. */
const GOAL_MS = 50;
const FILE = 'apis/group0/v1/kinds50.ts';

/**
 * Measures `vmgen lsp` on a project with 100 kinds as its client sees it: from the start of the process to the first
 * diagnostics, from a keystroke to its diagnostics, and the memory after that.
 */
export async function benchLanguageServer(print: (line: string) => void): Promise<void> {
  const { files, groups } = manyKinds(1, KINDS, 'large');
  const text = files.get('group0/v1/kinds50.ts') ?? '';
  await using project = await editorProject({
    ...Object.fromEntries([...files].map(([name, each]) => [`apis/${name}`, each])),
    'vmgen.config.json': JSON.stringify({ groups, out: 'generated' }),
  });
  const open = async (): Promise<TestEditor> => {
    const editor = await TestEditor.start({ folders: [project.folder] });
    await editor.open(project.at(FILE), text);
    return editor;
  };
  const starts: (readonly [wallMs: number, cpuMs: number])[] = [];
  for (let round = 0; round < STARTS; round++) {
    const before = performance.now();
    await using editor = await open();
    starts.push([performance.now() - before, processorMs(editor.child.pid ?? 0)]);
  }
  print(`vmgen lsp: ${shown('its start to the first diagnostics', starts)}`);
  await using editor = await open();
  const keys = await typeInto(editor, project.at(FILE), text);
  const cpuMs = median(keys.map(([, each]) => each));
  const verdict = `goal <= ${GOAL_MS}: ${cpuMs <= GOAL_MS ? 'met' : 'missed'}`;
  print(`vmgen lsp: ${shown('a keystroke to its diagnostics', keys)}; ${verdict}`);
  print(`vmgen lsp: ${memoryMiB(editor.child.pid ?? 0).toFixed(0)} MiB of memory at the end`);
}

function shown(what: string, times: readonly (readonly [wallMs: number, cpuMs: number])[]): string {
  const [wallMs, cpuMs] = [
    median(times.map(([each]) => each)),
    median(times.map(([, each]) => each)),
  ];
  return `${what}: ${wallMs.toFixed(1)} ms, ${cpuMs.toFixed(1)} of processor time`;
}

/** Types a letter behind a type and removes it again, which adds and removes a diagnostic. */
async function typeInto(
  editor: TestEditor,
  file: string,
  text: string,
): Promise<(readonly [wallMs: number, cpuMs: number])[]> {
  const lines = text.split('\n');
  const line = lines.findIndex((each) => each.includes('Int32;'));
  const start = { line, character: (lines[line] ?? '').indexOf(';') };
  const end = { line, character: start.character + 1 };
  const all: (readonly [number, number])[] = [];
  for (let round = 0; round < WARM_UP + KEYS; round++) {
    const isAdded = round % 2 === 0;
    const range = { start, end: isAdded ? start : end };
    const [wallMs, cpuMs] = [performance.now(), processorMs(editor.child.pid ?? 0)];
    await editor.change(file, { range, text: isAdded ? 'x' : '' });
    all.push([performance.now() - wallMs, processorMs(editor.child.pid ?? 0) - cpuMs]);
  }
  return all.slice(WARM_UP);
}
