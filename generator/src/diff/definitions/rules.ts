import type { ChangeDefinitions } from './definition.js';
import { integer, object, string, ofSpec } from './example-schemas.js';

const size = { size: integer } as const;

/** Changes of lists, alternatives and CEL rules. */
export const ruleChanges = {
  'list-uniqueness-added': {
    class: 'breaking',
    title: 'List no longer allows duplicates',
    why: 'Lists with duplicates are rejected: a set compares whole items, a map compares its keys.',
    ratchets: 'list',
    example: ofSpec(
      object({ tags: { type: 'array', items: string } }),
      object({ tags: { type: 'array', items: string, 'x-kubernetes-list-type': 'set' } }),
      { tags: ['a', 'a'] },
    ),
  },
  'merge-type-changed': {
    class: 'risky',
    title: 'Merge type of a list or object changed',
    why: 'Server-side apply merges an atomic value as a whole, and others by their items or fields. If a value becomes atomic, every owner of a part owns all of it, and the next apply has conflicts; if it is no longer atomic, no owners of single parts are known.',
    example: ofSpec(
      object({ tags: { type: 'array', items: string, 'x-kubernetes-list-type': 'set' } }),
      object({ tags: { type: 'array', items: string } }),
    ),
  },
  'junctor-tightened': {
    class: 'breaking',
    title: 'allOf, anyOf, oneOf or not changed',
    why: 'The values that two sets of alternatives allow are not compared: values that were valid may be rejected.',
    ratchets: 'value',
    example: ofSpec(
      object({ a: string, b: string }),
      {
        ...object({ a: string, b: string }),
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
      { a: 'x', b: 'y' },
    ),
  },
  'one-of-grown': {
    class: 'risky',
    title: 'Alternative for a new field added to oneOf',
    why: 'More values are valid, and typed readers may not know them. A value that matches the new alternative without a new field and also an old one would be rejected; such a change counts as tightened.',
    example: ofSpec(
      { ...object({ a: string }), oneOf: [{ required: ['a'] }] },
      {
        ...object({ a: string, b: string }),
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    ),
  },
  'rule-added': {
    class: 'breaking',
    title: 'CEL rule added',
    why: 'Objects that violate the rule are rejected.',
    ratchets: 'value',
    example: ofSpec(
      object(size),
      {
        ...object(size),
        'x-kubernetes-validations': [{ rule: '!has(self.size) || self.size % 2 == 0' }],
      },
      { size: 3 },
    ),
  },
  'rule-without-effect': {
    class: 'safe',
    title: 'CEL rule added or changed without rejecting more values',
    why: 'Objects that satisfy the old rules satisfy this one: it has another alternative, a longer list or a wider bound, or it reads new fields, alone or together with old ones of few values, for each of which vmgen has evaluated it.',
    example: ofSpec(
      {
        ...object({ ...size, mode: { type: 'string', enum: ['a', 'b'] } }),
        'x-kubernetes-validations': [{ rule: '!has(self.size) || self.size < 10' }],
      },
      {
        ...object({ ...size, mode: { type: 'string', enum: ['a', 'b'] } }),
        'x-kubernetes-validations': [
          { rule: "!has(self.size) || self.size < 20 || self.mode == 'b'" },
        ],
      },
    ),
  },
  'transition-rule-added': {
    class: 'breaking',
    title: 'CEL transition rule added',
    why: 'Updates that violate the rule are rejected, for all stored objects.',
    ratchets: 'never',
    example: {
      of: 'spec',
      old: object(size),
      new: object({
        size: { ...size.size, 'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }] },
      }),
      stored: { size: 3 },
      value: { size: 2 },
    },
  },
  'rule-changed': {
    class: 'breaking',
    title: 'CEL rule changed',
    why: 'The rule is not known to accept everything that the old one accepted: values that were valid may be rejected.',
    ratchets: 'value',
    example: ofSpec(
      {
        ...object(size),
        'x-kubernetes-validations': [{ rule: '!has(self.size) || self.size < 10' }],
      },
      {
        ...object(size),
        'x-kubernetes-validations': [{ rule: '!has(self.size) || self.size < 9' }],
      },
      { size: 9 },
    ),
  },
  'rule-words-changed': {
    class: 'safe',
    title: 'Message of a CEL rule changed',
    why: 'The message, the reason or the field path changed; the rule rejects the same values.',
    example: ofSpec(
      object({ size: { ...size.size, 'x-kubernetes-validations': [{ rule: 'self > 0' }] } }),
      object({
        size: {
          ...size.size,
          'x-kubernetes-validations': [{ rule: 'self > 0', message: 'too small' }],
        },
      }),
    ),
  },
  'immutable-added': {
    class: 'breaking',
    title: 'Value became immutable',
    why: 'Updates that change the value are rejected.',
    ratchets: 'never',
    example: {
      of: 'spec',
      old: object(size),
      new: object({
        size: { ...size.size, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
      }),
      stored: { size: 3 },
      value: { size: 2 },
    },
  },
  'immutable-removed': {
    class: 'risky',
    title: 'Value is no longer immutable',
    why: 'Requests stay valid; controllers may rely on a value that does not change.',
    example: ofSpec(
      object({
        size: { ...size.size, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
      }),
      object(size),
    ),
  },
} as const satisfies ChangeDefinitions;
