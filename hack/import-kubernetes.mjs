// @ts-check
// Imports the types of every built-in group of Kubernetes, by vmgen's own importer, from the OpenAPI v3 and
// discovery documents that the module k8s.io/kubernetes carries (api/openapi-spec/v3, api/discovery).
// Build first: npm run build.
//
// usage: node hack/import-kubernetes.mjs MODULE_FOLDER VERSION OUT [--descriptions]
//   MODULE_FOLDER   where the module's files are
//   VERSION         of Kubernetes, such as v1.36.3: links lead to its reference
//   OUT             the folder of the APIs, made anew
//   --descriptions  keeps Kubernetes' own texts: for builds of one's own, not for this repository
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importOpenApi } from '../generator/dist/import/import-open-api.js';

const [module, version, out, flag] = process.argv.slice(2);
const release = /^v(\d+\.\d+)\./.exec(version ?? '')?.[1];
if (module === undefined || out === undefined || release === undefined) {
  throw new Error(
    'usage: node hack/import-kubernetes.mjs MODULE_FOLDER VERSION OUT [--descriptions]',
  );
}

/** @param {string} folder @param {RegExp} pattern */
const documents = (folder, pattern) =>
  readdirSync(path.join(module, 'api', folder))
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(module, 'api', folder, name), 'utf8')));

/** The one page of all types, which every release has. */
const reference = `https://kubernetes.io/docs/reference/generated/kubernetes-api/v${release}/`;

const files = importOpenApi(documents('openapi-spec/v3', /^apis?__.*v\d\w*_openapi\.json$/), {
  discovery: documents('discovery', /__v\d\w*\.json$/),
  isKubernetes: true,
  // Declaration files keep no other comments.
  markers: 'documentation',
  descriptions: flag === '--descriptions',
  pageOf: ({ group, version: of, kind }) =>
    `${reference}#${kind.toLowerCase()}-${of}-${(group || 'core').replaceAll('.', '-')}`,
  tell: (place, problem) => {
    throw new Error(`${place} ${problem}`);
  },
});

rmSync(out, { recursive: true, force: true });
for (const { path: name, text } of files) {
  mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
  writeFileSync(path.join(out, name), text);
}
