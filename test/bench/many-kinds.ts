import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes an API of `groups` groups with `kinds` kinds each below `root`/apis, a file per kind, and
 * returns the value of `--groups`. A kind has a spec, a status and a type inside, documentation and
 * markers: 60 lines of CRD.
 */
export function writeManyKinds(root: string, groups: number, kinds: number): string {
  for (let group = 0; group < groups; group++) {
    const folder = path.join(root, 'apis', `group${group}`, 'v1');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'doc.ts'), `// +groupName=group${group}.example.com\n`);
    for (let kind = 0; kind < kinds; kind++) {
      writeFileSync(path.join(folder, `kind${kind}.ts`), kindText(`Machine${kind}N`));
    }
  }
  return Array.from({ length: groups }, (_, group) => `group${group}:v1`).join(' ');
}

function kindText(kind: string): string {
  return `import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

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
