import type { DiagnosticDefinitions } from './definition.js';
import { shell } from './example.js';

/** Emitters in vmgen.config.*: 9000 to 9999. */
export const emitterDiagnostics = {
  VMGEN9001: {
    name: 'emitter-failed',
    title: 'Custom emitter threw an error',
    why: 'If an emitter throws, nothing is written: an incomplete output would look like a complete one.',
    example: shell(`
- emit: (model) => model.packages.map(({ nmae }) => ({ path: nmae.trim(), print }))
+ emit: (model) => model.packages.map(({ identifier }) => ({ path: \`\${identifier}.txt\`, print }))`),
  },
  VMGEN9002: {
    name: 'emitter-without-files',
    title: 'Custom emitter returned invalid files',
    why: 'An emitter returns a list of files synchronously, each with a path relative to --out and a function that prints its text. Names that start with .vmgen are reserved.',
    example: shell(`
- emit: () => [{ path: '../notes.txt', text: 'mine' }]
+ emit: () => [{ path: 'notes.txt', print: () => 'mine' }]`),
  },
  VMGEN9003: {
    name: 'emitted-without-header',
    title: 'File of a custom emitter lacks the header of generated files',
    why: 'Without the header line, vmgen treats the file as handwritten: the next run would neither update nor remove it.',
    example: shell(`
- print: () => '# Kinds'
+ print: () => \`\${context.headerComment('<!--')}\\n\\n# Kinds\\n\``),
  },
  VMGEN9004: {
    name: 'duplicate-emitted-path',
    title: 'Two emitters write to the same path',
    why: 'One file would overwrite the other. Names that differ only in case are the same file on Windows and macOS, and a file cannot have the name of a folder.',
    example: shell(`
- emit: () => [{ path: 'clientset.ts', print }]
+ emit: () => [{ path: 'clientset.md', print }]`),
  },
  VMGEN9005: {
    name: 'unportable-emitted-name',
    title: 'File name of a custom emitter is not portable',
    why: 'Output is committed and checked out on different operating systems, including Windows.',
    example: shell(`
- emit: () => [{ path: 'kinds?.txt', print }]
+ emit: () => [{ path: 'kinds.txt', print }]`),
  },
} as const satisfies DiagnosticDefinitions;
