// Compiles templates/*.hbs into dist/emit/templates.js, so that the package contains its templates and needs
// no template compiler at run time.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars';

const source = fileURLToPath(new URL('../../templates/', import.meta.url));
const target = fileURLToPath(new URL('../dist/emit/', import.meta.url));
const options = {
  strict: true,
  knownHelpersOnly: true,
  noEscape: true,
  knownHelpers: Object.fromEntries(
    [
      ...['fit', 'soft', 'line', 'comma', 'close', 'closeLine', 'open', 'shut'],
      ...['string', 'doc', 'use', 'useType'],
    ].map((name) => [name, true]),
  ),
};

const entries = readdirSync(source)
  .filter((name) => name.endsWith('.hbs'))
  .sort()
  .map((file) => {
    const text = readFileSync(source + file, 'utf8');
    const compiled = Handlebars.precompile(text, { ...options, srcName: undefined });
    return `${JSON.stringify(file.slice(0, -'.hbs'.length))}: ${compiled}`;
  });
mkdirSync(target, { recursive: true });
writeFileSync(`${target}templates.js`, `export const templates = {\n${entries.join(',\n')}\n};\n`);
