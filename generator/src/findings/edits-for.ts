import type { Edit, Mend, SourcePosition } from './finding.js';

const RUNTIME = '@vmgen/runtime';

/** The edits that a mend comes to in the source; undefined where the source is not as the mend says. */
export function editsFor(
  mend: Mend | undefined,
  textOf: (file: string) => string | undefined,
): Edit[] | undefined {
  const source = mend && textOf(mend.position.file);
  if (!mend || source === undefined) return undefined;
  if (mend.how === 'line-above') return lineAbove(mend, source);
  if (mend.how === 'move-to-top') return moveToTop(mend, source);
  const { position, old, text, isBehind = false, imports } = mend;
  const line = source.split(/\r?\n/)[position.line - 1] ?? '';
  const from = position.column - 1;
  const at = isBehind ? line.indexOf(old, from) : line.startsWith(old, from) ? from : -1;
  if (at < 0) return undefined;
  const { file } = position;
  const edit = {
    position: { file, line: position.line, column: at + 1 },
    length: old.length,
    text,
  };
  const imported = imports === undefined ? [] : importOf(imports, source, file);
  return imported && [...imported, edit];
}

/** A line like the one that the marker stands in; above a comment of one line, one of its own. */
function lineAbove({ position, text }: Mend, source: string): Edit[] | undefined {
  const { file, line, column } = position;
  const before = lineOf(source, line).slice(0, column - 1);
  const [, indent, start] = /^(\s*)(\/\/|\*|\/\*\*)\s*$/.exec(before) ?? [];
  if (indent === undefined) return undefined;
  const lead = start === '/**' ? `${indent}// ` : before;
  return [{ position: { file, line, column: 1 }, length: 0, text: `${lead}${text}\n` }];
}

/** Takes a comment line that is one marker away, and puts the marker above all else. */
function moveToTop({ position: { file, line } }: Mend, source: string): Edit[] | undefined {
  const whole = lineOf(source, line);
  const [, marker] = /^\s*(?:\/\/|\*|\/\*\*)\s*(\+.*?)\s*(?:\*\/)?\s*$/.exec(whole) ?? [];
  // A comment that is open before or behind the line would lose its start or end.
  const isPart = /^\s*\/\*\*/.test(whole) !== /\*\/\s*$/.test(whole);
  if (marker === undefined || isPart) return undefined;
  const at = (number: number) => ({ file, line: number, column: 1 });
  return [
    { position: at(1), length: 0, text: `// ${marker}\n\n` },
    { position: at(line), length: whole.length + 1, text: '' },
  ];
}

/** Without its line feed. */
const lineOf = (source: string, line: number): string => source.split('\n')[line - 1] ?? '';

/** What makes a name of the runtime known in a file; undefined where it means something else there. */
function importOf(name: string, source: string, file: string): Edit[] | undefined {
  const list = /^import\s+(?:type\s+)?\{([^}]*)\}\s*from\s*(['"])@vmgen\/runtime\2/m.exec(source);
  if (new RegExp(`\\b${name}\\b`).test(list?.[1] ?? '')) return [];
  const isTaken = new RegExp(
    `\\b(?:interface|type|enum|class|namespace|as)\\s+${name}\\b|^import\\b[^;]*\\b${name}\\b`,
    'm',
  );
  if (isTaken.test(source)) return undefined;
  if (list) {
    const index = list.index + list[0].indexOf('{') + 1;
    return [{ position: positionAt(index, source, file), length: 0, text: ` ${name},` }];
  }
  const statement = `import type { ${name} } from '${RUNTIME}';\n`;
  const first = source.search(/^import\s/m);
  return [
    {
      position: positionAt(Math.max(first, 0), source, file),
      length: 0,
      text: first < 0 ? `${statement}\n` : statement,
    },
  ];
}

function positionAt(index: number, source: string, file: string): SourcePosition {
  const before = source.slice(0, index).split('\n');
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
