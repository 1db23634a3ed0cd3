import type { DiagnosticDefinitions } from './definition.js';
import { field, file, shell, type } from './example.js';

/** Replaces an import that cannot be resolved by the type itself. */
const DECLARED_SIZE = `export type Size = 'Small' | 'Large';

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { size: Size };
}`;

/** Files, folders and the names that lead to them: 1000 to 1999. */
export const sourceDiagnostics = {
  VMGEN1001: {
    name: 'syntax-error',
    title: 'Syntax error',
    why: 'The TypeScript parser reported an error. The meaning of the text after it is uncertain, so other diagnostics are omitted until the file can be parsed.',
    example: field(`
- name: string
-   size Int32;
+ name: string;
+   size: Int32;`),
  },
  VMGEN1002: {
    name: 'empty-folder',
    title: 'No types found in a --groups folder',
    why: '--groups lists groups and their versions; each of them is a folder GROUP/VERSION below --apis that contains *.ts files.',
    example: shell(`
- vmgen generate --groups flet:v1 --out generated      # the folder is apis/fleet/v1
+ vmgen generate --groups fleet:v1 --out generated`),
  },
  VMGEN1003: {
    name: 'missing-path',
    title: 'Path on the command line does not exist',
    why: '--paths lists folders or files of code whose RBAC, policy and webhook markers are read. If a missing path were ignored, its roles would be lost without notice.',
    example: shell(`
- vmgen generate --groups fleet:v1 --paths source --out generated      # the folder is src
+ vmgen generate --groups fleet:v1 --paths src --out generated`),
  },
  VMGEN1004: {
    name: 'path-without-code',
    title: 'File on the command line is not a TypeScript source',
    why: 'vmgen reads markers from *.ts, *.tsx, *.mts and *.cts files, except declarations (*.d.ts) and tests. A folder may contain none of them, but a file is listed explicitly.',
    example: shell(`
- vmgen generate --groups fleet:v1 --paths dist/main.js --out generated
+ vmgen generate --groups fleet:v1 --paths src/main.ts --out generated`),
  },
  VMGEN1005: {
    name: 'unknown-output-file',
    title: 'Output path contains a file that vmgen did not generate',
    why: 'The output path contains a file without the header of generated files. vmgen does not overwrite it because it may be handwritten.',
    example: shell(`
- vmgen generate --groups fleet:v1 --out src      # there is a src/index.ts of yours
+ vmgen generate --groups fleet:v1 --out generated`),
  },
  VMGEN1006: {
    name: 'blocked-output',
    title: 'Output path is not a regular file',
    why: 'The path of a generated file is a folder, a symbolic link, a pipe, a socket or a device, or a parent of it is not a folder. vmgen does not follow links below --out, because writing through a link changes a file elsewhere.',
    example: shell(`
- ln -s ../other/generated/crds generated/crds && vmgen generate --groups fleet:v1 --out generated
+ rm generated/crds && vmgen generate --groups fleet:v1 --out generated`),
  },
  VMGEN1007: {
    name: 'output-over-source',
    title: 'Output path is an input file',
    why: 'vmgen does not write files that it reads: sources would be lost, or the next run would read its own output.',
    example: shell(`
- vmgen generate --groups src:v1 --apis src/apis --out .      # src/v1/client.ts would be among the sources
+ vmgen generate --groups src:v1 --apis src/apis --out generated`),
  },
  VMGEN1009: {
    name: 'file-too-large',
    title: 'Source file is too large',
    why: 'A file of 16 MiB contains data or generated code rather than API types, and takes minutes to parse.',
    example: shell('a types.ts of 50 MiB', 'types alone, in several files where they are many'),
  },
  VMGEN1010: {
    name: 'unreadable-text',
    title: 'Source file is not readable UTF-8 text',
    why: 'TypeScript sources are UTF-8: tools interpret other encodings differently. A pipe or a device has no text, and a file may be one that the user cannot read.',
    example: shell(`
- iconv -t UTF-16 types.ts > apis/example/v1/types.ts
+ cp types.ts apis/example/v1/types.ts`),
  },
  VMGEN1011: {
    name: 'unknown-external-group',
    title: 'External group without a kind',
    why: 'operator.externalGroups of the config lists the API groups whose CRDs another project installs. With a misspelled group, the deployment installs the CRDs of that project, over those that the project has installed.',
    example: shell(`
- "externalGroups": ["certmanager.io"]
+ "externalGroups": ["cert-manager.io"]`),
  },
  VMGEN1101: {
    name: 'unknown-type',
    title: 'Unknown type name',
    why: 'The name is neither declared nor imported. vmgen does not fall back to string or object for unknown types.',
    example: field('size: Sise;', 'size: Int32;'),
  },
  VMGEN1102: {
    name: 'missing-module',
    title: 'Imported file does not exist',
    why: 'Without the file its types are unknown, and vmgen cannot create a schema for them.',
    example: file(
      `import type { Size } from './sizes.js';

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { size: Size };
}`,
      DECLARED_SIZE,
    ),
  },
  VMGEN1103: {
    name: 'import-outside-apis',
    title: 'Import from outside the folder of the APIs',
    why: 'vmgen reads the folder of --apis and installed packages. Changes of other files would go unnoticed, and generated code could not import them.',
    example: shell(`
  $ cat apis/fleet/v1/types.ts
- import type { Size } from '../../../shared/size.js';
+ import type { Size } from '../../shared/size.js';`),
  },
  VMGEN1104: {
    name: 'package-not-installed',
    title: 'Imported package is not installed or has no types',
    why: 'The package cannot be resolved from the folder of the APIs, or it contains no type declarations.',
    example: file(
      `import type { Size } from '@example/not-installed';

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { size: Size };
}`,
      DECLARED_SIZE,
    ),
  },
  VMGEN1105: {
    name: 'unknown-runtime-type',
    title: '@vmgen/runtime has no API type of this name',
    why: '@vmgen/runtime exports types for APIs (Int32, Quantity, Condition and others); its other exports are for programs.',
    example: file(`
- import type { Integer, ObjectMeta, TypeMeta } from '@vmgen/runtime';
+ import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

  export interface Machine extends TypeMeta {
    metadata: ObjectMeta;
-   spec: { size: Integer };
+   spec: { size: Int32 };
  }`),
  },
  VMGEN1106: {
    name: 'unknown-constant',
    title: 'typeof does not name a constant of the API',
    why: 'typeof is supported for constants whose value is written in the files of the API.',
    example: field('size: typeof SIZES;', "size: 'Small' | 'Large';"),
  },
  VMGEN1107: {
    name: 'duplicate-declaration',
    title: 'Duplicate declaration',
    why: 'TypeScript merges two interfaces of the same name; other declarations must have unique names.',
    example: type(`
  export type Size = 'Small' | 'Large';
- export interface Size { width: Int32 }
+ export interface Area { width: Int32 }`),
  },
  VMGEN1108: {
    name: 'invalid-tsconfig',
    title: 'Invalid tsconfig.json',
    why: 'vmgen resolves imports with the nearest tsconfig.json above the folder of the APIs. With an invalid file, imports could resolve differently than in the compiler.',
    example: shell(`
  $ cat tsconfig.json
- { "compilerOptions": { "paths": "@shop/*" } }
+ { "compilerOptions": { "paths": { "@shop/*": ["./shop/*"] } } }`),
  },
  VMGEN1109: {
    name: 'types-without-schema',
    title: 'Kubernetes type from a package without schema information',
    why: 'In kubernetes-types and @kubernetes/client-node, numbers have no width, quantities and times are plain strings, and lists have no keys. A schema based on them would reject values that Kubernetes accepts. @vmgen/kubernetes and @vmgen/runtime contain the same types with complete schema information.',
    example: file(`
- import type { LabelSelector } from 'kubernetes-types/meta/v1';
- import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';
+ import type { LabelSelector, ObjectMeta, TypeMeta } from '@vmgen/runtime';

  export interface Machine extends TypeMeta {
    metadata: ObjectMeta;
    spec: { nodes: LabelSelector };
  }`),
  },
} as const satisfies DiagnosticDefinitions;
