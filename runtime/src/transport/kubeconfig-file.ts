import { readFileSync } from 'node:fs';
import { VmgenError } from '../errors/vmgen-error.js';
import { errorText } from '../logging/error-text.js';
import { isMapping, type Mapping } from '../meta/is-mapping.js';
import { KubeconfigSection } from './kubeconfig-section.js';

/** The contents of one or several kubeconfig files. */
export interface Kubeconfig {
  /** The names of the files, for messages. */
  readonly source: string;
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, KubeconfigSection>;
  readonly users: ReadonlyMap<string, KubeconfigSection>;
  readonly contexts: ReadonlyMap<string, KubeconfigSection>;
}

/** Reads files and merges them as kubectl does: the first occurrence takes precedence. */
export async function readKubeconfigFiles(files: readonly string[]): Promise<Kubeconfig> {
  const documents = await Promise.all(files.map(readDocument));
  const merge = (list: string, entry: string): Map<string, KubeconfigSection> => {
    const sections = new Map<string, KubeconfigSection>();
    for (const { file, fields } of documents) addEntries(sections, file, fields[list], entry);
    return sections;
  };
  const current = documents
    .map(({ fields }) => fields['current-context'])
    .find((name) => typeof name === 'string' && name !== '');
  return {
    source: files.join(', '),
    currentContext: typeof current === 'string' ? current : undefined,
    clusters: merge('clusters', 'cluster'),
    users: merge('users', 'user'),
    contexts: merge('contexts', 'context'),
  };
}

async function readDocument(file: string): Promise<{ file: string; fields: Mapping }> {
  const text = readText(file);
  // Loaded lazily, because programs in a cluster have no kubeconfig file.
  const { load, CORE_SCHEMA } = await import('js-yaml');
  let value: unknown;
  try {
    value = load(text, { schema: CORE_SCHEMA, filename: file });
  } catch (error) {
    // Without the cause, which contains the lines around the error and possibly a token.
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `${file}: not a kubeconfig: invalid YAML: ${firstLine(error)}`,
    );
  }
  const fields = value ?? {};
  if (isMapping(fields)) return { file, fields };
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    `${file}: not a kubeconfig: must be a mapping with clusters, users and contexts`,
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = firstLine(cause);
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `cannot read the kubeconfig: ${reason}; check --kubeconfig or KUBECONFIG`,
      {
        cause,
      },
    );
  }
}

function addEntries(
  sections: Map<string, KubeconfigSection>,
  file: string,
  list: unknown,
  kind: string,
): void {
  if (list === undefined || list === null) return;
  if (!Array.isArray(list))
    throw new VmgenError('ERR_VMGEN_CONFIG', `${file}: ${kind}s must be a list`);
  list.forEach((item: unknown, index) => {
    const name = isMapping(item) ? item['name'] : undefined;
    if (!isMapping(item) || typeof name !== 'string') {
      throw new VmgenError('ERR_VMGEN_CONFIG', `${file}: ${kind}s[${index}]: name is missing`);
    }
    if (sections.has(name)) return;
    const fields = item[kind] ?? {};
    if (!isMapping(fields))
      throw new VmgenError('ERR_VMGEN_CONFIG', `${file}: ${kind} "${name}": must be a mapping`);
    sections.set(name, new KubeconfigSection(file, `${kind} "${name}"`, fields));
  });
}

function firstLine(error: unknown): string {
  const [line = ''] = errorText(error).split('\n');
  return line;
}
