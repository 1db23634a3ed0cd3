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
  'kubectl-name-removed': {
    class: 'risky',
    title: 'Singular name, short name or category removed or changed',
    why: 'Scripts that call kubectl with it fail, or find fewer kinds; programs use the plural name.',
    example: { of: 'definition', old: { names: { shortNames: ['th'] } }, new: {} },
  },
  'kubectl-name-added': {
    class: 'safe',
    title: 'Short name or category added',
    why: 'kubectl also accepts it. If another kind already has the short name, the server ignores it and reports this in the conditions.',
    example: { of: 'definition', old: {}, new: { names: { shortNames: ['th'] } } },
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
