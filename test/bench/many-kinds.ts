import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** How much a kind says. */
export type KindSize = 'small' | 'large';

/** As where the goal was set: 1,000 interfaces in 200 files. */
const KINDS_PER_FILE = 5;

/** The files of an API by their paths below the folder of the APIs, and the value of `--groups`. */
interface ManyKinds {
  readonly files: ReadonlyMap<string, string>;
  readonly groups: string;
}

/** An API of `groups` groups with `kinds` kinds each. A small kind is one interface, a large one four. */
export function manyKinds(groups: number, kinds: number, size: KindSize): ManyKinds {
  const textOf = size === 'small' ? smallKind : largeKind;
  const files = new Map<string, string>();
  for (let group = 0; group < groups; group++) {
    const folder = `group${group}/v1`;
    files.set(`${folder}/doc.ts`, `// +groupName=group${group}.example.com\n`);
    for (let first = 0; first < kinds; first += KINDS_PER_FILE) {
      const count = Math.min(KINDS_PER_FILE, kinds - first);
      const texts = Array.from({ length: count }, (_, index) => textOf(`Machine${first + index}N`));
      files.set(`${folder}/kinds${first}.ts`, IMPORTS + texts.join(''));
    }
  }
  const names = Array.from({ length: groups }, (_, group) => `group${group}:v1`);
  return { files, groups: names.join(' ') };
}

/** Writes such an API below `root`/apis and returns the value of `--groups`. */
export function writeManyKinds(
  root: string,
  groups: number,
  kinds: number,
  size: KindSize,
): string {
  const { files, groups: value } = manyKinds(groups, kinds, size);
  for (const [name, text] of files) {
    const file = path.join(root, 'apis', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return value;
}

const IMPORTS = "import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';\n";

function smallKind(kind: string): string {
  return `
/** ${kind} is a machine. */
// +genclient
// +kubebuilder:subresource:status
export interface ${kind} extends TypeMeta {
  metadata: ObjectMeta;
  /** What the user wants. */
  spec: {
    /** The image that the machine starts from. */
    // +kubebuilder:validation:MinLength=1
    image?: string;
    replicas: Int32;
  };
  status?: { phase: 'Pending' | 'Active' };
}
`;
}

function largeKind(kind: string): string {
  return `
/** ${kind} is a machine. */
// +genclient
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=\`.status.phase\`
export interface ${kind} extends TypeMeta {
  metadata: ObjectMeta;
  /** What the user wants. */
  spec: ${kind}Spec;
  /** What the controller last saw. */
  status?: ${kind}Status;
}

/** ${kind}Spec is the desired state. */
export interface ${kind}Spec {
  /** The image that the machine starts from. */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:default=nginx
  image?: string;
  /** How many there are. */
  // +kubebuilder:validation:Minimum=0
  replicas: Int32;
  /** Where its disks are. */
  disks?: ${kind}Disk[];
  labels?: Record<string, string>;
}

/** ${kind}Disk is a disk of a machine. */
export interface ${kind}Disk {
  name: string;
  /** In what form it is kept. */
  format?: 'raw' | 'qcow2';
}

/** ${kind}Status is the observed state. */
export interface ${kind}Status {
  phase: 'Pending' | 'Active' | 'Failed';
  /** Why the machine is in its phase. */
  reason?: string;
}
`;
}
