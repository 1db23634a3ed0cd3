import { isDeepStrictEqual } from 'node:util';
import { createFakeRandom } from '../testing/fake-random.js';
import { defineConversion, type AnySpokeConversion, type Conversion } from './define-conversion.js';

/** Returns a number in [0, 1). */
type Random = () => number;
type Fields = Record<string, unknown>;
type Items = Fields[];

const pick = <T>(random: Random, all: readonly T[]): T =>
  all[Math.floor(random() * all.length)] as T;
const maybe = <T>(random: Random, value: T): T | undefined => (random() < 0.6 ? value : undefined);
const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Content that only one version has: no other value of an object is equal to it. */
class Secrets {
  #count = 0;
  next = (): string => `secret-${this.#count++}`;
}

/** A field of the version with hidden content, its conversion to the other version, and edits there. */
interface Shape {
  /** A random value of the rich version. */
  readonly create: (random: Random, secret: () => string) => unknown;
  /** The rules, without `.spec.NAME` before paths. */
  readonly rules: (name: string) => {
    readonly renamed?: Readonly<Record<string, string>>;
    readonly rich: AnySpokeConversion['toHub'];
    readonly plain?: AnySpokeConversion['toHub'];
    readonly removed?: readonly string[];
    readonly listKeys?: Readonly<Record<string, readonly string[]>>;
  };
  /** Changes the plain spec. */
  edit(random: Random, spec: Fields, name: string): void;
  /**
   * Returns the secrets that the edit must keep, by their owners. An owner is what a user recognizes: an
   * identity, or the visible content of an item without identity.
   */
  owners(rich: unknown): readonly (readonly [owner: string, secret: string])[];
  /** Returns the owners that still exist after the edit. */
  left(plain: unknown, before: unknown): (owner: string) => boolean;
}

const always = (): boolean => true;

function setOrRemove(random: Random, spec: Fields, name: string, value: unknown): void {
  if (random() < 0.5) Reflect.deleteProperty(spec, name);
  else spec[name] = value;
}

/** `disk: { size, class }` with `diskSize` renamed. */
const RENAMED_PART: Shape = {
  create: (random, secret) =>
    maybe(random, defined({ size: maybe(random, 1), class: maybe(random, secret()) })),
  rules: (name) => ({
    renamed: { [`.spec.${name}.size`]: `.spec.${name}Size` },
    rich: { [`.spec.${name}.class`]: () => undefined },
    removed: [`.spec.${name}`],
  }),
  edit: (random, spec, name) => setOrRemove(random, spec, `${name}Size`, 2 + random()),
  owners: (disk) => secretsIn(disk).map((each) => ['disk', each]),
  left: () => always,
};

/** The same, computed as a whole. */
const COMPUTED_PART: Shape = {
  ...RENAMED_PART,
  rules: (name) => ({
    rich: {
      [`.spec.${name}`]: ({ spec }: Fields) => {
        const size = (spec as Fields)[`${name}Size`];
        return size === undefined ? undefined : { size };
      },
    },
    plain: {
      [`.spec.${name}Size`]: ({ spec }: Fields) =>
        ((spec as Fields)[name] as Fields | undefined)?.['size'],
    },
  }),
};

/** The same, in the values of a map. */
const MAP_VALUES: Shape = {
  create: (random, secret) =>
    Object.fromEntries(
      ['a', 'b', 'c']
        .filter(() => random() < 0.7)
        .map((key) => [key, defined({ disk: RENAMED_PART.create(random, secret) })]),
    ),
  rules: (name) => ({
    renamed: { [`.spec.${name}.*.disk.size`]: `.spec.${name}.*.size` },
    rich: { [`.spec.${name}.*.disk.class`]: () => undefined },
    removed: [`.spec.${name}.*.disk`],
  }),
  edit(random, spec, name) {
    const map = spec[name] as Record<string, Fields>;
    const key = pick(random, ['a', 'b', 'c']);
    if (random() < 0.2) Reflect.deleteProperty(map, key);
    else setOrRemove(random, (map[key] ??= {}), 'size', 2 + random());
  },
  owners: (map) =>
    Object.entries(map as Fields).flatMap(([key, value]) =>
      secretsIn(value).map((each) => [key, each] as const),
    ),
  left: (plain) => (owner) => Object.hasOwn(plain as Fields, owner),
};

/** Items with hidden fields. Their identity is computed by `idOf`; without one, by visible content. */
function listShape(own: {
  readonly item: (random: Random) => Fields;
  readonly idOf: (item: Fields) => string | undefined;
  readonly hasIds: boolean;
  readonly keys?: readonly string[];
}): Shape {
  const ownersOf = (items: unknown): (string | undefined)[] => {
    const all = ((items ?? []) as Items).map(own.idOf);
    return all.map((id) => (all.filter((each) => each === id).length === 1 ? id : undefined));
  };
  return {
    create: (random, secret) =>
      Array.from({ length: Math.floor(random() * 5) }, () =>
        defined({
          ...own.item(random),
          secret: maybe(random, secret()),
          limits: maybe(
            random,
            defined({ cpu: maybe(random, 1), memory: maybe(random, secret()) }),
          ),
        }),
      ),
    rules: (name) => ({
      renamed: { [`.spec.${name}[].limits.cpu`]: `.spec.${name}[].cpu` },
      rich: {
        [`.spec.${name}[].secret`]: () => undefined,
        [`.spec.${name}[].limits.memory`]: () => undefined,
      },
      removed: [`.spec.${name}[].limits`],
      ...(own.keys && { listKeys: { [`.spec.${name}`]: own.keys } }),
    }),
    edit(random, spec, name) {
      editList(random, spec[name] as Items, () => own.item(random), own.hasIds);
    },
    owners(items) {
      const ids = ownersOf(items);
      return (items as Items).flatMap((item, index) => {
        const id = ids[index];
        return id === undefined ? [] : secretsIn(item).map((each) => [id, each] as const);
      });
    },
    left(plain, before) {
      const [now, then] = [ownersOf(plain), ownersOf(before)];
      return (owner) => now.includes(owner) && then.includes(owner);
    },
  };
}

/**
 * Inserts, removes, moves, duplicates and changes items, and sets defaults as a server does. Without
 * identities, an item that is changed and moved is another item.
 */
function editList(random: Random, list: Items, create: () => Fields, hasIds: boolean): void {
  const at = (): number => Math.floor(random() * list.length);
  const setDefaults = (): void => list.forEach((item) => (item['default'] ??= 'TCP'));
  const reorder = (): unknown =>
    random() < 0.5 ? list.reverse() : list.push(...list.splice(at(), 1));
  const change = (): void => {
    const item = list[at()];
    if (item) setOrRemove(random, item, 'cpu', 2 + random());
  };
  const replace = (): void => {
    const index = at();
    if (list[index]) list[index] = create();
  };
  const others = [
    () => list.splice(Math.floor(random() * (list.length + 1)), 0, create()),
    () => list.splice(at(), 1),
    () =>
      list.push(
        ...list
          .slice(at())
          .slice(0, 1)
          .map((item) => ({ ...item })),
      ),
  ];
  if (!hasIds && random() < 0.2) return change();
  pick(random, [...others, reorder, ...(hasIds ? [change, replace] : [])])();
  if (random() < 0.5) pick(random, hasIds ? [...others, reorder, change, replace] : [reorder])();
  if (random() < 0.3) setDefaults();
}

/** The plain version has only the public items. */
const FILTERED: Shape = {
  create: (random, secret) =>
    ['a', 'b', 'c', 'd', 'e']
      .filter(() => random() < 0.7)
      .map((name) => ({ name, public: random() < 0.6, size: 1, secret: secret() })),
  rules: (name) => ({
    rich: {
      [`.spec.${name}`]: ({ spec }: Fields) =>
        ((spec as Fields)[name] as Items).map(({ name: id, size }) => ({
          name: id,
          public: true,
          size,
        })),
    },
    plain: {
      [`.spec.${name}`]: ({ spec }: Fields) =>
        ((spec as Fields)[name] as Items)
          .filter((item) => item['public'] === true)
          .map(({ name: id, size }) => ({ name: id, size })),
    },
  }),
  edit(random, spec, name) {
    const list = spec[name] as Items;
    const index = Math.floor(random() * list.length);
    const actions: (() => void)[] = [
      () => list.splice(index, 1),
      () => list.reverse(),
      () => list[index] && (list[index]['size'] = 2 + random()),
      () => list.splice(index, 0, { name: 'new', size: 9 }),
      () => list[index] && (list[index] = { name: 'other', size: 9 }),
    ];
    pick(random, actions)();
  },
  owners: (items) => (items as Items).map(({ name, secret }) => [String(name), String(secret)]),
  left: (plain, before) => (owner) => {
    const has = (list: unknown): boolean => (list as Items).some(({ name }) => name === owner);
    return !has(before) || has(plain);
  },
};

/** The plain version has only the first item. All others remain, equal ones too. */
const FIRST: Shape = {
  create: (random, secret) =>
    Array.from({ length: Math.floor(random() * 4) }, () => (random() < 0.5 ? 'x' : secret())),
  rules: (name) => ({
    rich: {
      [`.spec.${name}`]: ({ spec }: Fields) => {
        const first = (spec as Fields)[`${name}First`];
        return first === undefined ? undefined : [first];
      },
    },
    plain: {
      [`.spec.${name}First`]: ({ spec }: Fields) =>
        ((spec as Fields)[name] as string[] | undefined)?.[0],
    },
  }),
  edit: (random, spec, name) =>
    setOrRemove(random, spec, `${name}First`, random() < 0.5 ? 'x' : 'new'),
  owners: (list) =>
    ((list ?? []) as string[]).slice(1).map((each, index) => [`${index + 1}`, each]),
  left: () => always,
};

const name = (random: Random): string => pick(random, ['a', 'b', 'c', 'd', 'e', 'f']);

/** All shapes by the name of their field. */
const SHAPES: Readonly<Record<string, Shape>> = {
  disk: RENAMED_PART,
  drive: COMPUTED_PART,
  volumes: MAP_VALUES,
  ports: listShape({
    item: (random) => ({ name: name(random), port: 1 }),
    idOf: (item) => String(item['name']),
    hasIds: true,
  }),
  routes: listShape({
    item: (random) => ({ host: name(random), path: pick(random, ['/', '/b']), name: 'x' }),
    idOf: ({ host, path }) => `${String(host)}${String(path)}`,
    hasIds: true,
    keys: ['host', 'path'],
  }),
  rules: listShape({
    item: (random) => ({ from: Math.floor(random() * 9) }),
    idOf: (item) => String(item['from']),
    hasIds: false,
  }),
  users: FILTERED,
  args: FIRST,
};

function secretsIn(value: unknown): string[] {
  return (JSON.stringify(value) ?? '').match(/secret-\d+/g) ?? [];
}

type Define = typeof defineConversion;

/** Defines the conversion between the version with hidden content and the other one. */
export function defineShapes(richIsHub: boolean, define: Define = defineConversion): Conversion {
  const all = Object.entries(SHAPES).map(([field, { rules }]) => rules(field));
  const rich = Object.assign({}, ...all.map((each) => each.rich)) as AnySpokeConversion['toHub'];
  const plain = Object.assign({}, ...all.map((each) => each.plain)) as AnySpokeConversion['toHub'];
  const pairs = all.flatMap(({ renamed = {} }) => Object.entries(renamed));
  const removed = all.flatMap((each) => each.removed ?? []);
  const listKeys = Object.assign({}, ...all.map((each) => each.listKeys)) as Record<
    string,
    string[]
  >;
  const spoke: AnySpokeConversion = richIsHub
    ? {
        renamed: Object.fromEntries(pairs),
        toHub: rich,
        fromHub: plain,
        removed: { hub: removed },
        listKeys: { hub: listKeys },
      }
    : {
        renamed: Object.fromEntries(pairs.map(([a, b]) => [b, a])),
        toHub: plain,
        fromHub: rich,
        removed: { spoke: removed },
        listKeys: { spoke: listKeys },
      };
  const [hub, other] = richIsHub ? ['rich', 'plain'] : ['plain', 'rich'];
  return define({ group: 'example.com', kind: 'Site', hub, spokes: { [other]: spoke } });
}

const specOf = (object: object): Fields => (object as { spec: Fields }).spec;

/** How an edit went wrong; undefined if it kept everything. */
export function editProblem(conversion: Conversion, seed: number): string | undefined {
  const random = createFakeRandom(seed);
  const secrets = new Secrets();
  const spec = defined(
    Object.fromEntries(
      Object.entries(SHAPES).map(([field, { create }]) => [field, create(random, secrets.next)]),
    ),
  );
  const metadata = { name: 'a', namespace: 'b', uid: `uid-${seed}` };
  const before = { apiVersion: 'example.com/rich', kind: 'Site', metadata, spec };
  const plain = conversion.convert(before, 'plain');
  if (!isDeepStrictEqual(conversion.convert(plain, 'rich'), before)) return 'lost without an edit';
  const edited = structuredClone(plain);
  const [field, shape] = pick(random, Object.entries(SHAPES));
  shape.edit(random, specOf(edited), field);
  const after = conversion.convert(edited, 'rich');
  const again = conversion.convert(after, 'plain');
  if (!isDeepStrictEqual(specOf(again), specOf(edited))) return `${field}: another edit`;
  for (const [other, value] of Object.entries(spec)) {
    if (other !== field && !isDeepStrictEqual(specOf(after)[other], value)) {
      return `${field}: the edit changes ${other}`;
    }
  }
  return ownersProblem(shape, field, [spec, specOf(after), specOf(plain), specOf(edited)]);
}

function ownersProblem(
  shape: Shape,
  field: string,
  specs: readonly [Fields, Fields, Fields, Fields],
): string | undefined {
  const [before, after, plain, edited] = specs.map((each) => each[field]);
  const former = before === undefined ? [] : shape.owners(before);
  const found = after === undefined ? [] : shape.owners(after);
  const isLeft = shape.left(edited, plain);
  const all = secretsIn(after);
  for (const [owner, secret] of former) {
    if (secret !== 'x' && isLeft(owner) && !all.includes(secret)) {
      return `${field}: lost ${secret} of ${owner}`;
    }
  }
  for (const secret of all) {
    if (all.indexOf(secret) !== all.lastIndexOf(secret)) return `${field}: ${secret} twice`;
    const owner = former.find(([, each]) => each === secret)?.[0];
    const now = found.find(([, each]) => each === secret)?.[0];
    const isMoved = shape !== FIRST && owner !== undefined && now !== undefined && owner !== now;
    if (isMoved) return `${field}: ${secret} of ${owner} moved to ${now}`;
  }
  if (shape === FIRST) {
    const rest = (list: unknown): unknown[] => ((list ?? []) as unknown[]).toSorted();
    const expected = [...((before ?? []) as unknown[]).slice(1)];
    const value = specs[3][`${field}First`];
    if (value !== undefined) expected.push(value);
    if (!isDeepStrictEqual(rest(after), rest(expected))) return `${field}: other items`;
  }
  return undefined;
}
