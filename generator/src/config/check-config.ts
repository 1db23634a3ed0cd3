import { dirname, isAbsolute, join } from 'node:path';
import { remedyFor } from '../diagnostics/suggestion.js';
import type { Emitter } from '../emit/emitter.js';
import { operatorConfigProblem } from '../settings/operator-config.js';
import { GENERATORS, isGeneratorName } from '../settings/generated-file.js';
import { IMPORT_EXTENSIONS } from '../settings/import-extension.js';
import { parseGenerators } from '../settings/parse-generators.js';
import { parseGroups } from '../settings/parse-groups.js';
import { UsageError } from '../settings/usage-error.js';
import { ConfigProblem } from './config-problem.js';
import type { VmgenConfig } from './vmgen-config.js';

interface Form {
  readonly is: (value: unknown) => boolean;
  /** As the end of `must be`. */
  readonly noun: string;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const TEXT: Form = { is: isText, noun: 'a text that is not empty' };
const TEXTS: Form = { is: areTexts, noun: 'a list of texts' };
const FLAG: Form = { is: (value) => typeof value === 'boolean', noun: 'true or false' };

/** The allowed values of each key. */
const FORMS: Readonly<Record<keyof VmgenConfig, Form>> = {
  groups: { is: (value) => isText(value) || areTexts(value), noun: 'a text or a list of texts' },
  out: TEXT,
  apis: TEXT,
  paths: TEXTS,
  generators: TEXTS,
  headerFile: TEXT,
  importExtension: {
    is: (value) => IMPORT_EXTENSIONS.some((each) => each === value),
    noun: IMPORT_EXTENSIONS.map((each) => `'${each}'`).join(' or '),
  },
  maxDescLen: {
    is: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    noun: 'a number of bytes, such as 200, or 0 for no descriptions',
  },
  trimDescriptions: FLAG,
  embeddedObjectMeta: FLAG,
  allowOutside: FLAG,
  strict: FLAG,
  operator: {
    is: (value) => typeof value === 'object' && value !== null,
    noun: "an object, such as { name: 'site-operator' }",
  },
  emitters: { is: Array.isArray, noun: 'a list of emitters' },
};

/**
 * Validates a value as a config.
 *
 * @throws ConfigProblem for an invalid value
 */
export function checkConfig(value: unknown): VmgenConfig {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigProblem([], "the config must be an object, such as { groups: 'apps:v1' }");
  }
  for (const [key, each] of Object.entries(value)) checkEntry(key, each);
  // Each key is one of the config's and has its form.
  const config: VmgenConfig = { ...value };
  checkOperator(config.operator);
  checkEmitters(config.emitters ?? []);
  checkWords(config);
  return config;
}

function checkOperator(operator: object | undefined): void {
  const found = operator === undefined ? undefined : operatorConfigProblem(operator);
  if (found === undefined) return;
  const { key, place, problem } = found;
  throw new ConfigProblem(['operator', key], `${place} ${problem}`);
}

function checkWords({ groups, generators, emitters = [] }: VmgenConfig): void {
  let key = 'groups';
  try {
    if (groups !== undefined) parseGroups([groups].flat());
    key = 'generators';
    if (generators !== undefined) parseGenerators(generators, emitters, key);
  } catch (error) {
    throw error instanceof UsageError ? new ConfigProblem([key], error.message) : error;
  }
}

function checkEntry(key: string, value: unknown): void {
  const names = Object.keys(FORMS);
  if (!isKey(key)) {
    const remedy = remedyFor(key, names, `there are ${names.join(', ')}`);
    throw new ConfigProblem([key], `unknown key ${JSON.stringify(key)}; ${remedy}`);
  }
  const { is, noun } = FORMS[key];
  if (value !== undefined && !is(value)) {
    throw new ConfigProblem([key], `${key} must be ${noun}`);
  }
}

const isKey = (key: string): key is keyof VmgenConfig => Object.hasOwn(FORMS, key);

function checkEmitters(emitters: readonly unknown[]): void {
  const names = new Set<string>();
  for (const [index, emitter] of emitters.entries()) {
    const keys = ['emitters', index];
    const place = `emitters[${index}]`;
    if (!isEmitter(emitter)) {
      throw new ConfigProblem(
        keys,
        `${place} is not an emitter: it needs a name and a function emit()`,
      );
    }
    const { name } = emitter;
    if (!isGeneratorName(name)) {
      const form = 'lower case letters, digits and -, from a letter on, 63 at most, and not all';
      throw new ConfigProblem(keys, `${place} has the name ${JSON.stringify(name)}; use ${form}`);
    }
    const owner = GENERATORS.some((each) => each === name) ? 'a generator of vmgen' : 'another one';
    if (owner === 'another one' && !names.has(name)) names.add(name);
    else
      throw new ConfigProblem(
        keys,
        `${place} has the name ${name} of ${owner}; choose another name`,
      );
  }
}

function isEmitter(value: unknown): value is Emitter {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'name' in value &&
    typeof value.name === 'string' &&
    'emit' in value &&
    typeof value.emit === 'function'
  );
}

/**
 * The config with paths relative to the working directory. In the file, they are relative to the folder of the
 * config.
 */
export function fromWorkingFolder(path: string, config: VmgenConfig): VmgenConfig {
  const folder = dirname(path);
  if (folder === '.') return config;
  const from = (each: string): string =>
    each === '' || isAbsolute(each) ? each : join(folder, each);
  const { out, apis, headerFile, paths } = config;
  return {
    ...config,
    out: out === undefined ? undefined : from(out),
    apis: from(apis ?? 'apis'),
    headerFile: headerFile === undefined ? undefined : from(headerFile),
    paths: paths?.map(from),
  };
}
