import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@vmgen/crd';
import type { RuntimeTypeName } from '../../syntax/runtime-types.js';
import { kindMarkers } from './kind-markers.js';
import { jsonText } from '../../text/json-text.js';
import { json } from './marker-line.js';
import { fieldShapes, objectComments, type ShapeContext } from './schema-shape.js';
import type { FieldShape, InterfaceShape, TypeExpression } from './shape.js';

/** A version of a kind, as defined in its CRD. */
export interface KindVersion {
  readonly crd: CustomResourceDefinition;
  readonly version: CustomResourceDefinitionVersion;
}

const runtime = (name: RuntimeTypeName): TypeExpression => ({ kind: 'runtime', name });

/** The fields of every kind, and their schemas in CRDs without further constraints. */
const STANDARD: readonly {
  readonly name: string;
  readonly type: TypeExpression;
  readonly says: string;
}[] = [
  { name: 'apiVersion', type: { kind: 'word', word: 'string' }, says: '{"type":"string"}' },
  { name: 'kind', type: { kind: 'word', word: 'string' }, says: '{"type":"string"}' },
  { name: 'metadata', type: runtime('ObjectMeta'), says: '{"type":"object"}' },
];

/** The declaration of a kind in one of its versions. */
export function kindShape({ crd, version }: KindVersion, context: ShapeContext): InterfaceShape {
  const { kind } = crd.spec.names;
  const root = version.schema?.openAPIV3Schema ?? {};
  const { properties = {}, required = [] } = root;
  const own = Object.entries(properties).filter(([name]) => !isStandard(name));
  // The server drops the status before it validates required fields: no such object can be created, so no
  // type requires it.
  const isDropped = (name: string): boolean =>
    name === 'status' && version.subresources?.status !== undefined;
  const { doc, markers } = objectComments(
    {
      ...root,
      properties: Object.fromEntries(own.filter(([name]) => !isDropped(name))),
      required: required.filter((name) => name !== 'metadata'),
    },
    context,
  );
  return {
    kind: 'interface',
    bases: [runtime('TypeMeta')],
    // Without it, nobody could write the fields that the server keeps, such as spec.
    ...(root['x-kubernetes-preserve-unknown-fields'] === true && { isOpen: true }),
    doc,
    markers: [...kindMarkers(crd, version), ...markers],
    fields: [
      ...STANDARD.flatMap((each) => standardField(each, root)),
      ...fieldShapes(
        {
          properties: Object.fromEntries(own),
          required: required.filter((name) => !isDropped(name)),
        },
        [kind],
        context,
      ),
    ],
  };
}

const isStandard = (name: string): boolean => STANDARD.some((each) => each.name === name);

/** The API server checks these itself: a schema that narrows them is carried as it is. */
function standardField(
  { name, type, says }: (typeof STANDARD)[number],
  { properties = {}, required = [] }: JSONSchemaProps,
): FieldShape[] {
  const { description: _, ...stated } = properties[name] ?? {};
  const isNarrow = Object.keys(stated).length > 0 && jsonText(stated) !== says;
  if (!isNarrow && name !== 'metadata') return [];
  const isAskedFor = name === 'metadata' && required.includes(name);
  const raw = isNarrow ? [`+vmgen:schema=${json(stated)}`] : [];
  const markers = [...(isAskedFor ? ['+required'] : []), ...raw];
  return [{ name, isOptional: false, type, doc: '', markers }];
}
