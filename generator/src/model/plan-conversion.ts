import { STANDARD_FIELDS } from '../schema/known-schemas.js';
import { deepEqualJson } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/crd';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { CustomResource } from './model.js';
import { jsonText } from '../text/json-text.js';
import { partsOf, type Schema } from '../schema/schema.js';
import type { BuiltCrd } from './build-crd.js';

type Version = CustomResource['versions'][number];

/** How a kind is converted between its versions, through the hub. */
export interface ConversionPlan {
  /** See {@link hubOf}. */
  readonly hub: Version;
  /** The other versions. */
  readonly spokes: readonly SpokePlan[];
}

/** How objects are converted between the hub and another version. All other fields are copied. */
export interface SpokePlan {
  readonly version: Version;
  /** The fields with another path: paths in the hub and in the spoke. */
  readonly renamed: readonly (readonly [string, string])[];
  /** The fields of the hub that the spoke does not have, or has with another type. */
  readonly toHub: readonly string[];
  /** The fields of the spoke that the hub does not have, or has with another type. */
  readonly fromHub: readonly string[];
  /** The objects of one version whose fields are all renamed or computed. */
  readonly removed: { readonly hub: readonly string[]; readonly spoke: readonly string[] };
  /** The keys of the lists around and in these fields, by path; none for sets. */
  readonly listKeys: { readonly hub: ListKeys; readonly spoke: ListKeys };
}

type ListKeys = Readonly<Record<string, readonly string[]>>;

/** A use of `+vmgen:renamedFrom`. */
export interface Rename {
  /** The path of the field with the marker. */
  readonly to: string;
  /** The other version, and the path of the field there. */
  readonly version: string;
  readonly from: string;
  readonly position: SourcePosition;
}

/** The plan of a kind that a webhook converts; undefined for other kinds. */
export function planConversion({ crd, resource }: BuiltCrd): ConversionPlan | undefined {
  const hub = hubOf(resource);
  if (!hub || resource.versions.length < 2 || resource.conversion?.strategy !== 'Webhook') {
    return undefined;
  }
  const schemaOf = ({ package: { version } }: Version): JSONSchemaProps =>
    crd.spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema ?? {};
  const renames = renamesOf(hub.resource.schema);
  const spokes = resource.versions
    .filter((version) => version !== hub)
    .map((version) => {
      const own = renames.filter((each) => each.version === version.package.version);
      return { version, ...new VersionComparison(schemaOf(hub), schemaOf(version), own).plan() };
    });
  return { hub, spokes };
}

/** The fields of the status that a conversion between two versions cannot keep, by their schemas. */
export function lostStatusOf(hub: JSONSchemaProps, spoke: JSONSchemaProps): string[] {
  return statusPathsOf(new VersionComparison(hub, spoke, []).plan());
}

/** The fields of the status that a plan cannot keep. */
export function statusPathsOf({ toHub, fromHub }: Pick<SpokePlan, 'toHub' | 'fromHub'>): string[] {
  return [...new Set([...toHub, ...fromHub])].filter((path) => /^\.status(?![\w$-])/.test(path));
}

/**
 * The version through which the others are converted: the stored one, unless only another one declares the conversion,
 * which is to be stored later.
 */
export function hubOf({ versions }: CustomResource): Version | undefined {
  const stored = versions.find(({ resource }) => resource.isStored);
  if (stored?.resource.conversion !== undefined) return stored;
  return versions.find(({ resource }) => resource.conversion !== undefined) ?? stored;
}

/** The markers of a schema's fields, with the paths of the fields. */
export function renamesOf(schema: Schema, path = ''): Rename[] {
  if (schema.kind === 'object') {
    return schema.properties.flatMap(({ name, schema: field, renamedFrom = [] }) => {
      const to = `${path}.${name}`;
      return [...renamedFrom.map((each) => ({ to, ...each })), ...renamesOf(field, to)];
    });
  }
  return partsOf(schema).flatMap(({ schema: part }) =>
    renamesOf(part, `${path}${schema.kind === 'array' ? '[]' : '.*'}`),
  );
}

/** The schema of a field by its path; undefined if it does not exist. */
export function schemaAt(schema: JSONSchemaProps, path: string): JSONSchemaProps | undefined {
  let found: JSONSchemaProps | undefined = schema;
  for (const [, name, list] of path.matchAll(/\.([\w$*-]+)|(\[\])/g)) {
    if (list !== undefined) found = itemsOf(found);
    else if (name === '*') found = valuesOf(found);
    else found = name === undefined ? undefined : fieldsOf(found)[name];
  }
  return found;
}

/** The part of a path up to its last list or map. */
export const containerOf = (path: string): string => /^.*(?:\[\]|\.\*)/.exec(path)?.[0] ?? '';

/** The names that field paths can contain. */
const PLAIN_NAME = /^[\w$-]+$/;

/** Compares the schemas of the hub and a spoke. */
class VersionComparison {
  readonly #spoke: JSONSchemaProps;
  readonly #hub: JSONSchemaProps;
  /** Paths in the spoke by paths in the hub. */
  readonly #sources: ReadonlyMap<string, string>;
  readonly #renamedSources: ReadonlySet<string>;
  readonly #renamed: [string, string][] = [];
  readonly #toHub: string[] = [];
  readonly #fromHub: string[] = [];
  readonly #removed = { hub: new Array<string>(), spoke: new Array<string>() };

  constructor(hub: JSONSchemaProps, spoke: JSONSchemaProps, renames: readonly Rename[]) {
    this.#hub = hub;
    this.#spoke = spoke;
    this.#sources = new Map(renames.map(({ to, from }) => [to, from]));
    this.#renamedSources = new Set(this.#sources.values());
  }

  plan(): Omit<SpokePlan, 'version'> {
    this.#compareFields(withoutStandard(this.#hub), withoutStandard(this.#spoke), '', '');
    return {
      renamed: this.#renamed,
      toHub: this.#toHub,
      fromHub: this.#fromHub,
      removed: this.#removed,
      listKeys: {
        hub: listKeysOf(this.#hub, [...this.#toHub, ...this.#removed.hub]),
        spoke: listKeysOf(this.#spoke, [...this.#fromHub, ...this.#removed.spoke]),
      },
    };
  }

  #compareFields(
    hub: JSONSchemaProps,
    spoke: JSONSchemaProps,
    hubPath: string,
    spokePath: string,
  ): void {
    const [own, other] = [fieldsOf(hub), fieldsOf(spoke)];
    for (const [name, field] of Object.entries(own)) {
      const path = `${hubPath}.${name}`;
      const same = `${spokePath}.${name}`;
      const isTaken = this.#renamedSources.has(same);
      const twin = isTaken || !Object.hasOwn(other, name) ? undefined : other[name];
      if (this.#sources.has(path) || !twin) this.#hubOnly(field, path);
      else if (isRequired(hub, name) !== isRequired(spoke, name)) this.#differ(path, same);
      else this.#compare(field, twin, path, same);
    }
    for (const [name, field] of Object.entries(other)) {
      const path = `${spokePath}.${name}`;
      const isPaired = Object.hasOwn(own, name) && !this.#sources.has(`${hubPath}.${name}`);
      if (!isPaired && !this.#renamedSources.has(path)) this.#spokeOnly(field, path);
    }
  }

  /** False if the field cannot be copied as a whole. */
  #compare(
    hub: JSONSchemaProps,
    spoke: JSONSchemaProps,
    hubPath: string,
    spokePath: string,
  ): boolean {
    const isSame =
      deepEqualJson(typeOf(hub), typeOf(spoke)) && hasPlainNames(hub) && hasPlainNames(spoke);
    const [items, otherItems] = [itemsOf(hub), itemsOf(spoke)];
    const [values, otherValues] = [valuesOf(hub), valuesOf(spoke)];
    if (!isSame || !items !== !otherItems || !values !== !otherValues) {
      // Fields with equal schemas can have any names.
      if (deepEqualJson(withoutTexts(hub), withoutTexts(spoke))) return true;
      this.#differ(hubPath, spokePath);
      return false;
    }
    this.#compareFields(hub, spoke, hubPath, spokePath);
    if (items && otherItems) this.#compare(items, otherItems, `${hubPath}[]`, `${spokePath}[]`);
    if (values && otherValues) this.#compare(values, otherValues, `${hubPath}.*`, `${spokePath}.*`);
    return true;
  }

  #differ(hubPath: string, spokePath: string): void {
    this.#toHub.push(hubPath);
    this.#fromHub.push(spokePath);
  }

  #hubOnly(field: JSONSchemaProps, path: string): void {
    const from = this.#sources.get(path);
    const source = from === undefined ? undefined : schemaAt(this.#spoke, from);
    if (from !== undefined && source) {
      if (isRequiredAt(this.#hub, path) !== isRequiredAt(this.#spoke, from)) {
        this.#differ(path, from);
      } else if (this.#compare(field, source, path, from)) this.#renamed.push([path, from]);
    } else if ([...this.#sources.keys()].some((each) => each.startsWith(`${path}.`))) {
      this.#removed.hub.push(path);
      for (const [name, part] of Object.entries(fieldsOf(field))) {
        this.#hubOnly(part, `${path}.${name}`);
      }
    } else {
      this.#toHub.push(path);
    }
  }

  #spokeOnly(field: JSONSchemaProps, path: string): void {
    if (this.#renamedSources.has(path)) return;
    if ([...this.#renamedSources].some((each) => each.startsWith(`${path}.`))) {
      this.#removed.spoke.push(path);
      for (const [name, part] of Object.entries(fieldsOf(field))) {
        this.#spokeOnly(part, `${path}.${name}`);
      }
    } else {
      this.#fromHub.push(path);
    }
  }
}

/** Returns the keys of the lists around and in some fields. */
function listKeysOf(schema: JSONSchemaProps, paths: readonly string[]): ListKeys {
  const found = new Map<string, readonly string[]>();
  const add = (list: JSONSchemaProps | undefined, path: string): void => {
    const { 'x-kubernetes-list-type': type, 'x-kubernetes-list-map-keys': keys = [] } = list ?? {};
    if (type === 'map' || type === 'set') found.set(path, keys);
  };
  const addWithin = (part: JSONSchemaProps, path: string): void => {
    add(part, path);
    const [items, values] = [itemsOf(part), valuesOf(part)];
    if (items) addWithin(items, `${path}[]`);
    if (values) addWithin(values, `${path}.*`);
    for (const [name, field] of Object.entries(fieldsOf(part))) {
      if (PLAIN_NAME.test(name)) addWithin(field, `${path}.${name}`);
    }
  };
  for (const path of paths) {
    for (const { index } of path.matchAll(/\[\]/g)) {
      add(schemaAt(schema, path.slice(0, index)), path.slice(0, index));
    }
    addWithin(schemaAt(schema, path) ?? {}, path);
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const fieldsOf = (schema: JSONSchemaProps | undefined): Readonly<Record<string, JSONSchemaProps>> =>
  schema?.properties ?? {};

function itemsOf(schema: JSONSchemaProps | undefined): JSONSchemaProps | undefined {
  const items = schema?.items;
  return items === undefined || Array.isArray(items) ? undefined : items;
}

function valuesOf(schema: JSONSchemaProps | undefined): JSONSchemaProps | undefined {
  const values = schema?.additionalProperties;
  return typeof values === 'object' ? values : undefined;
}

const hasPlainNames = (schema: JSONSchemaProps): boolean =>
  Object.keys(fieldsOf(schema)).every((name) => PLAIN_NAME.test(name));

function withoutStandard({ properties = {}, ...schema }: JSONSchemaProps): JSONSchemaProps {
  const own = Object.entries(properties).filter(([name]) => !STANDARD_FIELDS.includes(name));
  return { ...schema, properties: Object.fromEntries(own) };
}

/** What decides whether values of one schema are values of another. Rules and bounds do not. */
function typeOf(schema: JSONSchemaProps): unknown {
  return [
    schema.type,
    schema.nullable ?? false,
    schema.enum && schema.enum.map(jsonText).sort(),
    schema['x-kubernetes-int-or-string'] ?? false,
    schema['x-kubernetes-preserve-unknown-fields'] ?? false,
    schema['x-kubernetes-embedded-resource'] ?? false,
    schema.additionalProperties === true,
  ];
}

/** Whether objects must have a value that a client sets. Objects around fields are not compared. */
function isRequired({ required = [], properties }: JSONSchemaProps, name: string): boolean {
  const field = properties?.[name];
  return required.includes(name) && field?.type !== 'object' && field?.default === undefined;
}

function isRequiredAt(schema: JSONSchemaProps, path: string): boolean {
  const end = path.lastIndexOf('.');
  return isRequired(schemaAt(schema, path.slice(0, end)) ?? {}, path.slice(end + 1));
}

function withoutTexts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutTexts);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).filter(
    ([name, value]) => name !== 'description' || typeof value !== 'string',
  );
  return Object.fromEntries(parts.map(([name, value]) => [name, withoutTexts(value)]));
}
