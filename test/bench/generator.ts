import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRepository } from '../support/repository.js';
import { goGenerators } from './go-generators.js';
import { writeManyKinds, type KindSize } from './many-kinds.js';
import { measure, rowsOf, type Measurement, type Subject } from './measure.js';

const row = rowsOf(28, 8);

const VMGEN = inRepository('generator', 'bin', 'vmgen.cjs');
const BARE = 'node -e 0';
const UNCHANGED = 'nothing changed';
const UNCHANGED_CHECK = 'nothing changed, --check';
const COLD = 'one group, cold';
const FIRST = 'one group, first run of all';
const EMBEDDING = 'it embeds PodTemplateSpec, cold';
const WRITES = 'node writing 1,000 files';
const HUNDRED = '100 kinds';
const THOUSAND = '1,000 kinds';
const THOUSAND_UNCHANGED = '1,000 kinds, nothing changed';
const THOUSAND_IN_ONE = '1,000 kinds in one group';
const THOUSAND_LARGE = '1,000 kinds of 4 types each';

/** The goal for 1,000 kinds, in starts of a bare node. */
const THOUSAND_GOAL = 15;

/** Measures vmgen against the start of a bare node, and beside Go's generators where there is Go. */
export function benchGenerator(print: (line: string) => void): void {
  const scratch = mkdtempSync(path.join(tmpdir(), 'vmgen-bench-'));
  try {
    const subjects = smallSubjects(scratch);
    const small = measure(subjects, 11, scratch);
    const large = measure(largeSubjects(scratch), 5, scratch);
    printRatios(small, large, print);
    const go = goGenerators(scratch);
    if (!go) return print('\nno go on the PATH: not compared with the generators of Go');
    printGo(measure([subjects[3] ?? go, go], 5, scratch), go.name, print);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function smallSubjects(scratch: string): Subject[] {
  return [
    { name: BARE, command: [process.execPath, '-e', '0'], cwd: scratch },
    oneGroup(scratch, UNCHANGED, []),
    oneGroup(scratch, UNCHANGED_CHECK, [], ['--check']),
    oneGroup(scratch, COLD, ['generated', 'cache/vmgen/runs']),
    oneGroup(scratch, FIRST, ['generated', 'cache']),
    embedding(scratch),
  ];
}

/** This repository's API; `forgotten` is set aside before each run. */
function oneGroup(
  scratch: string,
  name: string,
  forgotten: readonly string[],
  more: readonly string[] = [],
): Subject {
  const cwd = path.join(scratch, name.replaceAll(/\W+/g, '-'));
  cpSync(inRepository('apis'), path.join(cwd, 'apis'), { recursive: true });
  if (more.includes('--check')) {
    cpSync(inRepository('generated'), path.join(cwd, 'generated'), { recursive: true });
  }
  return vmgen(name, cwd, 'cloudnative:v1alpha1', forgotten, more);
}

/** The same API with a field of one of the largest types of Kubernetes; its CRD has 200 KiB. */
function embedding(scratch: string): Subject {
  const subject = oneGroup(scratch, EMBEDDING, ['generated', 'cache/vmgen/runs']);
  const types = path.join(subject.cwd, 'apis', 'cloudnative', 'v1alpha1', 'types.ts');
  const before = 'export interface VirtualMachineSpec {';
  const text = readFileSync(types, 'utf8').replace(before, `${before}\n  pods?: PodTemplateSpec;`);
  writeFileSync(
    types,
    `import type { PodTemplateSpec } from '@vmgen/kubernetes/core/v1';\n${text}`,
  );
  const packages = path.join(subject.cwd, 'node_modules', '@vmgen');
  mkdirSync(packages, { recursive: true });
  symlinkSync(inRepository('packages/kubernetes'), path.join(packages, 'kubernetes'));
  return subject;
}

function largeSubjects(scratch: string): Subject[] {
  return [
    { name: BARE, command: [process.execPath, '-e', '0'], cwd: scratch },
    writes(scratch),
    manyKinds(scratch, COLD, 1, 1),
    manyKinds(scratch, HUNDRED, 10, 10),
    manyKinds(scratch, THOUSAND, 10, 100),
    manyKinds(scratch, THOUSAND_UNCHANGED, 20, 50, 'small', []),
    manyKinds(scratch, THOUSAND_IN_ONE, 1, 1000),
    manyKinds(scratch, THOUSAND_LARGE, 10, 100, 'large'),
  ];
}

/** The baseline of a run for 1,000 kinds: the time of the disk to write a CRD for each. */
function writes(scratch: string): Subject {
  const cwd = path.join(scratch, 'writes');
  mkdirSync(cwd);
  const script = `const fs = require('node:fs'); fs.mkdirSync('out'); process.chdir('out');
    for (let i = 0; i < 1000; i++) {
      fs.writeFileSync(i + '.tmp', 'x'.repeat(2000));
      fs.renameSync(i + '.tmp', String(i));
    }`;
  return {
    name: WRITES,
    command: [process.execPath, '-e', script],
    cwd,
    prepare: () => setAside(cwd, ['out']),
  };
}

function manyKinds(
  scratch: string,
  name: string,
  groups: number,
  kinds: number,
  size: KindSize = 'small',
  forgotten: readonly string[] = ['generated', 'cache/vmgen/runs'],
): Subject {
  const cwd = path.join(scratch, `${size}-${groups}x${kinds}`);
  const value = writeManyKinds(cwd, groups, kinds, size);
  return vmgen(name, cwd, value, forgotten);
}

function vmgen(
  name: string,
  cwd: string,
  groups: string,
  forgotten: readonly string[],
  more: readonly string[] = [],
): Subject {
  mkdirSync(cwd, { recursive: true });
  return {
    name,
    command: [process.execPath, VMGEN, '--groups', groups, '--out', 'generated', ...more],
    cwd,
    env: { XDG_CACHE_HOME: path.join(cwd, 'cache') },
    prepare: () => setAside(cwd, forgotten),
  };
}

/**
 * Takes folders out of the way. They are not removed until all is measured: for minutes after a
 * thousand files were, ext4 takes ten times as long to make new ones (`recently_deleted`).
 */
function setAside(cwd: string, folders: readonly string[]): void {
  const attic = mkdtempSync(path.join(cwd, 'attic-'));
  for (const folder of folders) {
    const from = path.join(cwd, folder);
    if (existsSync(from)) renameSync(from, path.join(attic, path.basename(folder)));
  }
}

type Measurements = ReadonlyMap<string, Measurement>;

function printRatios(
  small: Measurements,
  large: Measurements,
  print: (line: string) => void,
): void {
  print(row(['', 'ms', 'x node', 'goal', '', 'MiB']));
  const line = (of: Measurements, name: string, goal?: number): void => {
    const ratio = msOf(of, name) / msOf(of, BARE);
    const verdict = goal === undefined ? ['', ''] : [`<= ${goal}`, met(ratio <= goal)];
    const peak = of.get(name)?.peakMiB;
    const shown = [msOf(of, name).toFixed(0), ratio.toFixed(2), ...verdict];
    print(row([name, ...shown, peak === undefined ? '' : peak.toFixed(0)]));
  };
  line(small, BARE);
  line(small, UNCHANGED, 2.5);
  line(small, UNCHANGED_CHECK, 2.5);
  line(small, COLD, 5);
  line(small, FIRST);
  printEmbedding(small, print);
  line(large, BARE);
  line(large, WRITES);
  line(large, HUNDRED);
  line(large, THOUSAND_UNCHANGED, 2.5);
  line(large, THOUSAND, THOUSAND_GOAL);
  line(large, THOUSAND_IN_ONE, THOUSAND_GOAL);
  line(large, THOUSAND_LARGE);
  printKinds(large, print);
}

function printEmbedding(small: Measurements, print: (line: string) => void): void {
  const ratio = msOf(small, EMBEDDING) / msOf(small, COLD);
  const shown = [msOf(small, EMBEDDING).toFixed(0), `${ratio.toFixed(2)} x`];
  print(`${row([EMBEDDING, ...shown])} the same without; goal <= 1.5: ${met(ratio <= 1.5)}`);
}

function printKinds(large: Measurements, print: (line: string) => void): void {
  const perKind = (name: string, kinds: number): number =>
    (msOf(large, name) - msOf(large, COLD)) / (kinds - 1);
  const growth = perKind(THOUSAND, 1000) / perKind(HUNDRED, 100);
  const peak = Math.max(
    ...[THOUSAND, THOUSAND_IN_ONE, THOUSAND_LARGE].map(
      (name) => large.get(name)?.peakMiB ?? Number.NaN,
    ),
  );
  print('');
  print(`a kind more, of 100:   ${perKind(HUNDRED, 100).toFixed(2)} ms`);
  print(
    `a kind more, of 1,000: ${perKind(THOUSAND, 1000).toFixed(2)} ms, ${growth.toFixed(2)} of that; goal <= 1.1: ${met(growth <= 1.1)}`,
  );
  print(`peak memory at 1,000:  ${peak.toFixed(0)} MiB; goal <= 400: ${met(peak <= 400)}`);
}

function printGo(measured: Measurements, name: string, print: (line: string) => void): void {
  const ratio = msOf(measured, name) / msOf(measured, COLD);
  print('');
  print(
    `${name}, the same API in Go: ${msOf(measured, name).toFixed(0)} ms, vmgen cold ${msOf(measured, COLD).toFixed(0)} ms: ${ratio.toFixed(1)} times as fast; goal >= 40: ${met(ratio >= 40)}`,
  );
}

function msOf(measured: Measurements, name: string): number {
  return measured.get(name)?.medianMs ?? Number.NaN;
}

const met = (isMet: boolean): string => (isMet ? 'met' : 'missed');
