import { documentationOf } from '../markers/documentation.js';
import { splitComment } from '../markers/language/marker-text.js';
import { suggestionFor } from '../diagnostics/suggestion.js';
import { refuseSyntax } from './refuse-syntax.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { DeclarationSyntax } from '../syntax/syntax.js';
import type { Evaluator } from './evaluator.js';
import type { Field, Literal, Type, TypeId } from './type.js';

type EnumSyntax = Extract<DeclarationSyntax, { kind: 'enum' }>;

/** The values of an enum, in source order. */
export function enumType(declaration: EnumSyntax, id: TypeId, evaluator: Evaluator): Type {
  const { members, name, position } = declaration;
  const values: Literal[] = [];
  for (const member of members) {
    if (member.value !== undefined) values.push(member.value);
    else refuseComputed(member.name, member.position, evaluator);
  }
  if (members.length === 0) {
    return evaluator.refuse('VMGEN4501', position, `the enum ${name} has no values`, 'add one');
  }
  if (values.length < members.length) return { kind: 'invalid', position };
  const different = [...new Set(values)];
  const owners = different.map(() => id);
  const docs = different.map((value) => docOf(members.find((member) => member.value === value)));
  const hasDocs = docs.some((doc) => doc !== '');
  return { kind: 'enum', values: different, owners, position, ...(hasDocs ? { docs } : {}) };
}

function docOf(member: EnumSyntax['members'][number] | undefined): string {
  const prose = (member?.comments ?? []).map((group) => splitComment(group).prose);
  return prose.map(documentationOf).findLast((doc) => doc !== '') ?? '';
}

/** `Enum.member`. */
export function enumMember(
  declaration: DeclarationSyntax,
  id: TypeId,
  path: readonly string[],
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  if (declaration.kind === 'refused') {
    return refuseSyntax(declaration, position, evaluator);
  }
  const [name = ''] = path;
  const members = declaration.kind === 'enum' ? declaration.members : [];
  const member = path.length === 1 ? members.find((each) => each.name === name) : undefined;
  if (member?.value !== undefined) return memberType(member.value, id, position);
  if (member) return refuseComputed(member.name, member.position, evaluator);
  const names = members.map((each) => each.name);
  const message = `${declaration.name} has no member ${path.join('.')}`;
  const [remedy, details] = suggestionFor(name, names, 'name one of its members', (text) => {
    return { how: 'rename-member', position, old: name, text };
  });
  return evaluator.refuse('VMGEN4204', position, message, remedy, details);
}

/** `typeof Enum`: its members as fields. */
export function enumObject(
  declaration: DeclarationSyntax,
  id: TypeId,
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  const members = declaration.kind === 'enum' ? declaration.members : [];
  const fields = members.map((member): Field => {
    const type =
      member.value === undefined
        ? refuseComputed(member.name, member.position, evaluator)
        : memberType(member.value, id, position);
    const { name, position: at } = member;
    return {
      name,
      optional: false,
      isReadonly: true,
      required: true,
      type,
      doc: '',
      markers: [],
      position: at,
    };
  });
  return { kind: 'object', fields, bases: [], position };
}

function memberType(value: Literal, owner: TypeId, position: SourcePosition): Type {
  return { kind: 'enum', values: [value], owners: [owner], position };
}

function refuseComputed(name: string, position: SourcePosition, evaluator: Evaluator): Type {
  return evaluator.refuse(
    'VMGEN4010',
    position,
    `the value of ${name} is computed`,
    'write it as a literal',
  );
}
