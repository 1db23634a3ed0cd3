// Compiles templates/*.hbs into dist/templates.js, so that the packed generator carries its
// templates and needs no compiler at run time. Files that start with _ are partials.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars';

const source = fileURLToPath(new URL('../../templates/', import.meta.url));
const target = fileURLToPath(new URL('../dist/', import.meta.url));
const options = {
  strict: true,
  knownHelpersOnly: true,
  noEscape: true,
  knownHelpers: Object.fromEntries(
    ['fit', 'soft', 'line', 'comma', 'close', 'closeLine', 'open', 'shut', 'string', 'doc'].map(
      (name) => [name, true],
    ),
  ),
};

const groups = { templates: [], partials: [] };
for (const file of readdirSync(source)
  .filter((name) => name.endsWith('.hbs'))
  .sort()) {
  const name = file.slice(0, -'.hbs'.length);
  const compiled = Handlebars.precompile(readFileSync(source + file, 'utf8'), {
    ...options,
    srcName: undefined,
  });
  const group = name.startsWith('_') ? groups.partials : groups.templates;
  group.push(`${JSON.stringify(name.replace(/^_/, ''))}: ${compiled}`);
}
mkdirSync(target, { recursive: true });
writeFileSync(
  `${target}templates.js`,
  Object.entries(groups)
    .map(([name, entries]) => `export const ${name} = {\n${entries.join(',\n')}\n};\n`)
    .join(''),
);
