import type { Edit, Mend, SourcePosition } from './finding.js';

const RUNTIME = '@vmgen/runtime';

/** The edits that a mend comes to in the source; undefined where the source is not as the mend says. */
export function editsFor(
  mend: Mend | undefined,
  textOf: (file: string) => string | undefined,
): Edit[] | undefined {
  const source = mend && textOf(mend.position.file);
  if (!mend || source === undefined) return undefined;
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
