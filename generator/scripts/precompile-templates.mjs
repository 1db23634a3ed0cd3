// Compiles the templates into dist/emit/templates.js, so that the package contains its templates and needs
// no template compiler at run time.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars';

const source = fileURLToPath(new URL('../../templates/', import.meta.url));
const target = fileURLToPath(new URL('../dist/emit/', import.meta.url));
/** The helpers of the templates at the top, and of those of YAML files, which are in folders. */
const helpers = {
  top: ['string', 'doc', 'comment', 'use', 'useType'],
  yaml: ['value', 'join', 'yaml', 'field'],
};

/** @param {readonly string[]} known */
const optionsFor = (known) => ({
  strict: true,
  knownHelpersOnly: true,
  noEscape: true,
  knownHelpers: Object.fromEntries(known.map((name) => [name, true])),
});

const entries = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.hbs'))
  .sort()
  .map((file) => {
    const text = readFileSync(source + file, 'utf8');
    const options = optionsFor(file.includes('/') ? helpers.yaml : helpers.top);
    const compiled = Handlebars.precompile(text, { ...options, srcName: undefined });
    return `${JSON.stringify(file.slice(0, -'.hbs'.length))}: ${compiled}`;
  });
mkdirSync(target, { recursive: true });
writeFileSync(`${target}templates.js`, `export const templates = {\n${entries.join(',\n')}\n};\n`);
