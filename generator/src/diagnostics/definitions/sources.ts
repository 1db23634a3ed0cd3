import type { DiagnosticDefinitions } from './definition.js';

/** The type in place of an import that leads nowhere. */
const DECLARED_SIZE = `export type Size = 'Small' | 'Large';

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { size: Size };
}`;

/** Files, folders and the names that lead to them: 1000 to 1999. */
export const sourceDiagnostics = {
  VMGEN1001: {
    name: 'syntax-error',
    title: 'A file is no TypeScript',
    why: "TypeScript's parser stopped. What follows a syntax error is a guess, so nothing else is told until the file can be read.",
    example: {
      place: 'field',
      wrong: `name: string
  size Int32;`,
      right: `name: string;
  size: Int32;`,
    },
  },
  VMGEN1002: {
    name: 'empty-folder',
    title: 'A folder of --groups has no types',
    why: '--groups names a group and its versions; each is a folder GROUP/VERSION below --apis with *.ts files.',
    example: {
      place: 'shell',
      wrong: 'vmgen --groups flet:v1 --out generated      # the folder is apis/fleet/v1',
      right: 'vmgen --groups fleet:v1 --out generated',
    },
  },
  VMGEN1003: {
    name: 'missing-path',
    title: 'A path of the command line leads nowhere',
    why: '--paths names folders or files of your code, whose rbac and webhook markers count. Passing over one that is not there would lose its roles in silence.',
    example: {
      place: 'shell',
      wrong: 'vmgen --groups fleet:v1 --paths source --out generated      # the folder is src',
      right: 'vmgen --groups fleet:v1 --paths src --out generated',
    },
  },
  VMGEN1004: {
    name: 'path-without-code',
    title: 'A file of the command line holds no TypeScript',
    why: 'Only *.ts, *.tsx, *.mts and *.cts are read for markers, without declarations (*.d.ts) and tests. A folder may hold none of them yet; a file was named on purpose.',
    example: {
      place: 'shell',
      wrong: 'vmgen --groups fleet:v1 --paths dist/main.js --out generated',
      right: 'vmgen --groups fleet:v1 --paths src/main.ts --out generated',
    },
  },
  VMGEN1005: {
    name: 'foreign-output',
    title: 'A file of others stands where one is to be written',
    why: 'Where vmgen is to write stands a file without its header. It is not overwritten: it may be yours.',
    example: {
      place: 'shell',
      wrong: 'vmgen --groups fleet:v1 --out src      # there is a src/index.ts of yours',
      right: 'vmgen --groups fleet:v1 --out generated',
    },
  },
  VMGEN1006: {
    name: 'blocked-output',
    title: 'Something that is no file stands where one is to be written',
    why: 'A folder, a symbolic link, a pipe, a socket or a device stands where a generated file belongs, or something else than a folder where its folder does. No link below --out is followed: what is written through one changes a file elsewhere.',
    example: {
      place: 'shell',
      wrong:
        'ln -s ../other/generated/crds generated/crds && vmgen --groups fleet:v1 --out generated',
      right: 'rm generated/crds && vmgen --groups fleet:v1 --out generated',
    },
  },
  VMGEN1007: {
    name: 'output-over-source',
    title: 'A file that is read stands where one is to be written',
    why: 'What a run reads it does not write: sources would be lost, or the next run would read its own output.',
    example: {
      place: 'shell',
      wrong:
        'vmgen --groups src:v1 --apis src/apis --out .      # src/v1/client.ts would stand among the sources',
      right: 'vmgen --groups src:v1 --apis src/apis --out generated',
    },
  },
  VMGEN1009: {
    name: 'file-too-large',
    title: 'A file is larger than any file of types',
    why: 'A file of 16 MiB holds data or code that was generated, and takes minutes to read.',
    example: {
      place: 'shell',
      wrong: 'a types.ts of 50 MiB',
      right: 'types alone, in several files where they are many',
    },
  },
  VMGEN1010: {
    name: 'unreadable-text',
    title: 'A file is no UTF-8 text',
    why: 'TypeScript is written in UTF-8. Of other bytes every reader makes something else.',
    example: {
      place: 'shell',
      wrong: 'iconv -t UTF-16 types.ts > apis/example/v1/types.ts',
      right: 'cp types.ts apis/example/v1/types.ts',
    },
  },
  VMGEN1101: {
    name: 'unknown-type',
    title: 'A name means no type',
    why: 'The name is declared and imported nowhere. Nothing becomes string or an object for lack of a better idea.',
    example: {
      place: 'field',
      wrong: 'size: Sise;',
      right: 'size: Int32;',
    },
  },
  VMGEN1102: {
    name: 'missing-module',
    title: 'An import leads to no file',
    why: 'The types of the file cannot be read, and no schema can be made of names without types.',
    example: {
      place: 'file',
      wrong: `import type { Size } from './sizes.js';

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { size: Size };
}`,
      right: DECLARED_SIZE,
    },
  },
  VMGEN1103: {
    name: 'module-outside',
    title: 'An import leads out of the folder of the APIs',
    why: 'vmgen reads the folder of --apis and installed packages. What stands elsewhere could change without a run noticing, and generated code could not import it.',
    example: {
      place: 'shell',
      wrong: `$ cat apis/fleet/v1/types.ts
import type { Size } from '../../../shared/size.js';`,
      right: `$ cat apis/fleet/v1/types.ts
import type { Size } from '../../shared/size.js';`,
    },
  },
  VMGEN1104: {
    name: 'package-not-installed',
    title: 'An import leads to a package that is not there',
    why: 'The package is not installed where the folder of the APIs can see it, or it comes without types.',
    example: {
      place: 'file',
      wrong: `import type { Size } from '@example/not-installed';

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { size: Size };
}`,
      right: DECLARED_SIZE,
    },
  },
  VMGEN1105: {
    name: 'unknown-runtime-type',
    title: '@vmgen/runtime has no type of this name for an API',
    why: '@vmgen/runtime has types for APIs (Int32, Quantity, Condition and more) and much else that is for programs.',
    example: {
      place: 'file',
      wrong: `import type { Integer, ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { size: Integer };
}`,
      right: `import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { size: Int32 };
}`,
    },
  },
  VMGEN1106: {
    name: 'unknown-constant',
    title: 'typeof names no constant of the API',
    why: "typeof is read of constants whose value stands in the API's own files.",
    example: {
      place: 'field',
      wrong: 'size: typeof SIZES;',
      right: "size: 'Small' | 'Large';",
    },
  },
  VMGEN1107: {
    name: 'declared-twice',
    title: 'Two declarations share a name',
    why: 'Two interfaces of one name are one interface to TypeScript; nothing else may share a name.',
    example: {
      place: 'type',
      wrong: `export type Size = 'Small' | 'Large';
export interface Size { width: Int32 }`,
      right: `export type Size = 'Small' | 'Large';
export interface Area { width: Int32 }`,
    },
  },
  VMGEN1108: {
    name: 'odd-tsconfig',
    title: 'The tsconfig.json that imports are resolved by has a mistake',
    why: 'Imports lead where the nearest tsconfig.json above the folder of the APIs says. What is wrong with it could lead them elsewhere than your compiler goes.',
    example: {
      place: 'shell',
      wrong: `$ cat tsconfig.json
{ "compilerOptions": { "paths": "@shop/*" } }`,
      right: `$ cat tsconfig.json
{ "compilerOptions": { "paths": { "@shop/*": ["./shop/*"] } } }`,
    },
  },
  VMGEN1109: {
    name: 'types-for-programs',
    title: 'A type of Kubernetes comes from a package that says too little of it',
    why: 'In kubernetes-types and @kubernetes/client-node a number has no width, a quantity or a time is any string, and lists have no keys. A schema of them would refuse what Kubernetes takes. @vmgen/kubernetes and @vmgen/runtime have the same types with all that a schema needs.',
    example: {
      place: 'file',
      wrong: `import type { LabelSelector } from 'kubernetes-types/meta/v1';
import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { nodes: LabelSelector };
}`,
      right: `import type { LabelSelector, ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { nodes: LabelSelector };
}`,
    },
  },
} as const satisfies DiagnosticDefinitions;
