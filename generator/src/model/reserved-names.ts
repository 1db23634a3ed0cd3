import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { ModuleSyntax } from '../syntax/syntax.js';
import { whyUnusableName } from '../text/unusable-name.js';

/** Names that TypeScript accepts as identifiers, but not for types in a module or where the type is used. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    'any bigint boolean never number object string symbol undefined unknown',
    'infer keyof readonly unique',
    'await implements interface let package private protected public static yield',
  ].flatMap((words) => words.split(' ')),
);

/** Whether TypeScript rejects a type with that name, other than with a syntax error. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(name);
}

/** Reports types of a file that TypeScript would reject. */
export function refuseReservedNames(
  { declarations }: ModuleSyntax,
  diagnostics: DiagnosticList,
): void {
  for (const { name, position } of declarations.values()) {
    if (!isReservedName(name)) continue;
    diagnostics.error(
      'VMGEN2208',
      position,
      `${name} is reserved in TypeScript and cannot be the name of a type`,
      'rename it',
    );
  }
}

/** Reports names of files and folders that are not portable. */
export function refuseReservedPaths(
  modules: readonly ModuleSyntax[],
  diagnostics: DiagnosticList,
): void {
  const seen = new Set<string>();
  for (const { path } of modules) refusePath(path, seen, diagnostics);
}

/** Each folder is reported once, at its first file. */
function refusePath(path: string, seen: Set<string>, diagnostics: DiagnosticList): void {
  const parts = path.split('/');
  for (const [index, part] of parts.entries()) {
    const place = parts.slice(0, index + 1).join('/');
    const reason = whyUnusableName(part);
    if (reason === undefined || seen.has(place)) continue;
    seen.add(place);
    const what = index === parts.length - 1 ? 'file' : 'folder';
    diagnostics.error(
      'VMGEN2207',
      { file: path, line: 1, column: 1 },
      `${place}: ${reason}`,
      `rename the ${what}`,
    );
  }
}
