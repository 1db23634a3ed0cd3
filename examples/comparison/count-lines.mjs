// @ts-check
// Counts the lines of the operators of this folder that are neither blank nor comments, by section. A comment
// `section: NAME` starts a section. Prints the table of README.md.
// Usage: node examples/comparison/count-lines.mjs
import { readFileSync } from 'node:fs';
import path from 'node:path';

const SECTIONS = ['types', 'wiring', 'logic'];

/** The files of each operator. kube-rs needs lib.rs for what it does not contain. */
const OPERATORS = {
  'config sets': {
    vmgen: ['vmgen/apis/comparison/v1/types.ts', 'vmgen/src/configsets.ts'],
    'controller-runtime': ['controller-runtime/configsets/main.go'],
    'kube-rs': ['kube-rs/src/bin/configsets.rs', 'kube-rs/src/lib.rs'],
  },
  sites: {
    vmgen: ['vmgen/apis/web/v1/types.ts', 'vmgen/src/sites.ts'],
    'controller-runtime': ['controller-runtime/sites/main.go'],
    'kube-rs': ['kube-rs/src/bin/sites.rs', 'kube-rs/src/lib.rs'],
  },
};

/** @param {string} file */
function countLines(file) {
  const counts = { types: 0, wiring: 0, logic: 0 };
  /** @type {keyof typeof counts} */
  let section = 'wiring';
  for (const line of readFileSync(path.join(import.meta.dirname, file), 'utf8').split('\n')) {
    const text = line.trim();
    const [, name] = /^\/\/ section: (types|wiring|logic)$/.exec(text) ?? [];
    if (name !== undefined) section = /** @type {keyof typeof counts} */ (name);
    else if (text !== '' && !text.startsWith('//')) counts[section]++;
  }
  return counts;
}

const header = ['operator', 'framework', ...SECTIONS, 'all'];
console.log(`| ${header.join(' | ')} |\n|${header.map(() => ' --- |').join('')}`);
for (const [operator, frameworks] of Object.entries(OPERATORS)) {
  for (const [framework, files] of Object.entries(frameworks)) {
    const counts = files.map(countLines);
    const [types = 0, wiring = 0, logic = 0] = ['types', 'wiring', 'logic'].map((section) =>
      counts.reduce((sum, each) => sum + each[/** @type {'types'} */ (section)], 0),
    );
    const cells = [operator, framework, types, wiring, logic, types + wiring + logic];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
