import { refuseSyntax } from './refuse-syntax.js';
import { firstAt } from '../diagnostics/related.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { FieldSyntax, ObjectSyntax, TypeSyntax } from '../syntax/syntax.js';
import { annotate } from '../markers/annotation.js';
import type { TypeBuilderContext } from './type-builder-context.js';
import { describeType } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { lazyField, withoutCircle } from './lazy-field.js';
import { fieldPresence } from '../markers/presence.js';
import { hidesFields, NAME_FIELDS } from './runtime-fields.js';
import type { Scope } from './scope.js';
import { shapeOf, type Field, type Type } from './type.js';
import { fieldsOf } from './fields-of.js';

type Context = Pick<TypeBuilderContext, 'registry' | 'diagnostics' | 'presenceDefault'>;

/** The type of an interface or a type literal; field types are resolved on demand. */
export function objectType(
  body: ObjectSyntax,
  position: SourcePosition,
  scope: Scope,
  bases: readonly TypeSyntax[],
  context: Context,
  evaluator: Evaluator,
): Type {
  const { diagnostics, registry } = context;
  for (const refused of body.refused) refuseSyntax(refused, refused.position, evaluator);
  for (const { position: at } of annotate(body.dangling, ['field'], registry, diagnostics)
    .markers) {
    diagnostics.error(
      'VMGEN3007',
      at,
      'the marker belongs to no field',
      'put it directly above the field',
    );
  }
  const hasFields = body.fields.length + bases.length > 0;
  const isOpen = hasFields && isForAnyField(body, scope, evaluator);
  if (body.indexed && !isOpen) return indexSignature(body, bases, position, scope, evaluator);
  refuseTwins(body.fields, context);
  return {
    kind: 'object',
    fields: body.fields.map((field) => fieldOf(field, scope, context, evaluator)),
    bases: bases.map((base) => baseOf(base, scope, evaluator)),
    ...(isOpen ? { isIndexed: true } : {}),
    position,
  };
}

/** `[key: string]: unknown`: the schema preserves unknown fields. */
function isForAnyField({ indexed }: ObjectSyntax, scope: Scope, evaluator: Evaluator): boolean {
  if (indexed?.value.kind !== 'keyword' || indexed.value.keyword !== 'unknown') return false;
  return evaluator.shape(evaluator.resolve(indexed.key, scope)).kind === 'string';
}

/** A type with only an index signature is a map. */
function indexSignature(
  { indexed, fields }: ObjectSyntax,
  bases: readonly TypeSyntax[],
  position: SourcePosition,
  scope: Scope,
  evaluator: Evaluator,
): Type {
  if (!indexed) return { kind: 'invalid', position };
  if (fields.length + bases.length > 0) {
    return evaluator.refuse(
      'VMGEN4202',
      position,
      'fields beside an index signature have no schema',
      'move the map to a separate field, or use [key: string]: unknown with +kubebuilder:pruning:PreserveUnknownFields',
    );
  }
  const key = evaluator.resolve(indexed.key, scope);
  if (evaluator.shape(key).kind !== 'string') {
    return evaluator.refuse(
      'VMGEN4203',
      indexed.key.position,
      `the keys of an index signature are string, not ${describeType(key, evaluator.types)}`,
      'write [key: string]',
    );
  }
  return { kind: 'map', value: evaluator.resolve(indexed.value, scope), position };
}

function refuseTwins(fields: readonly FieldSyntax[], { diagnostics }: Context): void {
  const seen = new Map<string, FieldSyntax>();
  for (const field of fields) {
    const first = seen.get(field.name);
    if (first) {
      diagnostics.error(
        'VMGEN4201',
        field.position,
        `the field ${field.name} is specified twice`,
        'remove one',
        firstAt(first.position),
      );
    }
    seen.set(field.name, first ?? field);
  }
}

function baseOf(syntax: TypeSyntax, scope: Scope, evaluator: Evaluator): Type {
  const base = evaluator.resolve(syntax, scope);
  const shape = shapeOf(base, evaluator.types);
  // Unless the type is circular, the declaration is complete here.
  if (!shape) {
    const message = `${describeType(base, evaluator.types)} extends itself`;
    return evaluator.refuse(
      'VMGEN4102',
      syntax.position,
      message,
      'remove it from the extends clause',
    );
  }
  if (shape.kind === 'runtime') {
    if (fieldsOf(shape, evaluator.types).length > 0 && !hidesFields(shape)) return base;
    return evaluator.refuse(
      'VMGEN4206',
      syntax.position,
      `extending ${shape.name} is not possible`,
      hidesFields(shape) ? NAME_FIELDS : 'make it a field',
    );
  }
  if (['object', 'invalid'].includes(shape.kind)) return base;
  return evaluator.refuse(
    'VMGEN4206',
    syntax.position,
    `extending ${describeType(base, evaluator.types)} is not possible`,
    shape.kind === 'map' ? 'move the map to a separate field' : 'extend an interface',
  );
}

function fieldOf(syntax: FieldSyntax, scope: Scope, context: Context, evaluator: Evaluator): Field {
  const { diagnostics, registry, presenceDefault } = context;
  const { name, optional, isReadonly, position } = syntax;
  const { doc, markers, refused } = annotate(
    syntax.comments,
    ['field'],
    registry,
    diagnostics,
    position,
  );
  const resolve = (): Type => {
    const type = evaluator.resolve(syntax.type, scope);
    return optional && type.kind === 'undefinable' ? type.type : type;
  };
  const isRequired = (type: Type): boolean => {
    const { kind } = shapeOf(type, evaluator.types) ?? {};
    const mayMiss = kind === 'undefinable' || kind === 'undefined';
    const presence = { name, optional, mayMiss, position };
    const sources = { markers, refused, packageDefault: presenceDefault(scope.module) };
    return fieldPresence(presence, sources, diagnostics);
  };
  const head = { name, optional, isReadonly, doc, markers, refused, position };
  return lazyField(head, withoutCircle(head, resolve, evaluator), isRequired);
}
