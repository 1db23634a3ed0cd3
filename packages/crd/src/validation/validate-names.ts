import type { CustomResourceDefinitionNames } from '../definition/custom-resource-definition.js';
import type { FieldReport } from '../field/field-report.js';
import { isDns1035Label, isDns1123Subdomain } from '@vmgen/base/text';

/** Validates the group: a domain with at least one dot. */
export function validateGroup(group: string | undefined, at: FieldReport): void {
  if (!group) {
    at.required();
    return;
  }
  const problems = isDns1123Subdomain(group);
  if (problems.length > 0) at.invalid(problems.join(','), group);
  else if (!group.includes('.')) at.invalid('should be a domain with at least one dot', group);
}

/** Requires the names that the spec must specify and the status need not. */
export function requireNames(names: CustomResourceDefinitionNames, at: FieldReport): void {
  const { plural, singular, kind, listKind } = names;
  for (const [field, name] of Object.entries({ plural, singular, kind, listKind })) {
    if (!name) at.at(field).required();
  }
}

/**
 * Validates the names: DNS-1035 labels, after conversion to lower case for the kinds, and distinct
 * kinds.
 */
export function validateNames(
  names: Partial<CustomResourceDefinitionNames>,
  at: FieldReport,
): void {
  const { plural, singular, kind = '', listKind = '', shortNames = [], categories = [] } = names;
  for (const [field, name] of Object.entries({ plural, singular })) {
    if (name) validateLabel(name, at.at(field));
  }
  for (const [field, name] of Object.entries({ kind, listKind })) {
    const problems = name === '' ? [] : isDns1035Label(name.toLowerCase());
    if (problems.length === 0) continue;
    const text = `may have mixed case, but should otherwise match: ${problems.join(',')}`;
    at.at(field).invalid(text, name);
  }
  shortNames.forEach((name, i) => validateLabel(name, at.at('shortNames').item(i)));
  if (kind !== '' && kind === listKind) {
    at.at('listKind').invalid('kind and listKind may not be the same', listKind);
  }
  categories.forEach((name, i) => validateLabel(name, at.at('categories').item(i)));
}

export function validateLabel(name: string, at: FieldReport): void {
  const problems = isDns1035Label(name);
  if (problems.length > 0) at.invalid(problems.join(','), name);
}
