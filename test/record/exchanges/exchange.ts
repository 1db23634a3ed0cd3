import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { parse } from 'yaml';

/** How a body is meant, by the word of the files for it. */
const MEDIA_TYPES = {
  body: 'application/json',
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** What an answer is asked as. */
const ACCEPTED = {
  json: 'application/json',
  table: 'application/json;as=Table;v=v1;g=meta.k8s.io',
  partial: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  partialList: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
} as const;

/**
 * The media type of a body or an answer, by name or as headers. With headers, a body that is a string is sent unchanged.
 */
type Form =
  | keyof typeof MEDIA_TYPES
  | Exclude<keyof typeof ACCEPTED, keyof typeof MEDIA_TYPES>
  | { readonly type?: string; readonly accept?: string };

/**
 * A request to an API server. In its path and body, `$uid`, `$version` and `$continue` are replaced by the metadata of the
 * previous answer.
 */
export interface Exchange {
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly contentType: string;
  readonly accept: string;
  readonly body: JsonValue | undefined;
  /** The body is a string that is sent unchanged. */
  readonly isRaw: boolean;
}

/** The questions about one kind, asked one after the other in a namespace of their own. */
export interface ExchangeFile {
  readonly kind: string;
  readonly namespace: string;
  /** What is made first, and not compared: the object `base` among it. */
  readonly before: readonly Exchange[];
  readonly exchanges: readonly Exchange[];
}

/**
 * A file as people write it. A change is an object whose keys are dotted paths into `base`; null
 * removes what is there. `query` in it goes to the URL, and `title` says it in less words.
 */
interface FileText {
  readonly apiVersion: string;
  readonly kind: string;
  /** The path of the collection; `*` is the namespace. */
  readonly path: string;
  /** Objects that others refer to: the path of their collection, and each of them. */
  readonly before?: readonly (readonly [path: string, object: JsonObject])[];
  readonly base: JsonObject;
  /** Dry-run POSTs of the changed base under the name `new`. */
  readonly creates?: readonly JsonObject[];
  /** Dry-run PUTs over the base. */
  readonly updates?: readonly JsonObject[];
  /** Dry-run patches of the base. */
  readonly strategic?: readonly JsonObject[];
  readonly merge?: readonly JsonObject[];
  readonly json?: readonly JsonValue[][];
  /** Dry-run applies over the base; the dotted paths lead into an object that is empty otherwise. */
  readonly apply?: readonly JsonObject[];
  /** Lastly what changes the server. */
  readonly steps?: readonly Step[];
}

type Step = readonly [method: string, path: string, form?: Form, body?: JsonValue];

/** Integers beyond 2^53 stay exact. */
const exactNumbers = (_key: unknown, value: unknown): unknown =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** Reads the questions about a kind. */
export function readExchanges(name: string, text: string): ExchangeFile {
  const file = parse(text, exactNumbers, { intAsBigInt: true }) as FileText;
  const namespace = `exchanges-${name}`;
  const collection = file.path.replace('*', namespace);
  const type = { apiVersion: file.apiVersion, kind: file.kind };
  const whole = {
    ...type,
    ...file.base,
    metadata: { ...metadataOf(file.base), name: 'base' },
  };
  const fresh = { ...whole, metadata: { ...metadataOf(whole), name: 'new' } };
  const outline = { ...type, metadata: { name: 'base' } };

  const question = (
    label: string,
    method: Exchange['method'],
    path: string,
    form: Form,
    change: JsonValue | undefined,
    base?: JsonObject,
  ): Exchange => {
    const { title, query, ...rest } = isJsonObject(change) ? change : {};
    const isWhole = base === undefined || change === undefined;
    const body = isWhole && !isJsonObject(change) ? change : changed(base ?? {}, rest, isWhole);
    const said = change === undefined ? '' : ` ${textOf(title) ?? stringifyJson(change)}`;
    const extra = textOf(query);
    return {
      title: `${label}${said}`,
      method,
      path: withQuery(path.startsWith('/api') ? path : collection + path, extra),
      ...headersOf(form),
      body,
      isRaw: typeof form === 'object' && typeof body === 'string',
    };
  };
  const dry = (path: string, manager = 'm'): string => `${path}?dryRun=All&fieldManager=${manager}`;
  const patches = (form: 'strategic' | 'merge' | 'json'): Exchange[] =>
    (file[form] ?? []).map((patch) => question(form, 'PATCH', dry('/base'), form, patch));

  return {
    kind: file.kind,
    namespace,
    before: [
      ...(file.before ?? []).map(([path, object]) =>
        question('', 'POST', path.replace('*', namespace), 'body', object),
      ),
      question('', 'POST', '?fieldManager=m', 'body', {}, whole),
    ],
    exchanges: [
      ...(file.creates ?? []).map((change) =>
        question('create', 'POST', dry(''), 'body', change, fresh),
      ),
      ...(file.updates ?? []).map((change) =>
        question('update', 'PUT', dry('/base'), 'body', change, whole),
      ),
      ...patches('strategic'),
      ...patches('merge'),
      ...patches('json'),
      ...(file.apply ?? []).map((change) =>
        question('apply', 'PATCH', dry('/base', 'other'), 'apply', change, outline),
      ),
      ...(file.steps ?? []).map(([method, path, form = 'body', body], i) => {
        const isOfKind = method === 'POST' || method === 'PUT' || form === 'apply';
        const base = form === 'apply' ? outline : whole;
        const isRaw = isJsonObject(body) && body['kind'] !== undefined;
        return question(
          `step ${i + 1}: ${method} ${path}${form === 'body' ? '' : ` ${wordFor(form)}`}`,
          methodOf(method),
          path.replace('*', namespace),
          form,
          body,
          isOfKind && !isRaw ? base : undefined,
        );
      }),
    ],
  };
}

function headersOf(form: Form): Pick<Exchange, 'contentType' | 'accept'> {
  if (typeof form === 'object') {
    return { contentType: form.type ?? MEDIA_TYPES.body, accept: form.accept ?? ACCEPTED.json };
  }
  if (form === 'table' || form === 'partial' || form === 'partialList') {
    return { contentType: MEDIA_TYPES.body, accept: ACCEPTED[form] };
  }
  return { contentType: MEDIA_TYPES[form], accept: ACCEPTED.json };
}

const wordFor = (form: Form): string => (typeof form === 'string' ? form : JSON.stringify(form));

function metadataOf({ metadata }: JsonObject): JsonObject {
  return isJsonObject(metadata) ? metadata : {};
}

function methodOf(method: string): Exchange['method'] {
  switch (method) {
    case 'GET':
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return method;
    default:
      throw new Error(`no such method: ${method}`);
  }
}

const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

function withQuery(path: string, query: string | undefined): string {
  if (query === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

function changed(base: JsonObject, changes: JsonObject, isWhole: boolean): JsonObject {
  if (isWhole) return changes;
  const result = structuredClone(base);
  for (const [path, value] of Object.entries(changes)) setAt(result, path.split('.'), value);
  return result;
}

function setAt(target: JsonObject, path: readonly string[], value: JsonValue): void {
  let place: JsonObject | JsonValue[] = target;
  path.forEach((key, i) => {
    const isLast = i === path.length - 1;
    const index = Array.isArray(place) ? Number(key) : key;
    const members = place as Record<string | number, JsonValue>;
    if (isLast && value === null) Reflect.deleteProperty(members, index);
    else if (isLast) members[index] = structuredClone(value);
    else {
      const next = members[index];
      place = typeof next === 'object' && next !== null ? next : (members[index] = {});
    }
  });
}
