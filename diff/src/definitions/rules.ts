import type { ChangeDefinitions } from './definition.js';

const size = { size: { type: 'integer' } } as const;

/** What lists, several schemas at once and CEL rules ask for. */
export const ruleChanges = {
  'list-uniqueness-added': {
    class: 'breaking',
    title: 'A list may not hold something twice any more',
    why: 'Lists with duplicates are refused: a set compares whole items, a map its keys.',
    ratchets: 'list',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        properties: { tags: { type: 'array', items: { type: 'string' } } },
      },
      new: {
        type: 'object',
        properties: {
          tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        },
      },
      value: { tags: ['a', 'a'] },
    },
  },
  'list-topology-changed': {
    class: 'risky',
    title: 'A list is owned and merged otherwise',
    why: 'Server-side apply merges by list type. Of what is atomic from now on, everybody who owned an item owns all, and the next apply meets conflicts; of what is no longer atomic, nobody is known to own an item.',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        properties: {
          tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        },
      },
      new: {
        type: 'object',
        properties: { tags: { type: 'array', items: { type: 'string' } } },
      },
    },
  },
  'map-topology-changed': {
    class: 'risky',
    title: 'An object is owned and merged otherwise',
    why: 'Server-side apply takes a granular object field by field and an atomic one as a whole: owners conflict that did not, or overwrite each other without a conflict.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { at: { type: 'object', properties: size } } },
      new: {
        type: 'object',
        properties: {
          at: { type: 'object', properties: size, 'x-kubernetes-map-type': 'atomic' },
        },
      },
    },
  },
  'junctor-tightened': {
    class: 'breaking',
    title: 'allOf, anyOf, oneOf or not asks for something else',
    why: 'What two sets of alternatives allow is not compared: some values may be refused that were good.',
    ratchets: 'value',
    example: {
      of: 'spec',
      old: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
      new: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
      value: { a: 'x', b: 'y' },
    },
  },
  'junctor-loosened': {
    class: 'safe',
    title: 'allOf, anyOf, oneOf or not asks for less',
    why: 'A condition is gone, or there is a further alternative.',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        anyOf: [{ required: ['a'] }],
      },
      new: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    },
  },
  'one-of-grown': {
    class: 'risky',
    title: 'A oneOf has a further alternative, of a new field',
    why: 'More values are good, and typed readers may not know them. One that fits an alternative without new fields beside an old one would be refused, and such a change counts as tightened.',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        properties: { a: { type: 'string' } },
        oneOf: [{ required: ['a'] }],
      },
      new: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    },
  },
  'rule-added': {
    class: 'breaking',
    title: 'There is a new CEL rule',
    why: 'Objects that break the rule are refused.',
    ratchets: 'value',
    example: {
      of: 'spec',
      old: { type: 'object', properties: size },
      new: {
        type: 'object',
        properties: size,
        'x-kubernetes-validations': [{ rule: '!has(self.size) || self.size % 2 == 0' }],
      },
      value: { size: 3 },
    },
  },
  'rule-of-new-fields': {
    class: 'safe',
    title: 'There is a new CEL rule, which reads new fields alone',
    why: 'An object without these fields obeys it, and so does an update of one: that was tried.',
    example: {
      of: 'spec',
      old: { type: 'object', properties: size },
      new: {
        type: 'object',
        properties: { ...size, a: { type: 'string' }, b: { type: 'string' } },
        'x-kubernetes-validations': [{ rule: '!(has(self.a) && has(self.b))' }],
      },
    },
  },
  'rule-without-effect': {
    class: 'safe',
    title: 'A CEL rule is new or says something else, and refuses no more',
    why: 'What obeyed the old rules obeys it: it has a further alternative, a longer list or a wider bound, or reads new fields beside old ones of few values, each of which was tried.',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        properties: { ...size, mode: { type: 'string', enum: ['a', 'b'] } },
        'x-kubernetes-validations': [{ rule: '!has(self.size) || self.size < 10' }],
      },
      new: {
        type: 'object',
        properties: { ...size, mode: { type: 'string', enum: ['a', 'b'] } },
        'x-kubernetes-validations': [
          { rule: "!has(self.size) || self.size < 20 || self.mode == 'b'" },
        ],
      },
    },
  },
  'transition-rule-added': {
    class: 'breaking',
    title: 'There is a new CEL rule on the change of a value',
    why: 'Updates that break the rule are refused, whatever is stored.',
    ratchets: 'never',
    example: {
      of: 'spec',
      old: { type: 'object', properties: size },
      new: {
        type: 'object',
        properties: {
          size: { ...size.size, 'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }] },
        },
      },
      stored: { size: 3 },
      value: { size: 2 },
    },
  },
  'rule-changed': {
    class: 'breaking',
    title: 'A CEL rule says something else',
    why: 'That it allows all that the old rule allowed is not known: some values may be refused that were good.',
    ratchets: 'value',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        properties: size,
        'x-kubernetes-validations': [{ rule: '!has(self.size) || self.size < 10' }],
      },
      new: {
        type: 'object',
        properties: size,
        'x-kubernetes-validations': [{ rule: '!has(self.size) || self.size < 9' }],
      },
      value: { size: 9 },
    },
  },
  'rule-removed': {
    class: 'safe',
    title: 'A CEL rule is gone',
    why: 'What obeyed the rule is still good.',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        properties: { size: { ...size.size, 'x-kubernetes-validations': [{ rule: 'self > 0' }] } },
      },
      new: { type: 'object', properties: size },
    },
  },
  'rule-words-changed': {
    class: 'safe',
    title: 'A CEL rule refuses in other words',
    why: 'Its message, reason or field path changed; it refuses what it refused.',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        properties: { size: { ...size.size, 'x-kubernetes-validations': [{ rule: 'self > 0' }] } },
      },
      new: {
        type: 'object',
        properties: {
          size: {
            ...size.size,
            'x-kubernetes-validations': [{ rule: 'self > 0', message: 'too small' }],
          },
        },
      },
    },
  },
  'immutable-added': {
    class: 'breaking',
    title: 'A value may not be changed any more',
    why: 'Updates that change it are refused.',
    ratchets: 'never',
    example: {
      of: 'spec',
      old: { type: 'object', properties: size },
      new: {
        type: 'object',
        properties: {
          size: { ...size.size, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
        },
      },
      stored: { size: 3 },
      value: { size: 2 },
    },
  },
  'immutable-removed': {
    class: 'risky',
    title: 'A value may be changed now',
    why: 'What clients send stays good; controllers may have relied on a value that stays.',
    example: {
      of: 'spec',
      old: {
        type: 'object',
        properties: {
          size: { ...size.size, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
        },
      },
      new: { type: 'object', properties: size },
    },
  },
} as const satisfies ChangeDefinitions;
