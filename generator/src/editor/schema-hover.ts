import type { JSONSchemaProps } from '@vmgen/crd';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { printYaml } from '../emit/print-yaml.js';
import type { BuiltCrd } from '../model/build-crd.js';
import type { Resource } from '../model/model.js';
import type { Project } from '../project.js';
import type { Schema } from '../schema/schema.js';
import type { Type, TypeId } from '../types/type.js';
import type { EditorHover } from './editor-data.js';
import { isInMarker } from './marker-language.js';
import { fenced, inCode } from './markdown.js';

/** More lines of a schema are not shown. */
const MOST_LINES = 60;
/** More uses of a type or a field are not shown. */
const MOST_USES = 5;

/** What is known of a name; its columns count from 1. */
interface NameHover extends Pick<EditorHover, 'title' | 'markdown'> {
  readonly from: number;
  readonly to: number;
}

/** Whether a column of a line, counted from 0, may be that of a marker, or of the name of a field or a type. */
export const mayHaveHover = (line: string, column: number): boolean =>
  isInMarker(line, line.length) || declaredAt(line, column + 1) !== undefined;

/** Describes the field, type or kind whose name in its declaration is at a position. */
export function hoverOfName(
  { file, line, column }: SourcePosition,
  text: string,
  { model, crds }: Pick<Project, 'model' | 'crds'>,
): NameHover | undefined {
  const word = declaredAt(text, column);
  if (word === undefined) return undefined;
  const isHere = (position: SourcePosition): boolean =>
    position.file === file &&
    position.line === line &&
    position.column >= word.from &&
    position.column < word.to;
  const details =
    kindHover(isHere, crds) ??
    usesHover(usesOf(isHere, crds), word.name) ??
    usesHover(usesOfType(isHere, model, crds), word.name);
  return details && { from: word.from, to: word.to, ...details };
}

/** The name at a column, which may be in quotes, if it may be the name of a declaration. Columns count from 1. */
function declaredAt(text: string, column: number) {
  for (const found of text.matchAll(
    /(?:"[^"]*"|'[^']*'|[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)/gu,
  )) {
    const from = found.index + 1;
    const to = from + found[0].length;
    if (from > column) return undefined;
    if (column > to) continue;
    const word = { from, to, name: found[0] };
    return isDeclared(word, text) ? word : undefined;
  }
  return undefined;
}

/** Whether a name may be the one of a field or a type in its declaration: most names are not, and need no search. */
function isDeclared({ from, to }: { readonly from: number; readonly to: number }, text: string) {
  const isType = /\b(?:interface|type|enum)\s+$/.test(text.slice(0, from - 1));
  return isType || /^\s*\??\s*(?::|$)/.test(text.slice(to - 1));
}

type IsHere = (position: SourcePosition) => boolean;

type Details = Pick<EditorHover, 'title' | 'markdown'>;

function kindHover(isHere: IsHere, crds: readonly BuiltCrd[]): Details | undefined {
  for (const { resource, crd } of crds) {
    const index = resource.versions.findIndex((each) => isHere(each.resource.type.position));
    const version = resource.versions[index];
    if (version === undefined) continue;
    const { kind, plural, namespaced, shortNames, isStored, isServed } = version.resource;
    const facts = [
      namespaced ? 'namespaced' : 'cluster-scoped',
      ...(shortNames.length > 0 ? [`short names ${shortNames.map(inCode).join(', ')}`] : []),
      isStored ? 'stored' : 'not stored',
      isServed ? 'served' : 'not served',
    ];
    const names = inCode(`${plural}.${resource.group}/${version.package.version}`);
    const yaml = yamlOf(crd.spec.versions[index]?.schema?.openAPIV3Schema ?? {});
    return { title: `the kind ${kind}`, markdown: `${names}: ${facts.join(', ')}\n\n${yaml}` };
  }
  return undefined;
}

/** Where a CRD has a field. */
interface FieldUse {
  readonly resource: Resource;
  /** Such as `.spec.disks[].name`. */
  readonly field: string;
  /** Such as `spec.versions[0].schema.openAPIV3Schema.properties.spec`. */
  readonly path: string;
  readonly isRequired: boolean;
  readonly schema: JSONSchemaProps;
}

function usesHover(uses: readonly FieldUse[], name: string): Details | undefined {
  const [first, ...others] = uses;
  if (first === undefined) return undefined;
  const { resource, field, path, isRequired, schema } = first;
  const title = `${name}: ${field} of ${resource.kind}, ${isRequired ? 'required' : 'optional'}`;
  const more = others
    .slice(0, MOST_USES)
    .map((use) => `- ${inCode(`${use.resource.kind} ${use.field}`)}\n`);
  const left = others.length - more.length;
  if (left > 0) more.push(`- and ${left} more\n`);
  const also = more.length === 0 ? '' : `\n\nalso:\n\n${more.join('')}`;
  return { title, markdown: `${yamlOf(schema)}\n\nin the CRD: ${inCode(path)}${also}` };
}

function usesOf(isHere: IsHere, crds: readonly BuiltCrd[]): FieldUse[] {
  return crds.flatMap(({ resource, crd }) =>
    resource.versions.flatMap((version, index) => {
      const search = new FieldSearch(version.resource, isHere);
      const schema = crd.spec.versions[index]?.schema?.openAPIV3Schema ?? {};
      const path = `spec.versions[${index}].schema.openAPIV3Schema`;
      search.visit(version.resource.schema, { field: '', path, schema });
      return search.found;
    }),
  );
}

/** A type is described by the fields that have it. */
function usesOfType(
  isHere: IsHere,
  model: Project['model'],
  crds: readonly BuiltCrd[],
): FieldUse[] {
  const types = [...(model?.types.values() ?? [])];
  const ids = new Set(types.filter(({ position }) => isHere(position)).map(({ id }) => id));
  if (ids.size === 0) return [];
  const positions = new Set<SourcePosition>();
  for (const { type } of types) addFieldsOf(type, ids, positions);
  return usesOf((position) => positions.has(position), crds);
}

/** Adds the positions of the fields whose values, or whose items, have one of the types. */
function addFieldsOf(type: Type, ids: ReadonlySet<TypeId>, positions: Set<SourcePosition>): void {
  if (type.kind === 'union') for (const each of type.members) addFieldsOf(each, ids, positions);
  if (type.kind !== 'object') return;
  for (const field of type.fields) {
    const value = valueOf(field.type);
    if (value.kind === 'named' && ids.has(value.id)) positions.add(field.position);
    else addFieldsOf(value, ids, positions);
  }
}

function valueOf(type: Type): Type {
  switch (type.kind) {
    case 'array':
      return valueOf(type.element);
    case 'map':
      return valueOf(type.value);
    case 'nullable':
    case 'undefinable':
      return valueOf(type.type);
    default:
      return type;
  }
}

/** A place in a schema. */
type Step = Pick<FieldUse, 'field' | 'path' | 'schema'>;

/** Finds the uses of a field. A schema may be part of others in many places. */
class FieldSearch {
  readonly found: FieldUse[] = [];
  readonly #resource: Resource;
  readonly #isHere: IsHere;
  readonly #known = new Map<Schema, boolean>();

  constructor(resource: Resource, isHere: IsHere) {
    this.#resource = resource;
    this.#isHere = isHere;
  }

  visit(schema: Schema, step: Step): void {
    if (!this.#contains(schema) || this.found.length > MOST_USES) return;
    switch (schema.kind) {
      case 'object':
        for (const { name, required, position, schema: part } of schema.properties) {
          const next = below(
            step,
            `.${name}`,
            `properties${segment(name)}`,
            step.schema.properties?.[name],
          );
          if (this.#isHere(position)) {
            this.found.push({ ...next, resource: this.#resource, isRequired: required });
          } else this.visit(part, next);
        }
        break;
      case 'array': {
        const { items } = step.schema;
        this.visit(schema.items, below(step, '[]', 'items', Array.isArray(items) ? {} : items));
        break;
      }
      case 'map': {
        const { additionalProperties: values } = step.schema;
        const part = typeof values === 'object' ? values : undefined;
        this.visit(schema.values, below(step, '.*', 'additionalProperties', part));
        break;
      }
      default:
    }
  }

  #contains(schema: Schema): boolean {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const contains = this.#search(schema);
    this.#known.set(schema, contains);
    return contains;
  }

  #search(schema: Schema): boolean {
    switch (schema.kind) {
      case 'object':
        return schema.properties.some(
          ({ position, schema: part }) => this.#isHere(position) || this.#contains(part),
        );
      case 'array':
        return this.#contains(schema.items);
      case 'map':
        return this.#contains(schema.values);
      default:
        return false;
    }
  }
}

const below = (step: Step, field: string, path: string, schema: JSONSchemaProps = {}): Step => ({
  field: `${step.field}${field}`,
  path: `${step.path}.${path}`,
  schema,
});

const segment = (name: string): string => (/^[\w$-]+$/.test(name) ? `.${name}` : `[${name}]`);

function yamlOf(schema: JSONSchemaProps): string {
  const lines = printYaml(schema).trimEnd().split('\n');
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
  return fenced(shown.join('\n'), 'yaml');
}
