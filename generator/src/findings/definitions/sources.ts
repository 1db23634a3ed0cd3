import type { FindingDefinitions } from '../definition.js';

/** Files, folders and the names that lead to them: 1000 to 1999. */
export const sourceFindings = {
  VMGEN1001: {
    name: 'syntax-error',
    title: 'A file is no TypeScript',
  },
  VMGEN1002: {
    name: 'empty-folder',
    title: 'A folder of --groups has no types',
  },
  VMGEN1003: {
    name: 'missing-path',
    title: 'A path of the command line leads nowhere',
  },
  VMGEN1004: {
    name: 'path-without-code',
    title: 'A path of the command line holds no TypeScript',
  },
  VMGEN1005: {
    name: 'foreign-output',
    title: 'A file of others stands where one is to be written',
  },
  VMGEN1101: {
    name: 'unknown-type',
    title: 'A name means no type',
  },
  VMGEN1102: {
    name: 'missing-module',
    title: 'An import leads to no file',
  },
  VMGEN1103: {
    name: 'module-outside',
    title: 'An import leads out of the folder of the APIs',
  },
  VMGEN1104: {
    name: 'package-not-installed',
    title: 'An import leads to a package that is not there',
  },
  VMGEN1105: {
    name: 'unknown-runtime-type',
    title: '@vmgen/runtime has no type of this name for an API',
  },
  VMGEN1106: {
    name: 'unknown-constant',
    title: 'typeof names no constant of the API',
  },
  VMGEN1107: {
    name: 'declared-twice',
    title: 'Two declarations share a name',
  },
  VMGEN1108: {
    name: 'odd-tsconfig',
    title: 'The tsconfig.json that imports are resolved by has a mistake',
    why: 'Imports lead where the nearest tsconfig.json above the folder of the APIs says. What is wrong with it could lead them elsewhere than your compiler goes.',
  },
} as const satisfies FindingDefinitions;
