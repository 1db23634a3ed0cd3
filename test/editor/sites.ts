import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The types of a small project. */
export const TYPES = `import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Site is a web site. */
// +genclient
// +kubebuilder:subresource:status
export interface Site extends TypeMeta {
  metadata: ObjectMeta;
  spec: {
    host: string;
    // +kubebuilder:validation:Maximum=10
    replicas?: Int32;
  };
  status?: { ready?: Int32 };
}
`;

/** The types with a problem: a misspelt type. */
export const MISSPELT = TYPES.replace('replicas?: Int32', 'replicas?: Int23');

/** Writes a project with the kind Site, and returns the path of its types. */
export async function writeSites(folder: string): Promise<string> {
  const api = path.join(folder, 'apis/web/v1');
  await mkdir(api, { recursive: true });
  await writeFile(
    path.join(folder, 'vmgen.config.json'),
    '{ "groups": "web:v1", "out": "generated" }\n',
  );
  await writeFile(path.join(api, 'doc.ts'), '// +groupName=web.example.com\nexport {};\n');
  const types = path.join(api, 'types.ts');
  await writeFile(types, TYPES);
  return types;
}

/** The position of a text in another, with the line and character of the protocol in UTF-16 units. */
export function placeOf(text: string, part: string): { line: number; character: number } {
  const offset = text.indexOf(part);
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}
