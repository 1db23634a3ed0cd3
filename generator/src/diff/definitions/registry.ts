import type { ChangeDefinition, ChangeDefinitions } from './definition.js';
import { fieldChanges } from './fields.js';
import { kindChanges } from './kinds.js';
import { ruleChanges } from './rules.js';
import { valueChanges } from './values.js';
import { versionChanges } from './versions.js';

/** A chapter of the reference. */
interface ChangeTopic {
  readonly title: string;
  readonly changes: ChangeDefinitions;
}

/** All kinds of change, by subject. */
export const CHANGE_TOPICS = [
  { title: 'Kinds and names', changes: kindChanges },
  { title: 'Versions', changes: versionChanges },
  { title: 'Fields', changes: fieldChanges },
  { title: 'Values', changes: valueChanges },
  { title: 'Lists, alternatives and rules', changes: ruleChanges },
] as const satisfies readonly ChangeTopic[];

type KeysOf<T> = T extends unknown ? keyof T : never;

/** The code of a defined change. */
export type ChangeCode = KeysOf<(typeof CHANGE_TOPICS)[number]['changes']>;

/** All definitions by code. */
export const CHANGES: ReadonlyMap<string, ChangeDefinition> = new Map(
  CHANGE_TOPICS.flatMap(({ changes }) => Object.entries<ChangeDefinition>(changes)),
);

/** @throws Error for an undefined code, which the type prevents */
export function changeDefinition(code: ChangeCode): ChangeDefinition {
  const definition = CHANGES.get(code);
  if (!definition) throw new Error(`unknown change ${code}`);
  return definition;
}
