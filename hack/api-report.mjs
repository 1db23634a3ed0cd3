// @ts-check
// SPDX-License-Identifier: Apache-2.0
//
// Writes the public names of each package with their types to its folder api/, a file per entry. Like a lock file, a
// report is committed and never published: a reviewer sees every change of a public name. Fails for a name without
// documentation, and for one whose type refers to a name that is not exported.
// Build first: npm run build.
//
// usage: node hack/api-report.mjs [--check] [PACKAGE...]
//   PACKAGE  the name of a folder, such as runtime; without one, all packages
//   --check  changes nothing, and fails if a report is stale
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import ts from 'typescript';
import { packageEntries } from './package-entries.mjs';

const ROOT = path.join(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');
const wanted = process.argv.slice(2).filter((word) => word !== '--check');

/** @typedef {import('./package-entries.mjs').PackageEntry & { symbols: ts.Symbol[] }} Entry */

const faults = /** @type {string[]} */ ([]);
const { entries, checker } = readEntries();
const reported = entries.filter(
  (entry) => isWanted(entry) && !isInternal(entry) && !isBuiltIn(entry) && !isPartOfMain(entry),
);
const scratch = mkdtempSync(path.join(tmpdir(), 'vmgen-api-'));
try {
  for (const entry of reported) {
    for (const symbol of entry.symbols) checkDocumented(entry, symbol);
    writeReport(entry);
  }
  for (const folder of new Set(entries.filter(isWanted).map((entry) => entry.folder))) {
    removeLeftovers(folder);
  }
} finally {
  rmSync(scratch, { recursive: true });
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

/** Every entry with what it exports, and who knows more of that.
 * @returns {{ entries: Entry[], checker: ts.TypeChecker }} */
function readEntries() {
  const all = packageEntries();
  const program = ts.createProgram(
    all.map(({ types }) => types),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, types: ['node'] },
  );
  const checker = program.getTypeChecker();
  const entries = all.map((entry) => {
    const file = program.getSourceFile(entry.types);
    const module = file && checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`${entry.types} is not there: build first, npm run build`);
    const symbols = checker.getExportsOfModule(module).map((symbol) => originOf(symbol, checker));
    return { ...entry, symbols };
  });
  return { entries, checker };
}

/** @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker */
function originOf(symbol, checker) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** @param {Entry} entry */
function isWanted({ folder }) {
  return wanted.length === 0 || wanted.includes(path.basename(folder));
}

/** Entries that only our own packages use are no promise to anyone.
 * @param {Entry} entry */
function isInternal({ name }) {
  return name.includes('/internal') || name.startsWith('@vmgen/base/');
}

/** Kubernetes' own kinds: hack/verify-codegen.sh sees that they are what its documents say.
 * @param {Entry} entry */
function isBuiltIn({ name }) {
  return name.startsWith('@vmgen/kubernetes');
}

/** Whether a package's main entry gives all that this one gives: its report has it then.
 * @param {Entry} entry */
function isPartOfMain(entry) {
  const main = entries.find(({ folder }) => folder === entry.folder);
  return main !== entry && entry.symbols.every((symbol) => main?.symbols.includes(symbol));
}

/** @param {Entry} entry
 * @param {ts.Symbol} symbol */
function checkDocumented({ name }, symbol) {
  if (symbol.flags & ts.SymbolFlags.Module) return;
  if (symbol.getDocumentationComment(checker).length > 0) return;
  faults.push(`${name}: ${symbol.name} has no documentation`);
}

/** The folder of the reports of a package. @param {string} folder */
function reportsOf(folder) {
  return path.join(folder, 'api');
}

/** @param {Entry} entry */
function reportName({ entry }) {
  return `${entry === '.' ? 'index' : entry.replace('./', '').replaceAll('/', '-')}.api.md`;
}

/** @param {Entry} entry */
function writeReport(entry) {
  const manifest = path.join(entry.folder, 'package.json');
  const reportFolder = reportsOf(entry.folder);
  mkdirSync(reportFolder, { recursive: true });
  const config = ExtractorConfig.prepare({
    configObjectFullPath: manifest,
    packageJsonFullPath: manifest,
    configObject: {
      projectFolder: entry.folder,
      mainEntryPointFilePath: entry.types,
      // Users know the types of @vmgen/base by the exports of @vmgen/cel: its report shows them.
      bundledPackages: entry.name === '@vmgen/cel' ? ['@vmgen/base'] : [],
      compiler: { tsconfigFilePath: path.join(entry.folder, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: reportName(entry),
        reportFolder,
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
    const report = path.relative(ROOT, path.join(reportFolder, reportName(entry)));
    faults.push(`${report} is stale: node hack/api-report.mjs`);
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

/** Removes the reports of entries that no longer exist. @param {string} folder of a package */
function removeLeftovers(folder) {
  const reports = reportsOf(folder);
  const names = reported.filter((entry) => entry.folder === folder).map(reportName);
  const files = existsSync(reports) ? readdirSync(reports) : [];
  for (const file of files.filter((each) => !names.includes(each))) {
    const leftover = path.join(reports, file);
    if (isCheck) {
      const shown = path.relative(ROOT, leftover);
      faults.push(`${shown} describes no entry: node hack/api-report.mjs`);
    } else rmSync(leftover);
  }
}
