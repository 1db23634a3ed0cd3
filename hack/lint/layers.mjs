// @ts-check
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * An ESLint rule for the layers of a package: a folder imports only from folders below it, and no
 * chain of imports is circular, imports of types included. TypeScript's own scanner finds the imports,
 * which covers `import type` and `import()`.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const layers = {
  meta: {
    type: 'problem',
    schema: [
      {
        type: 'object',
        properties: {
          root: { type: 'string', description: "the package's folder of sources" },
          order: {
            type: 'array',
            items: { type: 'string' },
            description:
              'its folders, lowest first; files of the root (.) are above all unless named',
          },
        },
        required: ['root', 'order'],
        additionalProperties: false,
      },
    ],
    messages: {
      upwards:
        '{{from}} is a layer below {{to}} and may not import it (eslint.config.js has the order)',
      unknown: 'the folder {{folder}} is missing from the layers in eslint.config.js',
      circle: 'circular import: {{way}}',
    },
  },
  create(context) {
    const { root, order } = /** @type {{ root: string, order: string[] }} */ (context.options[0]);
    const file = context.physicalFilename;
    const from = folderOf(root, file);
    if (from !== '.' && !order.includes(from)) {
      return {
        Program: (node) => context.report({ node, messageId: 'unknown', data: { folder: from } }),
      };
    }
    const height = (/** @type {string} */ folder) =>
      order.includes(folder) ? order.indexOf(folder) : order.length;
    const check = (/** @type {any} */ node) => {
      const source = node.source?.value ?? node.source?.literal?.value;
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const target = resolve(file, source);
      if (target === undefined || path.relative(root, target).startsWith('..')) return;
      const to = folderOf(root, target);
      if (height(to) > height(from)) {
        context.report({ node, messageId: 'upwards', data: { from, to } });
      }
      const way = wayBack(target, file);
      if (way === undefined) return;
      const names = [file, ...way].map((each) => path.relative(root, each));
      context.report({ node, messageId: 'circle', data: { way: names.join(' -> ') } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

/** @param {string} root @param {string} file */
function folderOf(root, file) {
  return path.relative(root, path.dirname(file)).split(path.sep).join('/') || '.';
}

/** @param {string} importer @param {string} specifier */
function resolve(importer, specifier) {
  const file = path.join(path.dirname(importer), specifier).replace(/\.js$/, '.ts');
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : undefined;
}

/**
 * The shortest chain of imports from one file to another; undefined if no chain exists.
 *
 * @param {string} start @param {string} end @returns {string[] | undefined}
 */
function wayBack(start, end) {
  /** @type {Map<string, string | undefined>} */
  const cameFrom = new Map([[start, undefined]]);
  for (const file of cameFrom.keys()) {
    if (file === end) return trace(cameFrom, end);
    for (const next of importsOf(file)) if (!cameFrom.has(next)) cameFrom.set(next, file);
  }
  return undefined;
}

/** @param {Map<string, string | undefined>} cameFrom @param {string} end */
function trace(cameFrom, end) {
  const way = [end];
  for (let at = cameFrom.get(end); at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}

/** @type {Map<string, { changed: number, imports: string[] }>} */
const known = new Map();

/** @param {string} file */
function importsOf(file) {
  const changed = statSync(file).mtimeMs;
  const before = known.get(file);
  if (before?.changed === changed) return before.imports;
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  const imports = importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .flatMap(({ fileName }) => resolve(file, fileName) ?? []);
  known.set(file, { changed, imports });
  return imports;
}
