import type { FieldError } from '@vmgen/crd';
import type { CustomResource } from '../model/model.js';
import { leadsToNothing } from './check-paths.js';
import { versionOf } from './locate-field.js';

/** The API server errors for expensive rules, individually and in total. */
const DEAR = / cost exceeds budget /;
const CONTRIBUTED = /^contributed to estimated rule cost total /;
const TOTAL = / estimated rule cost total /;

/**
 * Keeps only the first of the API server errors for one expensive rule (its own cost, its part in the total,
 * the total of the schema), because they have the same cause and fix.
 */
export function foldCosts(refusals: readonly FieldError[]): FieldError[] {
  const dear = refusals.filter(({ detail = '' }) => DEAR.test(detail));
  const contributing = refusals.filter(({ detail = '' }) => CONTRIBUTED.test(detail));
  return refusals.filter((refusal) => {
    if (contributing.includes(refusal)) return !dear.some(({ field }) => field === refusal.field);
    if (!TOTAL.test(refusal.detail ?? '')) return true;
    return ![...dear, ...contributing].some(({ field }) => field.startsWith(`${refusal.field}.`));
  });
}

/** Fields whose errors repeat those of others: names of the CRD are derived from them. */
const FOLLOW_UPS: Readonly<Record<string, RegExp>> = {
  'metadata.name': /^spec\.(?:group|names\.plural)$/,
  'spec.version': /^spec\.versions\[\d+\]\.name$/,
};

/** Removes errors that are consequences of other reported errors. */
export function withoutFollowUps(
  refusals: readonly FieldError[],
  resource: CustomResource,
): FieldError[] {
  return refusals.filter((refusal) => {
    if (isOfOtherType(refusal, refusals)) return false;
    if (isReportedBefore(refusal, resource)) return false;
    const { field } = refusal;
    const cause = FOLLOW_UPS[field];
    return cause === undefined || !refusals.some((other) => cause.test(other.field));
  });
}

/** For a value of the wrong type, further errors about unknown fields or formats are redundant. */
function isOfOtherType({ field, type }: FieldError, all: readonly FieldError[]): boolean {
  const isType = (each: FieldError): boolean =>
    each.field === field && each.type === 'FieldValueTypeInvalid';
  return type !== 'FieldValueTypeInvalid' && all.some(isType);
}

/** Whether the check of names across kinds reports the same problem. */
function isReportedBefore(
  { field, detail = '' }: FieldError,
  { main, versions }: CustomResource,
): boolean {
  if (field === 'status.storedVersions') return true;
  const [, selected] = /selectableFields\[(\d+)\]\.jsonPath$/.exec(field) ?? [];
  if (selected !== undefined) {
    const { resource } = versions[versionOf(field) ?? 0] ?? {};
    const path = resource?.selectableFields[Number(selected)] ?? '';
    return resource !== undefined && leadsToNothing(path, resource.schema);
  }
  if (field === 'spec.versions') return detail.startsWith('must have exactly one version marked');
  if (field === 'spec.group' || field === 'metadata.name') {
    const { origins, group } = versions.find(({ resource }) => resource === main)?.package ?? {};
    return group === 'core' || (origins?.group === undefined && !group?.includes('.'));
  }
  // The rule itself is already reported.
  return field.includes('.default') && detail.startsWith('rule compile error: ');
}

/** The fixes for the parts of a CRD's name, which may not come from a marker. */
export function nameRemedy(field: string): string | undefined {
  if (field === 'spec.group') return 'set the complete group name with +groupName=';
  if (field === 'spec.names.plural') return 'set another name with +kubebuilder:resource:path=';
  return field.endsWith('].name') && field.startsWith('spec.versions[')
    ? 'set another name with +versionName='
    : undefined;
}

/** The API server's message, with the rule's own text where it prints all fields of a Go struct. */
export function readableMessage({ field, message, detail = '' }: FieldError): string {
  const head = 'Invalid value: ';
  if (!message.startsWith(`${head}{"Rule":`)) return message;
  const struct = message.slice(head.length, message.length - `: ${detail}`.length);
  const { Rule, MessageExpression } = JSON.parse(struct) as Readonly<Record<string, string>>;
  const text = field.endsWith('.messageExpression') ? MessageExpression : Rule;
  return `${head}${JSON.stringify(text)}: ${detail}`;
}
