// @ts-check
// Reports the words that the glossary of CONTRIBUTING.md excludes, in all text that we write: file names,
// identifiers (split by camelCase), comments, strings and documents. The words, the files of other authors and
// the lines that may keep such a word are in hack/language.json.
// Usage: node hack/check-language.mjs [PATH...]
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const TEXTS = /(\.(ts|mjs|cjs|js|sh|hbs|md|yml|yaml|go)|(^|\/)Dockerfile|^\.ci\/run)$/;
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
/** What separates the words of a phrase: spaces, line breaks with the prefix of a comment, quotes. */
const GAP = /^[\s*/#'"`+]*$/;
const GLOSSARY = /<!-- glossary -->(.*?)<!-- \/glossary -->/s;

/**
 * `notOurs`: parts of paths, from the start of a name. `text`: a part of the line. `file`: every file if omitted.
 * @typedef {{ text: string, file?: string, reason: string }} Allowed
 * @type {{ excluded: { words: string[], use: string }[], notOurs: string[], allowed: Allowed[] }}
 */
const { excluded, notOurs, allowed } = JSON.parse(
  readFileSync(path.join(ROOT, 'hack', 'language.json'), 'utf8'),
);

/** Excluded phrases as lists of words, by their first word. @type {Map<string, string[][]>} */
const phrases = new Map();
for (const phrase of excluded.flatMap(({ words }) => words)) {
  const words = phrase.split(' ');
  const [first = ''] = words;
  phrases.set(first, [...(phrases.get(first) ?? []), words]);
}

/** @type {Map<string, number>} */
const counts = new Map();
/** @type {Set<string>} */
const reportedPaths = new Set();
for (const file of ourFiles(process.argv.slice(2))) {
  for (const [part, word] of wordsInPath(file)) {
    if (reportedPaths.has(`${part}:${word}`)) continue;
    reportedPaths.add(`${part}:${word}`);
    report(file, `${part}: file name: ${word}`);
  }
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  // Words of the glossary itself are not uses of them.
  const checked = file === 'CONTRIBUTING.md' ? text.replace(GLOSSARY, blank) : text;
  for (const { line, phrase } of excludedIn(checked)) {
    if (!isAllowed(file, lineOf(checked, line))) report(file, `${file}:${line}:${phrase}`);
  }
}
checkGlossary();
const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
for (const [name, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
  console.log(`${String(count).padStart(6)} ${name}`);
}
console.log(`${String(total).padStart(6)} in all`);
process.exitCode = total > 0 ? 1 : 0;

/** Counts a word by the first folder of its file. @param {string} file @param {string} message */
function report(file, message) {
  const [name = ''] = file.split('/');
  counts.set(name, (counts.get(name) ?? 0) + 1);
  console.log(message);
}

/** @param {string[]} paths */
function ourFiles(paths) {
  const wanted = paths.length === 0 ? [ROOT] : paths;
  for (const each of wanted) {
    if (!existsSync(each)) throw new Error(`check-language: no such path: ${each}`);
  }
  // Files that are not committed yet count too.
  const listing = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--full-name', ...wanted],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  return [...new Set(listing.split('\0'))].filter(
    (file) =>
      TEXTS.test(file) &&
      !notOurs.some((part) => `/${file}`.includes(`/${part}`)) &&
      existsSync(path.join(ROOT, file)),
  );
}

/** The folders and the file of a path whose own name has an excluded word. @param {string} file */
function* wordsInPath(file) {
  const names = file.split('/');
  for (const [index, name] of names.entries()) {
    for (const { phrase } of excludedIn(name)) yield [names.slice(0, index + 1).join('/'), phrase];
  }
}

/** @param {string} text */
function* excludedIn(text) {
  const tokens = [...text.matchAll(WORD)];
  let line = 1;
  let counted = 0;
  for (const [index, token] of tokens.entries()) {
    for (const words of phrases.get(token[0].toLowerCase()) ?? []) {
      if (!continues(text, tokens.slice(index, index + words.length), words)) continue;
      line += text.slice(counted, token.index).split('\n').length - 1;
      counted = token.index;
      yield { line, phrase: words.join(' ') };
    }
  }
}

/** @param {string} text @param {RegExpExecArray[]} tokens @param {string[]} words */
function continues(text, tokens, words) {
  return words.every((word, index) => {
    const token = tokens[index];
    if (token?.[0].toLowerCase() !== word) return false;
    const previous = tokens[index - 1];
    if (previous === undefined) return true;
    return GAP.test(text.slice(previous.index + previous[0].length, token.index));
  });
}

/** @param {string} file @param {string} line */
function isAllowed(file, line) {
  return allowed.some(
    (entry) => (entry.file === undefined || entry.file === file) && line.includes(entry.text),
  );
}

/** @param {string} text @param {number} line */
function lineOf(text, line) {
  return text.split('\n')[line - 1] ?? '';
}

/** Keeps the line numbers of what follows. @param {string} text */
function blank(text) {
  return text.replaceAll(/[^\n]/g, ' ');
}

/** The glossary names every excluded word. */
function checkGlossary() {
  const contributing = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const [, glossary] = GLOSSARY.exec(contributing) ?? [];
  if (glossary === undefined) return;
  for (const { words, use } of excluded) {
    const [word = ''] = words;
    if (!glossary.includes(word))
      report('CONTRIBUTING.md', `CONTRIBUTING.md: no row for "${word}" (${use})`);
  }
}
