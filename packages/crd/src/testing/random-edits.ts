import { appendAll, isMapping } from '@vmgen/base/json';
import { itemSchema, type JSONSchemaProps, valueSchema } from '@vmgen/base/schema';
import { type FieldValues, type RandomSource, randomValue } from './random-object.js';
import { type Fields, ID_FIELDS } from './unexplained-change.js';

/** A version whose objects are edited. */
interface EditedVersion {
  readonly schema: JSONSchemaProps;
  readonly values: FieldValues;
}

/** A field that an edit can set and remove. */
interface Field {
  readonly parent: Fields;
  readonly name: string;
  readonly schema: JSONSchemaProps;
  readonly path: string;
  /** The names of the fields and the indices of the items around it. */
  readonly outer: readonly (string | number)[];
}

interface Found {
  readonly fields: Field[];
  readonly lists: {
    readonly list: unknown[];
    readonly items: JSONSchemaProps;
    readonly path: string;
  }[];
}

const isContainer = ({ type }: JSONSchemaProps): boolean => type === 'object' || type === 'array';

/** Finds the optional fields with single values that identify no item, and the lists. */
function find(object: object, { schema }: EditedVersion): Found {
  const found: Found = { fields: [], lists: [] };
  const visit = (
    value: unknown,
    own: JSONSchemaProps,
    outer: readonly (string | number)[],
    path: string,
    isId: (name: string) => boolean = () => false,
  ): void => {
    if (Array.isArray(value)) {
      const items = itemSchema(own);
      if (items === undefined) return;
      found.lists.push({ list: value, items, path });
      const ids = own['x-kubernetes-list-map-keys'] ?? ID_FIELDS;
      for (const [index, item] of value.entries()) {
        visit(item, items, [...outer, index], `${path}[]`, (name) => ids.includes(name));
      }
      return;
    }
    if (!isMapping(value)) return;
    const keys = own.required ?? [];
    for (const [name, field] of Object.entries(own.properties ?? {})) {
      if (path === '' && /^(apiVersion|kind|metadata)$/.test(name)) continue;
      const at = `${path}.${name}`;
      if (value[name] !== undefined) visit(value[name], field, [...outer, name], at);
      if (isContainer(field) || keys.includes(name) || isId(name)) continue;
      found.fields.push({ parent: value, name, schema: field, path: at, outer });
    }
    const map = valueSchema(own);
    for (const [name, each] of map ? Object.entries(value) : [])
      visit(each, map ?? {}, [...outer, name], `${path}.*`);
  };
  visit(object, { ...schema, type: 'object' }, [], '');
  return found;
}

const pick = <T>(random: RandomSource, all: readonly T[]): T | undefined =>
  all[Math.floor(random() * all.length)];

/** Sets or removes an optional field with a single value; false without such a field. */
export function editField(object: object, version: EditedVersion, random: RandomSource): boolean {
  const field = pick(random, find(object, version).fields);
  if (!field) return false;
  const { parent, name, schema, path } = field;
  if (parent[name] !== undefined && random() < 0.5) Reflect.deleteProperty(parent, name);
  else parent[name] = randomValue(schema, random, version.values, path);
  return true;
}

/** Adds, removes, moves or replaces items of a list; false if there is no list. */
export function editItems(object: object, version: EditedVersion, random: RandomSource): boolean {
  const found = pick(random, find(object, version).lists);
  if (!found) return false;
  const { list, items, path } = found;
  const at = Math.floor(random() * (list.length + 1));
  const create = (): unknown => randomValue(items, random, version.values, `${path}[]`);
  const edits: readonly (() => unknown)[] = [
    () => list.splice(at, 0, create()),
    () => list.splice(at, 1),
    () => list.splice(at, 1, create()),
    () => list.reverse(),
    () => {
      appendAll(list, list.splice(at, 1));
    },
  ];
  pick(random, edits)?.();
  return true;
}

/**
 * Sets a field that is absent.
 *
 * @returns a function that removes it from a later state of the object; undefined if no field is absent
 */
export function setAbsentField(
  object: object,
  version: EditedVersion,
  random: RandomSource,
): ((later: object) => void) | undefined {
  const absent = find(object, version).fields.filter(
    ({ parent, name }) => parent[name] === undefined,
  );
  const field = pick(random, absent);
  if (!field) return undefined;
  const { parent, name, schema, outer, path } = field;
  parent[name] = randomValue(schema, random, version.values, path);
  return (later) => {
    let at: unknown = later;
    for (const step of outer) {
      at = isMapping(at) || Array.isArray(at) ? Reflect.get(at, step) : undefined;
    }
    if (isMapping(at)) Reflect.deleteProperty(at, name);
  };
}
