import { cloneJson, isJsonObject, type JsonObject } from '@vmgen/base/json';
import { formatPlace, parseDocuments } from '@vmgen/base/yaml';
import { compileSchema, createValidator, type CustomResourceDefinition } from '@vmgen/crd';
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from '../../disk/unusable-path.js';
import { isInRange, type Version } from '../../text/version-range.js';
import { finding, type Check, type Finding } from '../check.js';
import { NotCheckedError } from '../not-checked-error.js';
import { textOf, textsIn } from '../installed-package.js';
import type { Setup } from '../setup.js';

const SAMPLES = 'samples';

/** A sample of a kind with a generated CRD. */
interface Sample {
  /** Its file and document. */
  readonly place: string;
  readonly value: JsonObject;
  readonly crd: CustomResourceDefinition;
}

/** The samples, and the reasons why files cannot be read. */
async function samplesOf(setup: Setup) {
  const texts = setup.textsIn(SAMPLES);
  if (texts === undefined) throw new NotCheckedError(`there is no folder ${SAMPLES}`);
  const crds = await setup.crds();
  const parsed = texts.map(parseDocuments);
  const samples = parsed.flatMap(({ documents }) =>
    documents.flatMap(({ value, ...place }): Sample[] => {
      const crd = crds.find(
        ({ spec }) => value['kind'] === spec.names.kind && groupOf(value) === spec.group,
      );
      return crd === undefined ? [] : [{ place: formatPlace(place), value, crd }];
    }),
  );
  const problems = parsed.flatMap(({ problems }) =>
    problems.map(({ reason, ...place }) => ({ place: formatPlace(place), reason })),
  );
  return { samples, problems, crds };
}

const groupOf = ({ apiVersion }: JsonObject): string =>
  typeof apiVersion === 'string' ? apiVersion.replace(/\/?[^/]*$/, '') : '';

async function samplesOfKinds(setup: Setup): Promise<Finding[]> {
  const { samples, crds } = await samplesOf(setup);
  return crds
    .filter((crd) => samples.every((sample) => sample.crd !== crd))
    .map(({ spec: { names, group } }) => ({
      message: `the kind ${names.kind} of ${group} has no sample in ${SAMPLES}`,
      fix: `write ${SAMPLES}/${names.kind.toLowerCase()}.yaml with an object of the kind`,
    }));
}

async function validSamples(setup: Setup): Promise<Finding[]> {
  const { samples, problems } = await samplesOf(setup);
  const refused = samples.flatMap(({ place, value, crd }) => {
    const [error] = errorsOf(value, crd);
    return error === undefined ? [] : [{ place, reason: error }];
  });
  return [...problems, ...refused].map(({ place, reason }) => ({
    message: `${place}: ${reason}`,
    fix: 'correct the sample, or the type if the sample is right',
  }));
}

/** The errors of kubectl apply, which is strict about unknown fields. */
function errorsOf(value: JsonObject, crd: CustomResourceDefinition): string[] {
  const version = crd.spec.versions.find(
    ({ name }) => value['apiVersion'] === `${crd.spec.group}/${name}`,
  );
  const schema = version?.schema?.openAPIV3Schema;
  const unknown = schema === undefined ? [] : compileSchema(schema).prune(objectCopy(value));
  return [
    ...createValidator(crd)(value).map(({ field, message }) => `${field}: ${message}`),
    ...unknown.map((path) => `unknown field ${JSON.stringify(path)}`),
  ];
}

function objectCopy(value: JsonObject): JsonObject {
  const copy = cloneJson(value);
  return isJsonObject(copy) ? copy : {};
}

const DOCKERFILE = 'Dockerfile';

function dockerfile(setup: Setup): string {
  const text = textOf(setup.path(DOCKERFILE));
  if (text === undefined) throw new NotCheckedError('there is no Dockerfile');
  return text;
}

function imageNode(setup: Setup): Finding[] {
  const text = dockerfile(setup);
  const range = textsIn(setup.manifest().value, 'engines').get('node') ?? '>=20.19';
  const images = new Map(
    [...text.matchAll(IMAGES)].map(([, image = '', version = '']) => [image, version]),
  );
  const isUsual = isInRange(newestOf('24'), range) !== false;
  const other = isUsual ? 'node:24-slim, or another one with such a Node' : 'one with such a Node';
  return [...images].flatMap(([image, version]) => {
    if (isInRange(newestOf(version), range) !== false) return [];
    return finding(
      `${DOCKERFILE} uses the image ${JSON.stringify(image)}, but engines.node of package.json requires ${range}`,
      `in ${DOCKERFILE}, replace the image by ${other}`,
    );
  });
}

/** Images of Node, also distroless ones. */
const IMAGES = /^FROM\s+(?:--\S+\s+)*(\S*?(?:\bnode:|\/nodejs)(\d+(?:\.\d+){0,2})\S*)/gim;

/** The newest version that a tag such as `20` or `20.19` means. */
function newestOf(tag: string): Version {
  const [major = 0, minor = Infinity, patch = Infinity] = tag.split('.').map(Number);
  return [major, minor, patch];
}

function productionPackages(setup: Setup): Finding[] {
  const text = dockerfile(setup);
  if (!/--omit[= ]dev|--production\b|NODE_ENV=production/.test(text)) {
    throw new NotCheckedError(
      'the Dockerfile does not install dependencies without those of development',
    );
  }
  const { value } = setup.manifest();
  const production = textsIn(value, 'dependencies');
  const misplaced = ['@vmgen/kubernetes', '@vmgen/manager', '@vmgen/runtime'].filter(
    (name) => textsIn(value, 'devDependencies').has(name) && !production.has(name),
  );
  if (misplaced.length === 0) return [];
  return finding(
    `${misplaced.join(' and ')} in devDependencies, but the image has only dependencies: the operator does not start`,
    `npm install --save-prod ${misplaced.join(' ')}`,
  );
}

async function writable(setup: Setup): Promise<Finding[]> {
  const { options } = await setup.settings();
  let folder = setup.path(options.out);
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return [];
  } catch (error) {
    return finding(
      `the output folder ${JSON.stringify(options.out)} cannot be written to: ${reasonOf(error) ?? 'unknown reason'}`,
      'let its owner grant the permission, or choose another out in the config',
    );
  }
}

function cache(setup: Setup): Finding[] {
  const folder = setup.cacheFolder();
  if (folder !== undefined) return [];
  return finding(
    "vmgen's cache folder cannot be written to, or other users can write to it: each run takes its full time",
    'export XDG_CACHE_HOME=$HOME/.cache && chmod -R go-w $HOME/.cache/vmgen',
  );
}

/** The packages of a project have about this size. */
const LEAST_BYTES = 200 * 1024 * 1024;

async function diskSpace(setup: Setup): Promise<Finding[]> {
  const free = await setup.freeBytes(setup.folder);
  if (free >= LEAST_BYTES) return [];
  return finding(
    `the disk of the project has ${Math.floor(free / 1024 / 1024)} MiB left`,
    'npm cache clean --force',
  );
}

/** Samples, the image and the machine. */
export const MANIFESTS: readonly Check[] = [
  {
    name: 'samples',
    reads: 'samples/*.yaml, the generated CRDs',
    problem: 'A kind has no sample.',
    fix: 'Write one.',
    find: samplesOfKinds,
  },
  {
    name: 'valid-samples',
    reads: 'samples/*.yaml, the generated CRDs',
    problem: 'An API server would refuse a sample.',
    fix: 'Correct the named field.',
    find: validSamples,
  },
  {
    name: 'image-node',
    reads: 'Dockerfile, `engines.node` of package.json',
    problem: 'The Node of the image is not one that package.json accepts.',
    fix: 'Change the line `FROM`.',
    find: imageNode,
  },
  {
    name: 'production-packages',
    reads: 'Dockerfile, package.json',
    problem: 'The image lacks packages that are only in `devDependencies`.',
    fix: '`npm install --save-prod NAME`',
    find: productionPackages,
  },
  {
    name: 'writable',
    reads: 'the permissions of the output folder',
    problem: 'The output folder cannot be written to.',
    fix: 'Grant the permission, or choose another `out`.',
    find: writable,
  },
  {
    name: 'cache',
    reads: "the permissions of vmgen's cache folder",
    problem: 'The cache cannot be used, so that each run takes its full time.',
    fix: 'Set `XDG_CACHE_HOME` to a folder of your own.',
    find: cache,
  },
  {
    name: 'disk-space',
    reads: 'the free space of the disk',
    problem: 'The disk is almost full.',
    fix: 'Free some space, such as with `npm cache clean --force`.',
    find: diskSpace,
  },
];
