import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inRepository } from './repository.js';
import { temporaryFolder } from './temporary-folder.js';

const KIND = `// +groupName=web.example.com

import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Site is a web site. */
// +genclient
export interface Site extends TypeMeta {
  metadata: ObjectMeta;
  spec: SiteSpec;
}

export interface SiteSpec {
  /** How many replicas there are. */
  // +kubebuilder:validation:Maximum=5
  replicas: Int32;
}
`;

/** A project for an editor. */
interface EditorProject extends AsyncDisposable {
  readonly folder: string;
  /** The absolute path of a file. */
  at(file: string): string;
  /** Writes a file in one step: a reader has the former text or this one. */
  write(file: string, text: string): Promise<void>;
}

const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'site-operator', type: 'module' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023'],
      skipLibCheck: true,
      strict: true,
      types: [],
      plugins: [{ name: '@vmgen/typescript-plugin' }],
    },
    include: ['apis', 'src'],
  }),
  'vmgen.config.json': JSON.stringify({ groups: 'web:v1', out: 'generated', paths: ['src'] }),
  'apis/web/v1/types.ts': KIND,
  'src/main.ts': 'export const answer: number = 42;\n',
};

/** The text of `apis/web/v1/types.ts` in a new project. */
export const SITE_TYPES = KIND;

/**
 * Writes a project of `vmgen init` for an editor: its API, a file of code, and the packages of the workspace.
 *
 * @param files further files, or other texts; undefined for none
 */
export async function editorProject(
  files: Readonly<Record<string, string | undefined>> = {},
  { hasPackages = true }: { readonly hasPackages?: boolean } = {},
): Promise<EditorProject> {
  const temporary = await temporaryFolder('editor');
  const at = (file: string): string => path.join(temporary.path, file);
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(path.dirname(at(file)), { recursive: true });
    const part = at('.written');
    await writeFile(part, text);
    await rename(part, at(file));
  };
  for (const [file, text] of Object.entries({ ...FILES, ...files })) {
    if (text !== undefined) await write(file, text);
  }
  if (hasPackages) await symlink(inRepository('node_modules'), at('node_modules'));
  return {
    folder: temporary.path,
    at,
    write,
    [Symbol.asyncDispose]: temporary[Symbol.asyncDispose],
  };
}
