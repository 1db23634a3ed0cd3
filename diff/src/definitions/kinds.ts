import type { ChangeDefinitions } from './definition.js';

const webhook = {
  strategy: 'Webhook',
  webhook: {
    clientConfig: { url: 'https://convert.example.com' },
    conversionReviewVersions: ['v1'],
  },
};

/** Which kinds there are, and what they are called. */
export const kindChanges = {
  'kind-removed': {
    class: 'breaking',
    title: 'A kind is gone',
    why: 'With its definition the server deletes all of its objects.',
    example: { of: 'definition', old: {}, new: undefined },
  },
  'kind-added': {
    class: 'safe',
    title: 'There is a new kind',
    why: 'Nobody uses it yet.',
    example: { of: 'definition', old: undefined, new: {} },
  },
  'kind-moved': {
    class: 'breaking',
    title: 'A kind has another group or plural name',
    why: 'Both name the definition: to the server it is another one, without the objects of the old, which are deleted with it.',
    example: { of: 'definition', old: {}, new: { group: 'other.example.com' } },
  },
  'kind-renamed': {
    class: 'breaking',
    title: 'A kind has another name',
    why: 'The server refuses that once the definition is established: stored objects hold the old name.',
    example: { of: 'definition', old: {}, new: { names: { kind: 'Item' } } },
  },
  'list-kind-changed': {
    class: 'risky',
    title: 'Lists of a kind have another name',
    why: 'Clients that look at the kind of a list do not know it.',
    example: { of: 'definition', old: {}, new: { names: { listKind: 'Things' } } },
  },
  'scope-changed': {
    class: 'breaking',
    title: 'Objects of a kind live elsewhere: in namespaces, or in none',
    why: 'The server refuses that once the definition is established; all paths of the API change.',
    example: { of: 'definition', old: {}, new: { scope: 'Cluster' } },
  },
  'singular-changed': {
    class: 'risky',
    title: 'A kind has another singular name',
    why: 'kubectl and its scripts know it by the new one only.',
    example: { of: 'definition', old: {}, new: { names: { singular: 'thingy' } } },
  },
  'short-name-removed': {
    class: 'risky',
    title: 'A kind has lost a short name',
    why: 'Scripts that call kubectl with it fail; programs use the plural name.',
    example: { of: 'definition', old: { names: { shortNames: ['th'] } }, new: {} },
  },
  'short-name-added': {
    class: 'safe',
    title: 'A kind has a further short name',
    why: 'Where another kind has it already the server goes on without it, and says so in the conditions.',
    example: { of: 'definition', old: {}, new: { names: { shortNames: ['th'] } } },
  },
  'category-removed': {
    class: 'risky',
    title: 'A kind has left a category',
    why: 'kubectl get CATEGORY, all for one, does not show its objects any more.',
    example: { of: 'definition', old: { names: { categories: ['all'] } }, new: {} },
  },
  'category-added': {
    class: 'safe',
    title: 'A kind has joined a category',
    why: 'kubectl get CATEGORY shows its objects too.',
    example: { of: 'definition', old: {}, new: { names: { categories: ['all'] } } },
  },
  'conversion-removed': {
    class: 'breaking',
    title: 'Versions are not converted by a webhook any more',
    why: 'From now on another version of an object is the same fields under another apiVersion: those that the version does not know are dropped.',
    example: { of: 'definition', old: { conversion: webhook }, new: {} },
  },
  'conversion-changed': {
    class: 'risky',
    title: 'Versions are converted by another webhook, or by one at all',
    why: 'Every read of another version than the stored one depends on it from now on.',
    example: { of: 'definition', old: {}, new: { conversion: webhook } },
  },
} as const satisfies ChangeDefinitions;
