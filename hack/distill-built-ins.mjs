// SPDX-License-Identifier: Apache-2.0
//
// Writes the embedded API server's data about built-in kinds: packages/apiserver/data/built-in.json with the resources of each group
// version, and packages/apiserver/data/types/PACKAGE.json with the schemas of one Go package of the API and the fields of its
// protobuf messages. The sources are the OpenAPI and discovery documents, without descriptions, and the struct tags of the
// Go types, of the module k8s.io/kubernetes that packages/apiserver/envtest pins, or of the one in FOLDER.
//
// usage: node hack/distill-built-ins.mjs [--from FOLDER] [--to packages/apiserver/data]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const envtest = join(root, 'packages/apiserver/envtest');
const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
const folder = values.from ?? go('list', '-m', '-f', '{{.Dir}}', 'k8s.io/kubernetes').trim();
const target = values.to ?? join(root, 'packages/apiserver/data');

/** The file of the packages that all groups use. */
const MACHINERY = 'meta.v1';

const ALL_VERBS = 'create,delete,deletecollection,get,list,patch,update,watch';

/** @param {string[]} args */
function go(...args) {
  const options = { cwd: envtest, encoding: /** @type {const} */ ('utf8'), maxBuffer: 2 ** 26 };
  return execFileSync('go', args, options);
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(join(folder, 'api', path), 'utf8'));
}

/** The last two names of a type's package: `apps.v1`. @param {string} name */
function packageOf(name) {
  const short = name.split('.').slice(-3, -1).join('.');
  const isMachinery = name.startsWith('io.k8s.apimachinery.') || /^(api|pkg|util)\./.test(name);
  return isMachinery ? MACHINERY : short;
}

/**
 * A schema without descriptions, its keys in order; a property of that name stays.
 * @param {unknown} value @param {boolean} [isMap] whether the keys are names of the API's own
 * @returns {unknown}
 */
function facts(value, isMap = false) {
  if (Array.isArray(value)) return value.map((item) => facts(item));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value)
    .filter(([key]) => isMap || key !== 'description')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, facts(item, key === 'properties')]));
}

function readSchemas() {
  /** @type {Map<string, object>} */
  const schemas = new Map();
  for (const file of readdirSync(join(folder, 'api/openapi-spec/v3')).sort()) {
    const { components } = readJson(`openapi-spec/v3/${file}`);
    for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
      // The core group comes first, and names the kinds of all groups where documents differ.
      if (!schemas.has(name)) schemas.set(name, /** @type {object} */ (facts(schema)));
    }
  }
  return schemas;
}

/** What the core group and all others serve, in the order in which the server lists them. */
function readGroupVersions() {
  const found = [readGroupVersion('', 'v1')];
  for (const { name, versions } of readJson('discovery/apis.json').groups) {
    for (const { version } of versions) found.push(readGroupVersion(name, version));
  }
  return found;
}

/** @param {string} group @param {string} version */
function readGroupVersion(group, version) {
  const file = group === '' ? `api__${version}` : `apis__${group}__${version}`;
  const { resources } = readJson(`discovery/${file}.json`);
  const own = resources.filter((/** @type {{name: string}} */ { name }) => !name.includes('/'));
  return {
    group,
    version,
    package: '',
    resources: own.map((/** @type {any} */ entry) => resourceOf(entry, resources)),
  };
}

/** @param {any} entry @param {any[]} all */
function resourceOf(entry, all) {
  const prefix = `${entry.name}/`;
  const below = all.filter(({ name }) => name.startsWith(prefix));
  return {
    plural: entry.name,
    singular: entry.singularName,
    kind: entry.kind,
    namespaced: entry.namespaced,
    ...verbsOf(entry),
    ...(entry.shortNames === undefined ? {} : { shortNames: entry.shortNames }),
    ...(entry.categories === undefined ? {} : { categories: entry.categories }),
    ...(below.length === 0
      ? {}
      : { subresources: below.map((item) => subresourceOf(item, prefix.length)) }),
    ...(entry.storageVersionHash === undefined ? {} : { hash: entry.storageVersionHash }),
  };
}

/** @param {any} entry @param {number} prefix */
function subresourceOf(entry, prefix) {
  const { name, kind, group, version } = entry;
  return {
    name: name.slice(prefix),
    kind,
    ...(version === undefined ? {} : { group: group ?? '', version }),
    verbs: entry.verbs,
  };
}

/** The verbs, where they are not those of nearly all. @param {{verbs: string[]}} entry */
function verbsOf({ verbs }) {
  return verbs.join() === ALL_VERBS ? {} : { verbs };
}

/**
 * Names the version of which a resource's hash was made, where another one that is served was.
 * @param {any[]} groupVersions
 */
function nameStorageVersions(groupVersions) {
  for (const own of groupVersions) {
    for (const resource of own.resources) {
      const { hash, kind } = resource;
      const stored = [own, ...groupVersions].find(({ group, version }) => {
        const digest = createHash('sha256').update(`${group}/${version}/${kind}`).digest();
        return digest.subarray(0, 8).toString('base64') === hash;
      });
      if (stored === undefined || stored === own) continue;
      resource.storedAs = { group: stored.group, version: stored.version };
    }
  }
}

/**
 * Says of each resource that is stored as another version whether the two types differ in more than
 * the package of what they are made of.
 * @param {any[]} groupVersions @param {Map<string, object>} schemas
 */
function compareStorageVersions(groupVersions, schemas) {
  for (const own of groupVersions) {
    for (const { kind, storedAs } of own.resources) {
      if (storedAs === undefined) continue;
      const stored = groupVersions.find(
        ({ group, version }) => group === storedAs.group && version === storedAs.version,
      );
      const shapes = [own, stored].map((one) => shapeOf(`${one.package}.${kind}`, schemas));
      storedAs.isAlike = shapes[0] === shapes[1];
    }
  }
}

/**
 * A type with all that it is made of, without the names of packages.
 * @param {string} component @param {Map<string, object>} schemas
 */
function shapeOf(component, schemas) {
  /** @type {Map<string, string>} */
  const found = new Map();
  const pending = [component];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const short = name.slice(name.lastIndexOf('.') + 1);
    if (found.has(short)) continue;
    const schema = { ...schemas.get(name), 'x-kubernetes-group-version-kind': undefined };
    const text = JSON.stringify(schema);
    found.set(short, text.replaceAll(/#[\w./-]+\./g, ''));
    for (const [, next = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      pending.push(next);
    }
  }
  return JSON.stringify([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Adds the warning of each kind that the version deprecates.
 * @param {any[]} groupVersions @param {string} version as v1.37.2
 */
function nameDeprecations(groupVersions, version) {
  const release = /^v(\d+\.\d+)/.exec(version)?.[1] ?? '';
  const warnings = JSON.parse(go('run', './cmd/go-answers', 'deprecations', release));
  for (const { group, version, resources } of groupVersions) {
    for (const resource of resources) {
      const warning = warnings[`${group}/${version}/${resource.kind}`];
      if (warning !== undefined) resource.deprecationWarning = warning;
    }
  }
}

/** @param {any[]} groupVersions @param {Map<string, object>} schemas */
function namePackages(groupVersions, schemas) {
  /** @type {Map<string, string>} */
  const packages = new Map();
  for (const [name, schema] of schemas) {
    const kinds = /** @type {any} */ (schema)['x-kubernetes-group-version-kind'] ?? [];
    for (const { group, version, kind } of kinds.length === 1 ? kinds : []) {
      packages.set(`${group}/${version}/${kind}`, name.split('.').slice(0, -1).join('.'));
    }
  }
  for (const own of groupVersions) {
    const [{ kind }] = own.resources;
    own.package = packages.get(`${own.group}/${own.version}/${kind}`);
    if (own.package === undefined) throw new Error(`no schema describes ${kind}`);
  }
}

/** Tabs and lines only where people compare: one entry a line. @param {object} map */
function printMap(map) {
  const lines = Object.entries(map)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n  }`;
}

/** @param {string} path @param {string} text */
function write(path, text) {
  writeFileSync(join(target, path), text);
}

const schemas = readSchemas();
const groupVersions = readGroupVersions();
nameStorageVersions(groupVersions);
namePackages(groupVersions, schemas);
compareStorageVersions(groupVersions, schemas);
const messages = JSON.parse(go('run', './cmd/go-answers', 'messages'));

const version = basename(folder).split('@')[1] ?? '';
nameDeprecations(groupVersions, version);
const printed = groupVersions.map((own) => `    ${JSON.stringify(own)}`).join(',\n');
mkdirSync(target, { recursive: true });
write(
  'built-in.json',
  `{\n  "version": ${JSON.stringify(version)},\n  "groupVersions": [\n${printed}\n  ]\n}\n`,
);

/** @type {Map<string, {schemas: Record<string, object>, messages: Record<string, object>}>} */
const packages = new Map();
/** @param {string} name */
function packageFile(name) {
  const known = packages.get(packageOf(name)) ?? { schemas: {}, messages: {} };
  packages.set(packageOf(name), known);
  return known;
}
for (const [name, schema] of schemas) packageFile(name).schemas[name] = schema;
for (const [name, message] of Object.entries(messages)) {
  // The types of versions that are served no more have no schema.
  const file = packages.get(packageOf(name));
  if (file !== undefined) file.messages[name] = message;
}

rmSync(join(target, 'types'), { recursive: true, force: true });
mkdirSync(join(target, 'types'));
for (const [name, file] of packages) {
  const parts = [`"schemas": ${printMap(file.schemas)}`, `"messages": ${printMap(file.messages)}`];
  write(`types/${name}.json`, `{\n  ${parts.join(',\n  ')}\n}\n`);
}
