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
    name: 'invalid-emitted-files',
    title: 'Custom emitter returned invalid files',
    why: 'An emitter returns a list of files synchronously, each with a path relative to --out that no other file has, also on Windows and macOS, and a function that prints its text. Without the header line, vmgen treats a file as handwritten: the next run would neither update nor remove it. Names that start with .vmgen are reserved.',
    example: shell(`
- emit: () => [{ path: '../notes.txt', text: 'mine' }]
+ emit: () => [{ path: 'notes.txt', print: () => 'mine' }]`),
  },
} as const satisfies DiagnosticDefinitions;
