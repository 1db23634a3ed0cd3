// @ts-check
// SPDX-License-Identifier: Apache-2.0
//
// Writes what each package gives its users into docs/api/: every exported name with its type. A change of a
// public name is a change of these files, which a reviewer sees. Fails for a name without documentation,
// and for one whose type names what is not exported.
// Build first: npm run build.
//
// usage: node hack/api-report.mjs [--check]
//   --check  changes nothing, and fails where a report is not what the packages give now
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import ts from 'typescript';

const ROOT = path.join(import.meta.dirname, '..');
const REPORTS = path.join(ROOT, 'docs/api');
const isCheck = process.argv.includes('--check');

/** @typedef {{ name: string, folder: string, types: string, symbols: ts.Symbol[] }} Entry */

const faults = /** @type {string[]} */ ([]);
const entries = readEntries();
const checker = addSymbols(entries);
const reported = entries.filter((entry) => !isInternal(entry) && !isPartOfMain(entry));
const scratch = mkdtempSync(path.join(tmpdir(), 'vmgen-api-'));
try {
  mkdirSync(REPORTS, { recursive: true });
  for (const entry of reported) {
    for (const symbol of entry.symbols) checkDocumented(entry, symbol);
    writeReport(entry);
  }
  removeLeftovers();
} finally {
  rmSync(scratch, { recursive: true });
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

/** Every entry of every package; the symbols are filled in later.
 * @returns {Entry[]} */
function readEntries() {
  return readManifest('.').workspaces.flatMap((/** @type {string} */ room) => {
    const folder = path.join(ROOT, room);
    const { name, exports } = readManifest(room);
    return Object.keys(exports).map((entry) => {
      const types = path.join(folder, exports[entry].types);
      if (!existsSync(types)) throw new Error(`${types} is not there: build first, npm run build`);
      return { name: path.posix.join(name, entry), folder, types, symbols: [] };
    });
  });
}

/** @param {string} room */
function readManifest(room) {
  return JSON.parse(readFileSync(path.join(ROOT, room, 'package.json'), 'utf8'));
}

/** Reads what each entry exports.
 * @param {Entry[]} entries
 * @returns {ts.TypeChecker} */
function addSymbols(entries) {
  const program = ts.createProgram(
    entries.map(({ types }) => types),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, types: ['node'] },
  );
  const checker = program.getTypeChecker();
  for (const entry of entries) {
    const file = program.getSourceFile(entry.types);
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${entry.types} exports nothing`);
    entry.symbols = checker.getExportsOfModule(module).map(origin);
  }
  return checker;

  /** @param {ts.Symbol} symbol */
  function origin(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  }
}

/** Entries that only our own packages use are no promise to anyone.
 * @param {Entry} entry */
function isInternal({ name }) {
  return name.includes('/internal');
}

/** Whether a package's main entry gives all that this one gives: its report has it then.
 * @param {Entry} entry */
function isPartOfMain({ folder, symbols }) {
  const main = entries.find((entry) => entry.folder === folder);
  return main?.symbols !== symbols && symbols.every((symbol) => main?.symbols.includes(symbol));
}

/** @param {Entry} entry
 * @param {ts.Symbol} symbol */
function checkDocumented({ name }, symbol) {
  if (symbol.flags & ts.SymbolFlags.Module) return;
  if (symbol.getDocumentationComment(checker).length > 0) return;
  faults.push(`${name}: ${symbol.name} has no documentation`);
}

/** @param {Entry} entry */
function reportName({ name }) {
  return `${name.replace('@', '').replaceAll('/', '-')}.api.md`;
}

/** @param {Entry} entry */
function writeReport(entry) {
  const manifest = path.join(entry.folder, 'package.json');
  const config = ExtractorConfig.prepare({
    configObjectFullPath: manifest,
    packageJsonFullPath: manifest,
    configObject: {
      projectFolder: entry.folder,
      mainEntryPointFilePath: entry.types,
      compiler: { tsconfigFilePath: path.join(entry.folder, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: reportName(entry),
        reportFolder: REPORTS,
        reportTempFolder: scratch,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.None },
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.Error },
        },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: !isCheck,
    messageCallback: (message) => {
      message.handled = true;
      if (message.logLevel !== ExtractorLogLevel.Error) return;
      if (isNoMatter(entry, message)) return;
      faults.push(`${entry.name}: ${message.formatMessageWithLocation(ROOT)}`);
    },
  });
  if (isCheck && apiReportChanged) {
    faults.push(
      `docs/api/${reportName(entry)} does not say what ${entry.name} gives: node hack/api-report.mjs`,
    );
  }
}

/** Whether a message is about a name that users need not have, or have from another entry of the package.
 * @param {Entry} entry
 * @param {{ text: string, sourceFilePath?: string | undefined }} message */
function isNoMatter({ folder }, { text, sourceFilePath }) {
  const missing = (/The symbol "(.*?)" needs/.exec(text)?.[1] ?? '').replace(/_\d+$/, '');
  // A constant that a type is made of, or a part of one that its own file keeps to itself.
  if (/^[A-Z0-9_]+$/.test(missing)) return true;
  const declared = sourceFilePath === undefined ? '' : readFileSync(sourceFilePath, 'utf8');
  if (new RegExp(`^type ${missing}\\b`, 'm').test(declared)) return true;
  const siblings = entries.filter((entry) => entry.folder === folder);
  return siblings.some(({ symbols }) => symbols.some(({ name }) => name === missing));
}

/** Reports of entries that are no more. */
function removeLeftovers() {
  const names = reported.map(reportName);
  for (const file of readdirSync(REPORTS)) {
    if (names.includes(file)) continue;
    if (isCheck) faults.push(`docs/api/${file} is of no entry: node hack/api-report.mjs`);
    else rmSync(path.join(REPORTS, file));
  }
}
