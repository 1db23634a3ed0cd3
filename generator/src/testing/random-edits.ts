import type { Random } from './random.js';

/** The files of a program by their paths. */
export type ProgramFiles = Readonly<Record<string, string>>;

/** A file with its text afterwards; undefined removes it. */
export type FileEdit = readonly [path: string, text: string | undefined];

/** Lines that edits insert: fields, markers, imports and types that others of them refer to. */
const LINES: readonly string[] = [
  '',
  '  size: Int32;',
  '  size?: string;',
  '  other: Other;',
  '  boxed?: Box<Other>;',
  '  boxes: Box<string>[];',
  '  picked: Pick<Other, "a">;',
  '  keys: keyof Other;',
  '  a: Other["a"];',
  '  again?: Again;',
  '  mapped: { [K in keyof Other]: Other[K] };',
  '  place?: Place;',
  '  number: number;',
  '  mixed: [string, Int32];',
  '  constant: typeof SIZES[number];',
  '  // +kubebuilder:validation:MinLength=2',
  '  // +kubebuilder:validation:MaxLength=1',
  '  // +kubebuilder:default=1',
  '  // +optional',
  '  // +kubebuilder:validation:XValidation:rule="self.size() > 1"',
  '  // +vmgen:renamedFrom=v1:.spec.size',
  '// +genclient',
  '// +kubebuilder:storageversion',
  '// +kubebuilder:subresource:status',
  '// +kubebuilder:resource:scope=Cluster,shortName=t',
  '// +kubebuilder:skipversion',
  '// +kubebuilder:validation:Optional',
  '// +kubebuilder:rbac:groups=example.com,resources=things,verbs=get',
  '// +vmgen:conversion:strategy=Webhook,url="https://a.example/",reviewVersions=v1',
  '// +vmgen:ignore:code=VMGEN5109,reason="as upstream"',
  '// +vmgen:validatingPolicy:name=keep.example.com,operations=delete',
  '// +vmgen:policy:validation:expression="object.spec.size > 1"',
  '// +groupName=other.example.com',
  "import type { Other, Again, Box } from './more.js';",
  "import type { Place } from '@org/geo';",
  "import type { Other } from '../../shared/other.js';",
  "export * from './more.js';",
  "export type { Other as Again } from './more.js';",
  'export type Other = Again;',
  'export type Again = Other | null;',
  'export interface Other { a: string; b?: Other[] }',
  'interface Other extends Again { c: string }',
  'export interface Again { other?: Other; box?: Box<Again> }',
  'export interface Box<T> { value: T; more?: Box<T[]> }',
  'export interface Box<T = string> { values: T[]; count: Int32 }',
  "export const SIZES = ['s', 'm'] as const;",
  'export enum Other { A = "a", B = "b" }',
  'export interface More extends TypeMeta { metadata: ObjectMeta; spec: Other }',
  'export interface MoreList extends TypeMeta { metadata: ListMeta; items: More[] }',
  '}',
  '/** A comment',
  '\0',
];

const WORD = /[A-Za-z_]\w*/g;

/** Changes of one file or of a few, often back to what they were at the start. */
export function randomEdits(files: ProgramFiles, start: ProgramFiles, random: Random): FileEdit[] {
  const paths = [...new Set([...Object.keys(files), ...Object.keys(start)])];
  const changed = paths.filter((path) => files[path] !== start[path]);
  if (random.chance(20)) return changed.map((path) => [path, start[path]]);
  if (random.chance(30) && changed.length > 0) {
    const path = random.pick(changed);
    return [[path, start[path]]];
  }
  return Array.from({ length: random.chance(10) ? 3 : 1 }, () => randomEdit(files, start, random));
}

function randomEdit(files: ProgramFiles, start: ProgramFiles, random: Random): FileEdit {
  const paths = [files, start].map((each) =>
    Object.keys(each).filter((name) => name.endsWith('.ts')),
  );
  // All files may have been removed.
  const path = random.pick(paths.find(({ length }) => length > 0) ?? []);
  const text = files[path] ?? '';
  if (random.chance(4)) return [path, undefined];
  if (random.chance(4))
    return [path.replace(/[^/]+$/, 'more.ts'), random.pick(Object.values(start))];
  if (random.chance(3))
    return [path.replace(/[^/]+$/, 'more.ts'), random.some(LINES, 1, 9).join('\n')];
  if (random.chance(10)) return [path, text.replace(wordAt(text, random), wordAt(text, random))];
  if (random.chance(3)) return [path, text.slice(0, random.int(text.length + 1))];
  const lines = text.split('\n');
  const at = random.int(lines.length);
  const line = lines[at] ?? '';
  if (random.chance(25)) lines.splice(at, 1);
  else if (random.chance(20)) lines.splice(at, 0, line);
  else if (random.chance(15)) lines[at] = line.replace(':', line.includes('?:') ? ':' : '?:');
  else lines.splice(at, 0, random.pick(LINES));
  return [path, lines.join('\n')];
}

const wordAt = (text: string, random: Random): string => random.pick(text.match(WORD) ?? ['']);
