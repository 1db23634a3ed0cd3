import { compile, DEFAULT_SETTINGS, type Compilation } from '../compile.js';
import { formatDiagnostic, labelOf } from '../diagnostics/format-diagnostic.js';
import { parseGroups } from '../settings/parse-groups.js';
import { GENERATORS } from '../settings/generated-file.js';

export { DEFAULT_SETTINGS };
export { kindWith } from '@vmgen/fixtures/generator/kind-with';

/** Compiles sources held in memory, by path: `example/v1/types.ts`. */
export function compileText(
  files: Readonly<Record<string, string>>,
  settings: Partial<Parameters<typeof compile>[1]> = {},
): Compilation {
  const folders = [
    ...new Set(Object.keys(files).map((path) => path.split('/').slice(0, 2).join(':'))),
  ];
  return compile(
    {
      root: 'apis',
      folders: parseGroups(folders),
      files: Object.entries(files).map(([path, text]) => ({ path, text })),
    },
    { ...DEFAULT_SETTINGS, ...settings },
  );
}

/** {@link compileText} with the generators that only `vmgen docs` runs. */
export const compileAll: typeof compileText = (files, settings) =>
  compileText(files, { generators: GENERATORS, ...settings });

/** The diagnostics of a compilation as people see them, but for their codes. */
export function diagnosticTexts({ diagnostics }: Compilation, source = ''): string[] {
  const lines = source.split('\n');
  return diagnostics.map((diagnostic) =>
    formatDiagnostic({
      ...diagnostic,
      sourceLine: lines[(diagnostic.position?.line ?? 0) - 1],
    }).replace(` ${labelOf(diagnostic.code)}:`, ':'),
  );
}

/** The text of one generated file. */
export function fileText({ files }: Compilation, path: string): string {
  const file = files.find((each) => each.path === path);
  if (!file) throw new Error(`no ${path} among ${files.map((each) => each.path).join(', ')}`);
  return file.text;
}
