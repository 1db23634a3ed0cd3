import type { CustomResourceDefinition } from '@vmgen/crd';
import type { MarkerRegistry } from '../../markers/registry.js';
import { Declarations } from './declarations.js';
import { kindShape, type KindVersion } from './kind-shape.js';
import { pathStep } from './path-step.js';
import type { ShapeContext } from './schema-shape.js';
import { typesOf, type Declaration, type NamedDeclaration, type TypeExpression } from './shape.js';
import { nameDeclarations } from './type-names.js';

/** The declarations of one version of a group: each kind, and its nested types. */
export function declareKinds(
  kinds: readonly KindVersion[],
  registry: MarkerRegistry,
): NamedDeclaration[] {
  const declarations = new Declarations();
  const context: ShapeContext = {
    registry,
    declare: (declaration, path) => declarations.declare(declaration, path),
    step: pathStep,
  };
  const roots = kinds.map((kind): NamedDeclaration => {
    const { kind: name } = kind.crd.spec.names;
    return { id: `kind ${name}`, name, declaration: kindShape(kind, context) };
  });
  const taken = new Set(
    kinds.flatMap(({ crd: { spec } }) => [spec.names.kind, listKindOf(spec.names)]),
  );
  const shapes = declarations.all();
  const names = nameDeclarations(shapes, taken);
  const byId = new Map(shapes.map(({ id, declaration }) => [id, declaration]));
  const isPrinted = new Set<string>();
  /** The declarations that a declaration references, in the order of its fields. */
  const below = (declaration: Declaration): NamedDeclaration[] =>
    typesOf(declaration)
      .flatMap(declaredIn)
      .flatMap((id) => {
        const found = byId.get(id);
        if (!found || isPrinted.has(id)) return [];
        isPrinted.add(id);
        const name = names.get(id) ?? id;
        return [{ id, name, declaration: found }, ...below(found)];
      });
  return roots.flatMap((root, index) => [
    root,
    ...below(root.declaration),
    ...listOf(root, kinds[index]),
  ]);
}

/** The name of the list of a kind; an empty one is filled in, as one that is not there. */
export const listKindOf = ({ kind, listKind }: CustomResourceDefinition['spec']['names']): string =>
  listKind || `${kind}List`;

/** vmgen generates the list of a kind; a list with a custom name is declared. */
function listOf({ id, name }: NamedDeclaration, kind: KindVersion | undefined): NamedDeclaration[] {
  const listKind = kind && listKindOf(kind.crd.spec.names);
  if (listKind === undefined || listKind === `${name}List`) return [];
  const field = { isOptional: false, doc: '', markers: [] };
  const items: TypeExpression = { kind: 'array', of: { kind: 'declared', id } };
  return [
    {
      id: `list ${name}`,
      name: listKind,
      declaration: {
        kind: 'interface',
        bases: [{ kind: 'runtime', name: 'TypeMeta' }],
        doc: `${listKind} is a list of ${name}.`,
        markers: [],
        fields: [
          { ...field, name: 'metadata', type: { kind: 'runtime', name: 'ListMeta' } },
          { ...field, name: 'items', type: items },
        ],
      },
    },
  ];
}

function declaredIn(type: TypeExpression): string[] {
  if (type.kind === 'declared') return [type.id];
  return 'of' in type ? declaredIn(type.of) : [];
}
