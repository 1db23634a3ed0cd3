import type { JSONSchemaProps } from '@vmgen/crd';
import { hasProperties, itemSchema, valueSchema } from '@vmgen/base/schema';
import { KUBERNETES_MODULE } from '../../syntax/kubernetes-packages.js';
import { jsonText } from '../../text/json-text.js';
import { fieldsByName } from '../../types/fields-of.js';
import type { NamedType, Type, TypeTable } from '../../types/type.js';
import { readProse, type Span, textSpan, shownText } from './prose.js';
import type { Anchors, Contents, FieldEntry, Heading, TypeEntry } from './reference.js';
import { isImmutable, limitsOf, rulesOf } from './words.js';

/** Has a place for each type of Kubernetes, by its version and group. */
const KUBERNETES_REFERENCE = 'https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/';

/** A field that has a type, or the list or map in it. */
interface Use {
  readonly owner: Heading;
  readonly path: string;
}

/** A type that was referred to. */
interface Referred extends Heading {
  readonly named: NamedType | undefined;
  readonly props: JSONSchemaProps;
  readonly type: Type | undefined;
  readonly usedIn: Span[];
}

/** Describes fields, and collects the types that they refer to. */
export class TypeCollector {
  readonly #types: TypeTable;
  readonly #anchors: Anchors;
  readonly #referred = new Map<string, Referred>();

  constructor(types: TypeTable, anchors: Anchors) {
    this.#types = types;
    this.#anchors = anchors;
  }

  /** The fields of an object, except for the omitted ones. */
  contents(
    props: JSONSchemaProps,
    type: Type | undefined,
    owner: Heading,
    omitted: readonly string[] = [],
  ): Contents {
    const declared = type === undefined ? undefined : fieldsByName(type, this.#types);
    const fields = Object.entries(props.properties ?? {})
      .filter(([name]) => !omitted.includes(name))
      .map(([name, field]): FieldEntry => {
        const fieldType = declared?.get(name)?.type;
        const preset = field.default ?? undefined;
        const isDescribed = this.#isDescribed(field, fieldType);
        return {
          name: shownText(name),
          type: this.#typeSpans(field, fieldType, { owner, path: name }),
          isRequired: props.required?.includes(name) ?? false,
          isImmutable: isImmutable(field),
          doc: readProse(this.#docOf(field, fieldType)),
          preset: preset === undefined ? undefined : shownText(jsonText(preset)),
          limits: isDescribed ? [] : limitsOf(field),
          rules: isDescribed ? [] : rulesOf(field),
        };
      });
    return { fields, limits: limitsOf(props), rules: rulesOf(props) };
  }

  /** The types that were referred to, and those that they refer to, in this order. */
  entries(): TypeEntry[] {
    const entries: TypeEntry[] = [];
    // The map grows while the contents of its types are described.
    for (const { named, props, type, title, anchor, usedIn } of this.#referred.values()) {
      const { values, docs } = this.#valuesOf(named, props);
      const contents = this.contents(props, type, { title, anchor });
      entries.push({
        title,
        anchor,
        doc: readProse(named?.doc ?? ''),
        usedIn,
        ...contents,
        // The list of values has them.
        limits: values.length > 0 ? [] : contents.limits,
        values: values.map((value, index) => [value, readProse(docs[index] ?? '')]),
      });
    }
    return entries;
  }

  #valuesOf(named: NamedType | undefined, props: JSONSchemaProps) {
    const declared = named?.type.kind === 'enum' ? named.type : undefined;
    const values = declared === undefined ? [] : (props.enum ?? []);
    const docs = values.map((value) => {
      return declared?.docs?.[declared.values.findIndex((each) => each === value)];
    });
    const texts = values.map((value) =>
      shownText(typeof value === 'string' ? value : jsonText(value)),
    );
    return { values: texts, docs };
  }

  /** Whether another place describes the limits of a field: that of its type, or the documentation of Kubernetes. */
  #isDescribed(props: JSONSchemaProps, type: Type | undefined): boolean {
    const plain = plainOf(type);
    const isScalar = plain?.kind === 'runtime' && NAMED_SCALARS.includes(plain.name);
    return isScalar || hasProperties(props) || this.#isNamedEnum(props, plain);
  }

  #isNamedEnum({ enum: values }: JSONSchemaProps, type: Type | undefined): boolean {
    return this.#namedOf(type)?.type.kind === 'enum' && values !== undefined;
  }

  /** The documentation of a field, without that of its type, which has a place of its own. */
  #docOf({ description = '' }: JSONSchemaProps, type: Type | undefined): string {
    const named = this.#namedOf(type);
    return named?.doc === description ? '' : description;
  }

  #typeSpans(props: JSONSchemaProps, type: Type | undefined, use: Use): readonly Span[] {
    const plain = plainOf(type);
    const values = valueSchema(props);
    const items = itemSchema(props);
    if (items !== undefined) {
      const element = this.#shapeOf(plain);
      const own = element?.kind === 'array' ? element.element : undefined;
      const path = { ...use, path: `${use.path}[]` };
      return [textSpan('list of '), ...this.#typeSpans(items, own, path)];
    }
    if (values !== undefined) {
      const shape = this.#shapeOf(plain);
      const own = shape?.kind === 'map' ? shape.value : undefined;
      const path = { ...use, path: `${use.path}.*` };
      return [textSpan('map of '), ...this.#typeSpans(values, own, path)];
    }
    const named = this.#namedOf(plain);
    if (hasProperties(props) || this.#isNamedEnum(props, plain))
      return [this.#reference(props, plain, named, use)];
    return [textSpan(scalarText(props, plain))];
  }

  #reference(
    props: JSONSchemaProps,
    type: Type | undefined,
    named: NamedType | undefined,
    use: Use,
  ): Span {
    const external = named && kubernetesPlace(named);
    if (named !== undefined && external !== undefined) {
      return { kind: 'link', text: shownText(named.name), href: external };
    }
    const runtime = type?.kind === 'runtime' ? type.name : undefined;
    const path = shownText(`${use.owner.title}.${use.path}`);
    const title = shownText(named?.name ?? runtime ?? path);
    const key = named?.id ?? title;
    const known = this.#referred.get(key) ?? {
      ...{ title, anchor: this.#anchors.of(title), named, props, type, usedIn: [] },
    };
    this.#referred.set(key, known);
    known.usedIn.push({ kind: 'link', text: path, href: `#${use.owner.anchor}` });
    return { kind: 'link', text: known.title, href: `#${known.anchor}` };
  }

  #namedOf(type: Type | undefined): NamedType | undefined {
    const plain = plainOf(type);
    return plain?.kind === 'named' ? this.#types.get(plain.id) : undefined;
  }

  /** The type behind names. */
  #shapeOf(type: Type | undefined): Type | undefined {
    let shape = plainOf(type);
    for (let depth = 0; shape?.kind === 'named' && depth < MOST_NAMES; depth++) {
      shape = plainOf(this.#types.get(shape.id)?.type);
    }
    return shape;
  }
}

/** The model has no longer chains of names. */
const MOST_NAMES = 2000;

/** A type without null and undefined. */
function plainOf(type: Type | undefined): Type | undefined {
  let plain = type;
  while (plain?.kind === 'nullable' || plain?.kind === 'undefinable') plain = plain.type;
  return plain;
}

/** Types of the runtime whose names say more than their schema. */
const NAMED_SCALARS = ['Quantity', 'Duration'];

function scalarText(props: JSONSchemaProps, type: Type | undefined): string {
  const name = type?.kind === 'runtime' && NAMED_SCALARS.includes(type.name) ? type.name : '';
  const { type: own = 'any value', format = '' } = props;
  const base = props['x-kubernetes-int-or-string'] === true ? 'integer or string' : own;
  const detail = name !== '' ? name : own === 'integer' ? format : '';
  return detail === '' ? base : `${base} (${detail})`;
}

/** The address of a type of Kubernetes. */
function kubernetesPlace({ path, name }: NamedType): string | undefined {
  const [, group, version] =
    new RegExp(`${KUBERNETES_MODULE}/(?:dist/)?([a-z]+)/(v[a-z0-9]+)`).exec(path) ?? [];
  if (group === undefined || version === undefined) return undefined;
  return `${KUBERNETES_REFERENCE}#${name.toLowerCase()}-${version}-${group}`;
}
