// @ts-check
// Imports the types of all built-in groups of Kubernetes with vmgen's importer, from the OpenAPI v3 and discovery
// documents of the module k8s.io/kubernetes (api/openapi-spec/v3, api/discovery).
// Build first: npm run build.
//
// usage: node hack/import-kubernetes.mjs MODULE_FOLDER VERSION OUT [--descriptions]
//   MODULE_FOLDER   the folder of the module
//   VERSION         of Kubernetes, such as v1.37.2, for links to its reference
//   OUT             the folder of the APIs, which is replaced
//   --descriptions  keeps Kubernetes' own texts: not for this repository
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

/** The page of all types; every release has one. */
const reference = `https://kubernetes.io/docs/reference/generated/kubernetes-api/v${release}/`;

/**
 * Merge patches for types whose Go sources differ from the OpenAPI documents: types with all fields of another type are
 * atomic with it, as controller-gen treats them; a default that represents another constant, or a zero value that Go
 * always writes, is removed.
 */
const corrections = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'kubernetes-corrections.json'), 'utf8'),
);

/** @param {any} value @param {any} patch @returns {any} */
function patched(value, patch) {
  if (typeof patch !== 'object' || patch === null) return patch;
  const result = { ...value };
  for (const [key, part] of Object.entries(patch)) {
    const was = result[key];
    if (JSON.stringify(was) === JSON.stringify(part) || (part === null && was === undefined)) {
      throw new Error(`kubernetes-corrections.json: ${key} needs no correction any more`);
    }
    if (part === null) delete result[key];
    else result[key] = patched(was, part);
  }
  return result;
}

const known = new Set();
const corrected = documents('openapi-spec/v3', /^apis?__.*v\d\w*_openapi\.json$/).map(
  (document) => {
    const schemas = { ...document.components?.schemas };
    for (const [name, correction] of Object.entries(corrections)) {
      if (schemas[name] === undefined) continue;
      known.add(name);
      schemas[name] = patched(schemas[name], correction);
    }
    return { ...document, components: { ...document.components, schemas } };
  },
);
for (const name of Object.keys(corrections)) {
  if (!known.has(name)) throw new Error(`kubernetes-corrections.json: unknown type ${name}`);
}

const files = importOpenApi(corrected, {
  discovery: documents('discovery', /__v\d\w*\.json$/),
  isKubernetes: true,
  // Declaration files contain no other comments.
  markers: 'documentation',
  descriptions: flag === '--descriptions',
  pageOf: ({ group, version: of, kind }) =>
    `${reference}#${kind.toLowerCase()}-${of}-${(group || 'core').replaceAll('.', '-')}`,
  report: (place, problem) => {
    throw new Error(`${place} ${problem}`);
  },
});

rmSync(out, { recursive: true, force: true });
for (const { path: name, text } of files) {
  mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
  writeFileSync(path.join(out, name), text);
}
