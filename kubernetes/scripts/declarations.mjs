// @ts-check
// Takes the markers out of the declarations that editors show, and keeps them for vmgen: beside
// `types.d.ts` stands `types.vmgen.d.ts`, which vmgen reads in its place where people use these types in
// types of their own.
//
// usage: node kubernetes/scripts/declarations.mjs [APIS]
//   APIS  types with Kubernetes' own descriptions, as hack/describe-kubernetes.sh imports them: what
//         editors show is made of these then, and what vmgen reads stays as it is
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
  // Where there are none an earlier build took them out, and the compiler had nothing to do since.
  if (plain !== text) {
    writeFileSync(marked, text);
    writeFileSync(shown, plain);
  }
  if (described === undefined) return;
  // Declarations alone are the same in both kinds of files.
  const source = readFileSync(path.join(described, file.replace(/\.d\.ts$/, '.ts')), 'utf8');
  writeFileSync(shown, withoutMarkers(source));
}
