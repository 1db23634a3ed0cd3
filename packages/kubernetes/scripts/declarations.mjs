// @ts-check
// Removes the markers from the declarations that editors show, `types.d.ts`. Keeps the original text as
// `types.vmgen.d.ts`, which vmgen reads instead if other projects use these types in their own API types.
//
// usage: node packages/kubernetes/scripts/declarations.mjs [APIS]
//   APIS  types with Kubernetes' own descriptions, as hack/update-kubernetes.sh --descriptions imports them. They replace
//         the declarations that editors show, and not those that vmgen reads
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withoutMarkers } from './without-markers.mjs';

const compiled = path.join(import.meta.dirname, '../dist/apis');
const [described] = process.argv.slice(2);

const files = readdirSync(compiled, { recursive: true, encoding: 'utf8' });
for (const file of files) if (path.basename(file) === 'types.d.ts') split(file);

/** @param {string} file */
function split(file) {
  const shown = path.join(compiled, file);
  const marked = shown.replace(/\.d\.ts$/, '.vmgen.d.ts');
  const text = readFileSync(shown, 'utf8');
  const plain = withoutMarkers(text);
  // Without markers, an earlier build removed them and the compiler did not write the file again.
  if (plain !== text) {
    writeFileSync(marked, text);
    writeFileSync(shown, plain);
  }
  if (described === undefined) return;
  // The sources contain only declarations, so they are valid as `.d.ts` files.
  const source = readFileSync(path.join(described, file.replace(/\.d\.ts$/, '.ts')), 'utf8');
  writeFileSync(shown, withoutMarkers(source));
}
