import { kindWith } from './kind-with.js';

/** Texts that would end or change the code, YAML or templates around them if they were pasted. */
export const HOSTILE: readonly string[] = [
  '*/ process.exit(1); /*',
  '`${process.exit(1)}`',
  "'; process.exit(1); //",
  '"; process.exit(1); //',
  'a\u2028process.exit(1)',
  'a\u2029b\u0085c',
  '\u202eexit\u202c \u2066\u2069 \u200b\ufeff',
  '{{constructor}} {{{lookup this "x"}}}',
  '\\',
  '\\u0027',
  '</script><!--',
  '\uE000\uE001\uE002\uE003',
  '# not a comment: "quoted" \'single\' [x] {y} &a *b !c %d @e',
  '--- \n... \n',
  '\0\x07\x1b[31m\x7f',
  '__proto__',
  'constructor',
  'prototype',
  '../../etc/passwd',
  'on',
  '1_000',
  '2024-01-15',
  '^(a+)+$',
  '',
];

/** Positions for text of an author; each source also has a twin with a harmless text. */
export const PLACES: Readonly<Record<string, (value: string) => string>> = {
  'an enum value': (value) => kindWith(`  a: ${literal(value)} | 'other';`),
  'an enum value with null': (value) => kindWith(`  a: ${literal(value)} | null;`),
  'a default': (value) => kindWith(`  // +kubebuilder:default=${quoted(value)}\n  a?: string;`),
  'an example': (value) => kindWith(`  // +kubebuilder:example=${quoted(value)}\n  a?: string;`),
  'a title': (value) => kindWith(`  // +kubebuilder:title=${quoted(value)}\n  a?: string;`),
  'a pattern': (value) =>
    kindWith(`  // +kubebuilder:validation:Pattern=${quoted(`\\Q${value}\\E`)}\n  a?: string;`),
  'a rule': (value) =>
    kindWith(
      `  // +kubebuilder:validation:MaxLength=9\n  // +kubebuilder:validation:XValidation:rule=${quoted(`self != ${JSON.stringify(value)}`)}\n  a?: string;`,
    ),
  'a column': (value) =>
    onKind(
      `+kubebuilder:printcolumn:name=${quoted(`x${value}`)},type=string,JSONPath=.spec.a,description=${quoted(`x${value}`)}`,
    ),
  'a role': (value) =>
    kindWith('  a: string;').replace(
      '\n\n',
      () => `\n// +kubebuilder:rbac:groups=a,resources=${quoted(`x${value}`)},verbs=get\n\n`,
    ),
};

/** Positions for names: an identifier if possible, else a quoted name. */
export const NAMES: Readonly<Record<string, (value: string) => string>> = {
  'a field': (value) => kindWith(`  ${literal(value)}: string;`),
  'an optional field of a list': (value) => kindWith(`  ${literal(value)}?: string[];`),
  'a field of an object': (value) =>
    kindWith(`  ${literal(value)}: { ${literal(value)}: string[] };`),
  'a key of a default': (value) =>
    kindWith(`  // +kubebuilder:default={${quoted(value)}: x}\n  a?: Record<string, string>;`),
};

const onKind = (marker: string): string =>
  kindWith('  a: string;').replace('// +genclient', () => `// +genclient\n// ${marker}`);

/** A text as a literal of TypeScript. */
const literal = (value: string): string =>
  `'${quoted(value)
    .slice(1, -1)
    .replace(/\\"|'/g, (quote) => (quote === "'" ? "\\'" : '"'))}'`;

/** A quoted string of the marker language, in one line of TypeScript. */
export function quoted(value: string): string {
  return JSON.stringify(value).replace(/[\u0085\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Each text in each place. */
export const HOSTILE_SOURCES: readonly {
  readonly title: string;
  /** The sources by path. */
  readonly files: Readonly<Record<string, string>>;
}[] = Object.entries({ ...PLACES, ...NAMES }).flatMap(([place, sourceWith]) =>
  HOSTILE.map((text) => ({
    title: `${JSON.stringify(text)} in ${place}`,
    files: { 'example/v1/types.ts': sourceWith(text) },
  })),
);
