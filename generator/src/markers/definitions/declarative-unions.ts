import { celField, celLiteral } from '../../schema/cel-text.js';
import type { PropertySchema } from '../../schema/schema.js';
import { optional, text } from '../language/definition.js';
import type {
  FieldUse,
  MarkerDefinition,
  MarkerUse,
  ObjectSchema,
  ParentEffect,
  Refusal,
} from '../language/definition.js';
import { nearest } from '../../words/nearest.js';
import { textOf } from '../language/text-of.js';
import { addRule } from './add-rule.js';
import { fieldPathOf } from './declarative-fields.js';
import { misfit } from './keyword-marker.js';
import { countOf, optionalFieldOf } from './one-of.js';

const TOPIC = { topic: 'Declarative validation', places: ['field'] } as const;
const union = optional(text, 'Which union, where a type has several.');

const isOf =
  (definition: MarkerDefinition, name: string) =>
  ({ use }: FieldUse): boolean =>
    use.definition === definition && unionOf(use) === name;

export const unionOf = ({ values }: MarkerUse): string => textOf(values.union ?? '');

/** The members' names in CEL, or why one of them cannot be a member. */
function namesOf(parent: ObjectSchema, members: readonly FieldUse[]): string[] | Refusal {
  const names: string[] = [];
  for (const { field } of members) {
    const name = optionalFieldOf(parent, field);
    if (typeof name !== 'string') {
      const remedy = `write ${field}?:`;
      return { code: 'VMGEN3206', refusal: `stands with ${field}, which is required`, remedy };
    }
    names.push(name);
  }
  return names;
}

/** One rule for all members of a union, made where the first of them stands. */
function counted(comparison: '== 1' | '<= 1', words: string): ParentEffect {
  return (parent, marked, all) => {
    const members = all.filter(isOf(marked.use.definition, unionOf(marked.use)));
    if (members[0] !== marked) return { schema: parent };
    const names = namesOf(parent, members);
    if (!Array.isArray(names)) return names;
    const fields = members.map(({ field }) => field).join(' ');
    const [start, end] = words.split('…');
    const rule = {
      rule: `${countOf(names.map((name) => `has(self.${name})`))} ${comparison}`,
      message: `${start}the fields in [${fields}]${end}`,
    };
    return { schema: addRule(parent, rule, marked.use.position) };
  };
}

const exactlyOne = counted('== 1', 'exactly one of … must be set');

const memberEffect: ParentEffect = (parent, marked, all, refused) => {
  const discriminator = all.find(isOf(unionDiscriminator, unionOf(marked.use)));
  if (!discriminator) return exactlyOne(parent, marked, all, refused);
  const chosen = parent.properties.find(({ name }) => name === discriminator.field);
  const names = namesOf(parent, [marked]);
  if (!Array.isArray(names)) return names;
  const subject = celField(discriminator.field);
  // What is wrong with the discriminator is told where it stands.
  if (chosen?.schema.kind !== 'string' || subject === undefined) return { schema: parent };
  const { field, use } = marked;
  const value = textOf(use.values.memberName ?? field);
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

/** A discriminator that lists its values says which members there are. */
function refuseMemberName({ name, schema }: PropertySchema, value: string): Refusal | undefined {
  const values = schema.keywords.enum?.map(String);
  if (!values || values.includes(value)) return undefined;
  const suggestion = nearest(value, values) ?? values[0] ?? '';
  return {
    code: 'VMGEN3209',
    refusal: `is member ${JSON.stringify(value)}, which ${name} does not list`,
    remedy: `say which value it is for: memberName: ${JSON.stringify(suggestion)}`,
  };
}

const discriminate: ParentEffect = (parent, { field, use }, all, refused) => {
  const chosen = parent.properties.find(({ name }) => name === field);
  if (chosen && chosen.schema.kind !== 'string') {
    return {
      ...misfit(chosen.schema, ['string']),
      code: 'VMGEN3209',
      refusal: `stands on ${field}, which is no string`,
      remedy: 'use a union of strings',
    };
  }
  if (celField(field) === undefined) {
    return { code: 'VMGEN3207', refusal: `stands on ${field}, which CEL cannot reach` };
  }
  if (all.some(isOf(unionMember, unionOf(use)))) return { schema: parent };
  const isFollowUp = refused.includes(unionMember);
  const remedy = 'put +k8s:unionMember on them';
  return { code: 'VMGEN3209', isFollowUp, refusal: 'has no members', remedy };
};

export const unionMember: MarkerDefinition = {
  ...TOPIC,
  name: 'k8s:unionMember',
  parameters: {
    union,
    memberName: optional(text, "The discriminator's value for it; else the field's name."),
  },
  help: 'Exactly one of the members is set; with a discriminator, the one that it says.',
  details: 'Becomes CEL rules on the object, or on the list behind k8s:item.',
  example: '// +k8s:unionMember\nfile?: string;\n// +k8s:unionMember\ninline?: string;',
  parentEffect: memberEffect,
};

export const unionDiscriminator: MarkerDefinition = {
  ...TOPIC,
  name: 'k8s:unionDiscriminator',
  parameters: { union },
  help: 'The field that says which member of a union is set.',
  example:
    "// +k8s:unionDiscriminator\ntype: 'File' | 'None';\n// +k8s:unionMember(memberName: \"File\")\nfile?: string;",
  parentEffect: discriminate,
};

export const zeroOrOneOfMember: MarkerDefinition = {
  ...TOPIC,
  name: 'k8s:zeroOrOneOfMember',
  parameters: { union },
  help: 'At most one of the members is set.',
  details: 'Becomes a CEL rule on the object, or on the list behind k8s:item.',
  example: '// +k8s:zeroOrOneOfMember\nfile?: string;\n// +k8s:zeroOrOneOfMember\ninline?: string;',
  parentEffect: counted('<= 1', 'at most one of … may be set'),
};

export const declarativeUnionMarkers: readonly MarkerDefinition[] = [
  unionMember,
  unionDiscriminator,
  zeroOrOneOfMember,
];
