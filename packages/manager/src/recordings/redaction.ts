import { fieldSteps, isMapping, placesOf, setField, type FieldPath } from '@vmgen/runtime/internal';
import { bodyText } from '../process/body-text.js';
import type { RecordedContent } from './recording.js';

/** Repeats the whole object, of any kind. */
const LAST_APPLIED = [
  'metadata',
  'annotations',
  'kubectl.kubernetes.io/last-applied-configuration',
] as const;
const SECRET: readonly FieldPath[] = [
  ['data', '*'],
  ['stringData', '*'],
];
/** The fields with credentials, by kind. */
const BY_KIND: Readonly<Record<string, readonly FieldPath[]>> = {
  Secret: SECRET,
  TokenRequest: [['status', 'token']],
  TokenReview: [['spec', 'token']],
};
const SECRETS_PATH = /^\/api\/v1\/(?:namespaces\/[^/?]+\/)?secrets(?:[/?]|$)/;
const HIDDEN = 'redacted';
/** Programs decode the values of Secrets. */
const HIDDEN_DATA = Buffer.from(HIDDEN).toString('base64');

/** Removes credentials and configured fields from what a recording contains. */
export class Redaction {
  readonly #paths: readonly FieldPath[];

  /** Throws a `VmgenError` if a path is not valid. */
  constructor(paths: readonly string[]) {
    this.#paths = paths.map((path) => fieldSteps(path));
  }

  /**
   * Returns a value from JSON without its redacted fields: the value itself if it has none. The types of
   * fields are kept. The paths apply to a value, to the items of a list, and to those of its field `items`.
   */
  redact(value: unknown, isSecret = false): unknown {
    if (Array.isArray(value)) {
      const redacted = value.map((item: unknown) => this.redact(item, isSecret));
      return redacted.every((item, at) => item === value[at]) ? value : redacted;
    }
    if (!isMapping(value)) return value;
    const { kind, items } = value;
    if (!Array.isArray(items)) return this.#withoutFields(value, kind, isSecret);
    const redacted = this.redact(items, isSecret || kind === 'SecretList');
    return this.#withoutFields(
      redacted === items ? value : { ...value, items: redacted },
      kind,
      isSecret,
    );
  }

  #withoutFields(value: unknown, kind: unknown, isSecret: boolean): unknown {
    const paths = this.#pathsOf(kind, isSecret);
    if (!paths.some((path) => placesOf(value, path).length > 0)) return value;
    const copy: unknown = JSON.parse(JSON.stringify(value));
    for (const path of paths) {
      const hidden = path === SECRET[0] ? HIDDEN_DATA : HIDDEN;
      for (const { parent, key } of placesOf(copy, path)) hide(parent, key, hidden);
    }
    return copy;
  }

  /** Returns the content of a body of a request to this path, or of its answer. */
  content(body: string | Uint8Array, path: string): RecordedContent {
    const isSecret = SECRETS_PATH.test(path);
    const text = bodyText(body);
    try {
      const json: unknown = JSON.parse(text);
      return { json: isPatch(json) ? this.#patch(json, isSecret) : this.redact(json, isSecret) };
    } catch {
      // A text cannot be redacted.
      const isOmitted = isSecret || this.#paths.length > 0;
      return isOmitted ? { omitted: 'it is not JSON, so it cannot be redacted' } : { text };
    }
  }

  #pathsOf(kind: unknown, isSecret: boolean): readonly FieldPath[] {
    const known = typeof kind === 'string' && Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind] : [];
    return [LAST_APPLIED, ...(isSecret ? SECRET : (known ?? [])), ...this.#paths];
  }

  #patch(operations: readonly Operation[], isSecret: boolean): readonly Operation[] {
    const paths = this.#pathsOf(undefined, isSecret);
    return operations.map((operation) => {
      const { path, value } = operation;
      const steps = path.split('/').slice(1);
      const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
      const hides = paths.some((each) => overlaps(each, names));
      return hides ? { ...operation, value: hiddenOf(value, HIDDEN) } : operation;
    });
  }
}

/** An operation of a JSON Patch. */
interface Operation {
  readonly path: string;
  readonly value?: unknown;
}

function isPatch(value: unknown): value is Operation[] {
  return (
    Array.isArray(value) &&
    value.every((each) => isMapping(each) && typeof each['path'] === 'string')
  );
}

/** Returns whether one of two paths leads to a field of the other one. */
function overlaps(path: FieldPath, names: readonly string[]): boolean {
  return path.every((step, at) => {
    const name = names[at];
    return name === undefined || step === name || step === '*' || step === '[]';
  });
}

function hide(parent: unknown, key: string | number, hidden: string): void {
  if (Array.isArray(parent)) parent[Number(key)] = hiddenOf(parent[Number(key)], hidden);
  else if (isMapping(parent)) setField(parent, String(key), hiddenOf(parent[key], hidden));
}

/** Returns a value of the same type, so that the program still runs with it. */
function hiddenOf(value: unknown, hidden: string): unknown {
  if (typeof value === 'string') return hidden;
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return false;
  if (Array.isArray(value)) return value.map((item) => hiddenOf(item, hidden));
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, hiddenOf(each, hidden)]),
  );
}
