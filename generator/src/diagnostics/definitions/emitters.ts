import type { DiagnosticDefinitions } from './definition.js';

/** Emitters that vmgen.config.* names: 9000 to 9999. */
export const emitterDiagnostics = {
  VMGEN9001: {
    name: 'emitter-failed',
    title: 'An emitter of yours threw an error',
    why: 'What an emitter throws keeps anything from being written: half of an output would pass for all of it.',
    example: {
      place: 'shell',
      wrong: 'emit: (model) => model.packages.map(({ nmae }) => ({ path: nmae.trim(), print }))',
      right:
        'emit: (model) => model.packages.map(({ identifier }) => ({ path: `${identifier}.txt`, print }))',
    },
  },
  VMGEN9002: {
    name: 'emitter-without-files',
    title: 'An emitter gave something else than files',
    why: 'An emitter gives a list of files at once, each with a path below --out and a function that prints its text. Names that start with .vmgen are those of vmgen itself.',
    example: {
      place: 'shell',
      wrong: "emit: () => [{ path: '../notes.txt', text: 'mine' }]",
      right: "emit: () => [{ path: 'notes.txt', print: () => 'mine' }]",
    },
  },
  VMGEN9003: {
    name: 'emitted-without-header',
    title: 'A file of an emitter does not say that vmgen made it',
    why: 'A file without the line is taken for one that a person wrote: the next run would neither write it again nor remove it.',
    example: {
      place: 'shell',
      wrong: "print: () => '# Kinds'",
      right: "print: () => `${context.headerComment('<!--')}\\n\\n# Kinds\\n`",
    },
  },
  VMGEN9004: {
    name: 'emitted-twice',
    title: 'Two emitters, or one twice, would write to one path',
    why: 'One file would undo the other. Names that differ only in case are one name to Windows and macOS, and a file cannot stand where a folder does.',
    example: {
      place: 'shell',
      wrong: "emit: () => [{ path: 'clientset.ts', print }]",
      right: "emit: () => [{ path: 'clientset.md', print }]",
    },
  },
  VMGEN9005: {
    name: 'emitted-odd-name',
    title: 'A file of an emitter has a name that some disks cannot hold',
    why: 'Output is committed and checked out on all sorts of machines, Windows among them.',
    example: {
      place: 'shell',
      wrong: "emit: () => [{ path: 'kinds?.txt', print }]",
      right: "emit: () => [{ path: 'kinds.txt', print }]",
    },
  },
} as const satisfies DiagnosticDefinitions;
