import type { ChangeDefinitions } from './definition.js';
import { webhook } from './example-schemas.js';

/** Changes of kinds and their names. */
export const kindChanges = {
  'kind-removed': {
    class: 'breaking',
    title: 'Kind removed',
    why: 'The server deletes all objects of the kind together with its definition.',
    example: { of: 'definition', old: {}, new: undefined },
  },
  'kind-added': {
    class: 'safe',
    title: 'Kind added',
    why: 'It has no users yet.',
    example: { of: 'definition', old: undefined, new: {} },
  },
  'kind-moved': {
    class: 'breaking',
    title: 'Group or plural name of a kind changed',
    why: 'Group and plural are the name of the definition: the server treats the new name as another definition, without the objects of the old one, which are deleted with it.',
    example: { of: 'definition', old: {}, new: { group: 'other.example.com' } },
  },
  'kind-renamed': {
    class: 'breaking',
    title: 'Kind renamed',
    why: 'The server rejects this change once the definition is established: stored objects contain the old name.',
    example: { of: 'definition', old: {}, new: { names: { kind: 'Item' } } },
  },
  'list-kind-changed': {
    class: 'risky',
    title: 'List kind renamed',
    why: 'Clients that check the kind of a list do not recognize it.',
    example: { of: 'definition', old: {}, new: { names: { listKind: 'Things' } } },
  },
  'scope-changed': {
    class: 'breaking',
    title: 'Scope of a kind changed between Namespaced and Cluster',
    why: 'The server rejects this change once the definition is established; all paths of the API change.',
    example: { of: 'definition', old: {}, new: { scope: 'Cluster' } },
  },
  'singular-changed': {
    class: 'risky',
    title: 'Singular name of a kind changed',
    why: 'kubectl and scripts that use it find the kind only by the new name.',
    example: { of: 'definition', old: {}, new: { names: { singular: 'thingy' } } },
  },
  'short-name-removed': {
    class: 'risky',
    title: 'Short name removed',
    why: 'Scripts that call kubectl with it fail; programs use the plural name.',
    example: { of: 'definition', old: { names: { shortNames: ['th'] } }, new: {} },
  },
  'short-name-added': {
    class: 'safe',
    title: 'Short name added',
    why: 'If another kind already has the short name, the server ignores it and reports this in the conditions.',
    example: { of: 'definition', old: {}, new: { names: { shortNames: ['th'] } } },
  },
  'category-removed': {
    class: 'risky',
    title: 'Category removed',
    why: 'kubectl get CATEGORY, such as all, no longer lists the objects of the kind.',
    example: { of: 'definition', old: { names: { categories: ['all'] } }, new: {} },
  },
  'category-added': {
    class: 'safe',
    title: 'Category added',
    why: 'kubectl get CATEGORY also lists the objects of the kind.',
    example: { of: 'definition', old: {}, new: { names: { categories: ['all'] } } },
  },
  'conversion-removed': {
    class: 'breaking',
    title: 'Conversion webhook removed',
    why: 'Versions of an object then differ only in apiVersion: fields that a version does not define are dropped.',
    example: { of: 'definition', old: { conversion: webhook }, new: {} },
  },
  'conversion-changed': {
    class: 'risky',
    title: 'Conversion webhook added or changed',
    why: 'Every read of a version other than the storage version depends on the webhook.',
    example: { of: 'definition', old: {}, new: { conversion: webhook } },
  },
} as const satisfies ChangeDefinitions;
