import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isMapping } from '@vmgen/base/json';
import { parse, parseAllDocuments } from 'yaml';
import { compile, DEFAULT_SETTINGS, parseGroups } from 'vmgen';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = Record<string, Json>;

/** As much as is needed of the kinds that are written; of them only CRDs have a spec. */
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: { readonly group: string; readonly names: { readonly kind: string } };
}

/** A value that two objects do not share. */
export interface Difference {
  /** `CustomResourceDefinition GROUP KIND`, or `KIND [NAMESPACE/]NAME`. */
  readonly object: string;
  /** From the object's root, such as `spec.versions[v1].served`; empty for the whole object. */
  readonly path: string;
  /** Undefined where it has none. */
  readonly controllerGen: unknown;
  /** Undefined where it has none. */
  readonly vmgen: unknown;
}

/** Every object of the YAML files below a folder, by what it is. */
export async function readManifests(folder: string): Promise<Map<string, JsonObject>> {
  const objects = new Map<string, JsonObject>();
  for (const file of (await readdir(folder, { recursive: true })).sort()) {
    if (!file.endsWith('.yaml')) continue;
    for (const document of parseAllDocuments(await readFile(path.join(folder, file), 'utf8'))) {
      const object = document.toJS() as JsonObject | null;
      if (object === null) continue;
      const identity = identityOf(object);
      if (objects.has(identity)) throw new Error(`${folder} has two of ${identity}`);
      objects.set(identity, object);
    }
  }
  return objects;
}

/** A CRD is known by group and kind: its name holds the plural, on which the two may differ. */
function identityOf(object: JsonObject): string {
  const { kind, metadata, spec } = object as unknown as Manifest;
  if (spec) return `${kind} ${spec.group} ${spec.names.kind}`;
  const { name, namespace } = metadata;
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** Keywords whose value says no more than their absence; controller-gen leaves out what is zero in Go. */
const SAYS_NOTHING: Readonly<Record<string, Json>> = {
  exclusiveMaximum: false,
  exclusiveMinimum: false,
  format: '',
  priority: 0,
  uniqueItems: false,
  // controller-gen writes it beside printer columns.
  subresources: {},
};

/** Keywords that hold somebody's values: what is in them is no keyword. */
const VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'example']);

/** What vmgen says of Kubernetes' own types and their fields. */
const OWN_WORDS: ReadonlySet<unknown> = ownWords();

/** The descriptions in a CRD whose author has written none. */
function ownWords(): ReadonlySet<unknown> {
  const text = `// +groupName=example.com
import type { Condition, LabelSelector, ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  spec: { condition: Condition; selector: LabelSelector };
}
`;
  const { files } = compile(
    {
      root: 'apis',
      folders: parseGroups(['example:v1']),
      files: [{ path: 'example/v1/types.ts', text }],
    },
    { ...DEFAULT_SETTINGS, generators: ['crd'] },
  );
  return new Set(files.flatMap((file) => textsIn('description', [parse(file.text)])));
}

function textsIn(keyword: string, value: object): string[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (typeof inner === 'object' && inner !== null) return textsIn(keyword, inner);
    return key === keyword && typeof inner === 'string' ? [inner] : [];
  });
}

/**
 * What differs between controller-gen's objects and vmgen's. The order of keys says nothing, nor does
 * that of the names in `required`, nor a keyword that {@link SAYS_NOTHING}; of Kubernetes' own types
 * each says the same in words of its own.
 */
export function differences(
  controllerGen: ReadonlyMap<string, JsonObject>,
  vmgen: ReadonlyMap<string, JsonObject>,
): Difference[] {
  const objects = [...new Set([...controllerGen.keys(), ...vmgen.keys()])].sort();
  return objects.flatMap((object) =>
    [
      ...compare(normalized(controllerGen.get(object)), normalized(vmgen.get(object)), object, ''),
    ].filter((difference) => !isInOwnWords(difference)),
  );
}

const isInOwnWords = ({ path, controllerGen, vmgen }: Difference): boolean =>
  path.endsWith('.description') && typeof controllerGen === 'string' && OWN_WORDS.has(vmgen);

function normalized(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((each) => normalized(each) ?? null);
  if (!isMapping(value)) return value;
  const result: JsonObject = {};
  for (const [key, inner] of Object.entries(value)) {
    if (Object.hasOwn(SAYS_NOTHING, key) && isDeepStrictEqual(inner, SAYS_NOTHING[key])) continue;
    if (VALUES.has(key)) result[key] = inner;
    else if (key === 'required' && Array.isArray(inner)) result[key] = inner.map(String).sort();
    else result[key] = normalized(inner) ?? null;
  }
  return result;
}

function* compare(
  left: Json | undefined,
  right: Json | undefined,
  object: string,
  where: string,
): Iterable<Difference> {
  if (isDeepStrictEqual(left, right)) return;
  if (isMapping(left) && isMapping(right)) {
    for (const key of [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()) {
      yield* compare(left[key], right[key], object, where === '' ? key : `${where}.${key}`);
    }
  } else if (where === 'spec.versions') {
    yield* compareVersions(byName(left), byName(right), object, where);
  } else if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    for (const [index, inner] of left.entries()) {
      yield* compare(inner, right[index], object, `${where}[${index}]`);
    }
  } else {
    yield { object, path: where, controllerGen: left, vmgen: right };
  }
}

/** Each with its namesake, and their order as one difference. */
function* compareVersions(
  left: ReadonlyMap<string, Json>,
  right: ReadonlyMap<string, Json>,
  object: string,
  where: string,
): Iterable<Difference> {
  const [controllerGen, vmgen] = [[...left.keys()], [...right.keys()]];
  if (!isDeepStrictEqual(controllerGen, vmgen)) yield { object, path: where, controllerGen, vmgen };
  for (const name of left.keys()) {
    if (right.has(name)) {
      yield* compare(left.get(name), right.get(name), object, `${where}[${name}]`);
    }
  }
}

function byName(versions: Json | undefined): Map<string, Json> {
  const byName = new Map<string, Json>();
  for (const version of Array.isArray(versions) ? versions : []) {
    if (isMapping(version) && typeof version['name'] === 'string') {
      byName.set(version['name'], version);
    }
  }
  return byName;
}
