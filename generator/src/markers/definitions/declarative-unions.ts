import { celField, celLiteral } from '../../schema/cel-text.js';
import type { PropertySchema } from '../../schema/schema.js';
import type {
  FieldUse,
  MarkerDefinition,
  ObjectSchema,
  ParentEffect,
  Refusal,
} from '../language/definition.js';
import { isUseOf } from '../language/uses-of.js';
import { nearest } from '../../text/nearest.js';
import { addRule } from './add-rule.js';
import { fieldPathOf, nameIn } from './declarative-fields.js';
import { optional, text } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';
import { typeMismatch } from './type-mismatch.js';
import { countOf, optionalFieldOf } from './one-of.js';

const TOPIC = { topic: 'Declarative validation', places: ['field'] } as const;
const union = optional(text, 'The union that the field belongs to, if the type has several.');

type OfUnion = Readonly<{ union?: string }>;
type Member = Readonly<{ union?: string; memberName?: string }>;

const isOf =
  (definition: MarkerDefinition<OfUnion>, union = '') =>
  ({ use }: FieldUse): boolean =>
    isUseOf(use, definition) && (use.values.union ?? '') === union;

/** The CEL names of the members, or the reason why one of them cannot be a member. */
function namesOf(
  parent: ObjectSchema,
  members: readonly { readonly field: string }[],
): string[] | Refusal {
  const names: string[] = [];
  for (const { field } of members) {
    const name = optionalFieldOf(parent, field);
    if (typeof name !== 'string') {
      const remedy = `write ${field}?:`;
      return { code: 'VMGEN3205', refusal: `is on ${field}, which is required`, remedy };
    }
    names.push(name);
  }
  return names;
}

/** One rule for all members of a union, added at its first member. */
function counted(comparison: '== 1' | '<= 1', words: string): ParentEffect<OfUnion> {
  return (parent, marked, all) => {
    const { definition, values, position } = marked.use;
    const members = all.filter(isOf(definition, values.union));
    if (members[0] !== marked) return { schema: parent };
    const names = namesOf(parent, members);
    if (!Array.isArray(names)) return names;
    const fields = members.map(({ field }) => field).join(' ');
    const [start, end] = words.split('…');
    const rule = {
      rule: `${countOf(names.map((name) => `has(self.${name})`))} ${comparison}`,
      message: `${start}the fields in [${fields}]${end}`,
    };
    return { schema: addRule(parent, rule, position) };
  };
}

const exactlyOne = counted('== 1', 'exactly one of … must be set');

const ruleOfMember: ParentEffect<Member> = (parent, marked, all, refused) => {
  const { field, use } = marked;
  const discriminator = all.find(isOf(unionDiscriminator, use.values.union));
  if (!discriminator) return exactlyOne(parent, marked, all, refused);
  const chosen = parent.properties.find(({ name }) => name === discriminator.field);
  const names = namesOf(parent, [marked]);
  if (!Array.isArray(names)) return names;
  const subject = celField(discriminator.field);
  // Problems of the discriminator are reported at the discriminator.
  if (chosen?.schema.kind !== 'string' || subject === undefined) return { schema: parent };
  const { memberName: value = field } = use.values;
  const unknown = refuseMemberName(chosen, value);
  if (unknown) return unknown;
  const isChosen = chosen.required
    ? `self.${subject} == ${celLiteral(value)}`
    : `has(self.${subject}) && self.${subject} == ${celLiteral(value)}`;
  const rule = {
    rule: `(${isChosen}) == has(self.${names.join('')})`,
    message: `${field} must be set where ${discriminator.field} is ${JSON.stringify(value)}, and only there`,
  };
  return { schema: addRule(parent, { ...rule, ...fieldPathOf(field) }, use.position) };
};

/** A discriminator that lists its values determines the members. */
function refuseMemberName({ name, schema }: PropertySchema, value: string): Refusal | undefined {
  const values = schema.keywords.enum?.map(String);
  if (!values || values.includes(value)) return undefined;
  const suggestion = nearest(value, values) ?? values[0] ?? '';
  return {
    code: 'VMGEN3209',
    refusal: `is member ${JSON.stringify(value)}, which ${name} does not list`,
    remedy: `specify its value: memberName: ${JSON.stringify(suggestion)}`,
  };
}

const discriminate: ParentEffect<OfUnion> = (parent, { field, use }, all, refused) => {
  const chosen = parent.properties.find(({ name }) => name === field);
  if (chosen && chosen.schema.kind !== 'string') {
    return {
      ...typeMismatch(chosen.schema, ['string']),
      code: 'VMGEN3209',
      refusal: `is on ${field}, which is not a string`,
      remedy: 'use a union of strings',
    };
  }
  const name = nameIn(field);
  if (typeof name !== 'string') return name;
  if (all.some(isOf(unionMember, use.values.union))) return { schema: parent };
  const isFollowUp = refused.includes(unionMember);
  const remedy = 'add +k8s:unionMember to the fields of the union';
  return { code: 'VMGEN3209', isFollowUp, refusal: 'has no members', remedy };
};

export const unionMember = defineMarker({
  ...TOPIC,
  name: 'k8s:unionMember',
  parameters: {
    union,
    memberName: optional(
      text,
      "The value of the discriminator for this member. Defaults to the field's name.",
    ),
  },
  help: 'Exactly one member of the union is set; with a discriminator, the one that it names.',
  details: 'Becomes CEL rules on the object, or on the list if used with k8s:item.',
  example: '// +k8s:unionMember\nfile?: string;\n// +k8s:unionMember\ninline?: string;',
  parentEffect: ruleOfMember,
});

const unionDiscriminator = defineMarker({
  ...TOPIC,
  name: 'k8s:unionDiscriminator',
  parameters: { union },
  help: 'The field that names the member of the union that is set.',
  example:
    "// +k8s:unionDiscriminator\ntype: 'File' | 'None';\n// +k8s:unionMember(memberName: \"File\")\nfile?: string;",
  parentEffect: discriminate,
});

export const zeroOrOneOfMember = defineMarker({
  ...TOPIC,
  name: 'k8s:zeroOrOneOfMember',
  parameters: { union },
  help: 'At most one of the members is set.',
  details: 'Becomes a CEL rule on the object, or on the list if used with k8s:item.',
  example: '// +k8s:zeroOrOneOfMember\nfile?: string;\n// +k8s:zeroOrOneOfMember\ninline?: string;',
  parentEffect: counted('<= 1', 'at most one of … may be set'),
});

export const DECLARATIVE_UNION_MARKERS: readonly MarkerDefinition[] = [
  unionMember,
  unionDiscriminator,
  zeroOrOneOfMember,
];
