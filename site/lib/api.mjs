// @ts-check
import path from 'node:path';
import ts from 'typescript';
import { packageEntries } from '../../hack/package-entries.mjs';
import { ROOT } from './repository.mjs';

/**
 * A public name of an entry: its declarations without comments, its documentation, and the documented members of a class
 * or an interface.
 * @typedef {{ name: string, group: string, code: string, documentation: string, tags: Tag[], members: Member[] }} ApiName
 * @typedef {{ name: string, text: string }} Tag
 * @typedef {{ code: string, documentation: string }} Member
 * An entry of a package, at `url`; `others` are names that the main entry describes.
 * @typedef {{ name: string, url: string, report: string, names: ApiName[], others: string[] }} ApiEntry
 */

/** @typedef {{ name: string, symbol: ts.Symbol }} Exported */

/** The order of the groups on a page. */
export const GROUPS = ['Functions', 'Classes', 'Interfaces', 'Types', 'Values'];

/** Reads the entries that users import, from the declarations that the build has written. @returns {ApiEntry[]} */
export function readApi() {
  const entries = packageEntries().filter(
    ({ name }) => !/internal|^@vmgen\/(base|kubernetes|controller)/.test(name),
  );
  const program = ts.createProgram(
    entries.map(({ types }) => types),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, types: ['node'] },
  );
  const checker = program.getTypeChecker();
  const symbols = new Map(
    entries.map((entry) => [entry, symbolsOf(entry.types, program, checker)]),
  );
  return entries.flatMap((entry) => {
    const own = symbols.get(entry) ?? [];
    const main = entries.find(({ folder }) => folder === entry.folder);
    const ofMain = main === entry || main === undefined ? [] : (symbols.get(main) ?? []);
    const known = new Set(ofMain.map(({ symbol }) => symbol));
    const documented = own.filter(({ symbol }) => !known.has(symbol));
    if (documented.length === 0) return [];
    const folder =
      path.basename(entry.folder) === 'generator' ? 'vmgen' : path.basename(entry.folder);
    const part = entry.entry === '.' ? 'main' : entry.entry.replace('./', '').replaceAll('/', '-');
    const report = `${path.relative(ROOT, entry.folder)}/api/${part === 'main' ? 'index' : part}.api.md`;
    return {
      name: entry.name,
      url: `/api/${folder}/${part}/`,
      report,
      names: documented.map((exported) => nameOf(exported, checker)),
      others: own.filter(({ symbol }) => known.has(symbol)).map(({ name }) => name),
    };
  });
}

/** @param {string} file @param {ts.Program} program @param {ts.TypeChecker} checker */
function symbolsOf(file, program, checker) {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} is missing: build first, npm run build`);
  return exportsOf(module, checker);
}

/** What a module exports, without aliases. @param {ts.Symbol} module @param {ts.TypeChecker} checker @returns {Exported[]} */
function exportsOf(module, checker) {
  return checker
    .getExportsOfModule(module)
    .map((symbol) => ({
      name: symbol.name,
      symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @param {Exported} exported @param {ts.TypeChecker} checker @returns {ApiName} */
function nameOf({ name, symbol }, checker) {
  if (symbol.flags & ts.SymbolFlags.ValueModule) return namespaceOf(name, symbol, checker);
  const declarations = symbol.declarations ?? [];
  return {
    name,
    group: groupOf(symbol),
    code: [...new Set(declarations.map(codeOf))].join('\n'),
    documentation: documentationOf(declarations),
    tags: symbol
      .getJsDocTags(checker)
      .filter(({ name }) => name !== 'internal')
      .map(({ name, text }) => ({ name, text: ts.displayPartsToString(text) })),
    members: declarations.flatMap(membersOf),
  };
}

/** A module that is exported as one name. @param {string} name @param {ts.Symbol} symbol @param {ts.TypeChecker} checker @returns {ApiName} */
function namespaceOf(name, symbol, checker) {
  const members = exportsOf(symbol, checker).map(({ symbol: member }) => ({
    code: (member.declarations ?? []).map(codeOf).join('\n'),
    documentation: documentationOf(member.declarations ?? []),
  }));
  return { name, group: 'Values', code: `namespace ${name}`, documentation: '', tags: [], members };
}

/** @param {ts.Symbol} symbol */
function groupOf({ flags }) {
  if (flags & ts.SymbolFlags.Function) return 'Functions';
  if (flags & ts.SymbolFlags.Class) return 'Classes';
  if (flags & ts.SymbolFlags.Interface) return 'Interfaces';
  return flags & ts.SymbolFlags.Type ? 'Types' : 'Values';
}

/** The declaration; of a class or an interface only its head. @param {ts.Declaration} declaration */
function codeOf(declaration) {
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const text = statement.getText();
  const isLong = ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration);
  const [first] = isLong ? declaration.members : [];
  const head = first === undefined ? text : text.slice(0, text.indexOf('{')).trimEnd();
  return withoutIndent(head.replace(/^export /, '').replace(/^declare /, ''));
}

/** @param {ts.Declaration} declaration @returns {Member[]} */
function membersOf(declaration) {
  if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassDeclaration(declaration)) return [];
  const members = /** @type {readonly (ts.TypeElement | ts.ClassElement)[]} */ (
    declaration.members
  );
  return members.filter(isPublic).map((member) => ({
    code: withoutIndent(member.getText().replace(/;$/, '')),
    documentation: documentationOf([member]),
  }));
}

/** @param {ts.TypeElement | ts.ClassElement} member */
function isPublic(member) {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  const isHidden = (ts.getCombinedModifierFlags(member) & hidden) !== 0;
  return !isHidden && !(member.name && ts.isPrivateIdentifier(member.name));
}

/** Comments of declarations as Markdown, with the names of links as code. @param {readonly ts.Node[]} nodes */
function documentationOf(nodes) {
  const texts = nodes.flatMap((node) =>
    ts
      .getJSDocCommentsAndTags(node)
      .filter(ts.isJSDoc)
      .map(({ comment, tags }) => {
        const defaults = (tags ?? [])
          .filter(({ tagName }) => /^default/.test(tagName.text))
          .map((tag) => `Default: ${ts.getTextOfJSDocComment(tag.comment) ?? ''}`);
        return [ts.getTextOfJSDocComment(comment) ?? '', ...defaults].join('\n\n');
      }),
  );
  return [...new Set(texts)].join('\n\n').replaceAll(/\{@link ([^}|]+?)(?:\|[^}]*)?\}/g, '`$1`');
}

/** Declaration files indent members, and the lines of their types. @param {string} code */
function withoutIndent(code) {
  const lines = code.split('\n');
  const indents = lines
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.search(/\S/));
  const least = Math.min(...indents, Infinity);
  // The last line closes the first one, so it has its indent.
  if (!Number.isFinite(least) || least === 0) return code;
  return [lines[0], ...lines.slice(1).map((line) => line.slice(least))].join('\n');
}
