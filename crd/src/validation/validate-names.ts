import { appendAll } from '@vmgen/base/json';
import type { CustomResourceDefinitionNames } from '../definition/custom-resource-definition.js';
import type { FieldError } from '../field/field-error.js';
import { invalid, required } from '../field/field-errors.js';
import { child, index } from '../field/field-path.js';
import { isDns1035Label, isDns1123Subdomain } from '@vmgen/base/text';

/** Validates the group: a domain with at least one dot. */
export function validateGroup(group: string | undefined, path: string): FieldError[] {
  if (!group) return [required(path)];
  const problems = isDns1123Subdomain(group);
  if (problems.length > 0) return [invalid(path, group, problems.join(','))];
  if (group.includes('.')) return [];
  return [invalid(path, group, 'should be a domain with at least one dot')];
}

/** Requires the names that the spec must specify and the status need not. */
export function requireNames(names: CustomResourceDefinitionNames, path: string): FieldError[] {
  const { plural, singular, kind, listKind } = names;
  return Object.entries({ plural, singular, kind, listKind })
    .filter(([, name]) => !name)
    .map(([field]) => required(child(path, field)));
}

/**
 * Validates the names: DNS-1035 labels, after conversion to lower case for the kinds, and distinct
 * kinds.
 */
export function validateNames(
  names: Partial<CustomResourceDefinitionNames>,
  path: string,
): FieldError[] {
  const { plural, singular, kind = '', listKind = '' } = names;
  const errors: FieldError[] = [];
  for (const [field, name] of Object.entries({ plural, singular })) {
    if (name) appendAll(errors, validateLabel(name, child(path, field)));
  }
  for (const [field, name] of Object.entries({ kind, listKind })) {
    const problems = name === '' ? [] : isDns1035Label(name.toLowerCase());
    if (problems.length === 0) continue;
    const text = `may have mixed case, but should otherwise match: ${problems.join(',')}`;
    errors.push(invalid(child(path, field), name, text));
  }
  appendAll(errors, validateLabels(names.shortNames, child(path, 'shortNames')));
  if (kind !== '' && kind === listKind) {
    const text = 'kind and listKind may not be the same';
    errors.push(invalid(child(path, 'listKind'), listKind, text));
  }
  appendAll(errors, validateLabels(names.categories, child(path, 'categories')));
  return errors;
}

export function validateLabel(name: string, path: string): FieldError[] {
  const problems = isDns1035Label(name);
  return problems.length === 0 ? [] : [invalid(path, name, problems.join(','))];
}

function validateLabels(names: readonly string[] | undefined, path: string): FieldError[] {
  return (names ?? []).flatMap((name, i) => validateLabel(name, index(path, i)));
}
