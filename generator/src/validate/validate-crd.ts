import {
  type FieldError,
  type JSONSchemaProps,
  validateCustomResourceDefinition,
  type ValidationRule,
} from '@vmgen/crd';
import { buildCrd, type BuiltCrd } from '../model/build-crd.js';
import { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { CustomResource } from '../model/model.js';
import { boundRemedy } from './bound-remedy.js';
import { describeDefault } from './describe-default.js';
import { locateField, schemaSegments, versionOf, walkSchema } from './locate-field.js';
import type { DiagnosticCode } from '../diagnostics/code.js';
import { invalidSchema, type Keywords, partsOf, type Schema } from '../schema/schema.js';
import { leadsToNothing } from './check-paths.js';

/** Validates the CRD as an API server does. */
export function isAccepted(built: BuiltCrd): boolean {
  const diagnostics = new DiagnosticList();
  validateCrd(built, diagnostics);
  return !diagnostics.refuses();
}

/**
 * A server has three stages: structure, defaults, rules. An invalid rule hides errors of surrounding rules in
 * one more.
 */
const MOST_ROUNDS = 8;

/**
 * Validates a CRD by the rules of the API server, and reports errors at their source. A server validates
 * defaults only if the structure is valid, and rules only if the defaults are; the validation is therefore
 * repeated without the rejected parts until there are no new errors.
 */
export function validateCrd({ resource, crd }: BuiltCrd, diagnostics: DiagnosticList): void {
  const reported = new Set<string>();
  let rest = resource;
  let refusals = withoutFollowUps(
    hasInvalid(resource) ? certainRefusals(resource) : validateCustomResourceDefinition(crd),
    resource,
  );
  for (let round = 0; refusals.length > 0 && round < MOST_ROUNDS; round++) {
    for (const refusal of foldCosts(refusals))
      reportRefusal(refusal, resource, reported, diagnostics);
    const next = withoutRefused(
      rest,
      refusals.filter((refusal) => !isOfExpression(refusal)),
    );
    if (next === rest) return;
    rest = next;
    refusals = withoutFollowUps(certainRefusals(rest), resource);
  }
}

/** The errors that are independent of the placeholder for rejected parts. */
function certainRefusals(resource: CustomResource): FieldError[] {
  const [asAny = [], inRules = [], asKey = []] = PLACEHOLDERS.map((placeholder) =>
    validateCustomResourceDefinition(buildCrd(resource, undefined, placeholder)),
  );
  const isIn = (all: readonly FieldError[], { field, message }: FieldError): boolean =>
    all.some((other) => other.field === field && other.message === message);
  const always = asAny.filter((each) => isIn(inRules, each) && isIn(asKey, each));
  // A dynamic type causes no errors in rules, although other placeholders change their messages.
  const ofRules = inRules.filter(
    (each) => isOfExpression(each) && !isOfCost(each) && !isIn(always, each),
  );
  return [...always, ...ofRules].filter(
    (refusal) =>
      !isOfInvalid(refusal.field, resource) &&
      !(isOfCost(refusal) && isOfUnknownBound(refusal.field, resource)),
  );
}

/** Such errors hide no others; without a rule, others may become the most expensive. */
const isOfExpression = ({ field }: FieldError): boolean =>
  /x-kubernetes-validations\[\d+\]\.(?:rule|messageExpression)$/.test(field);

/** Reports an error; an error of a type is not repeated for its other uses. */
function reportRefusal(
  refusal: FieldError,
  resource: CustomResource,
  reported: Set<string>,
  diagnostics: DiagnosticList,
): void {
  const { field, missingBounds } = refusal;
  const position = locateField(field, resource);
  const refusalText = readableMessage(refusal);
  const key = JSON.stringify([position, refusalText, missingBounds]);
  if (reported.has(key)) return;
  reported.add(key);
  const refused = describeDefault(refusal, resource);
  const text = refused?.message ?? `the API server would reject the CRD: ${field}: ${refusalText}`;
  const remedy = refused?.remedy ?? boundRemedy(missingBounds) ?? nameRemedy(field);
  diagnostics.error(refusalCode(refusal), position, text, remedy);
}

/** The paths of names in API server errors. */
const NAME = /^metadata\.name$|^spec\.(?:group|names|version$|versions\[\d+\]\.name$)/;

/** Whether rules are too dear, one by one or together. */
const isOfCost = ({ detail = '' }: FieldError): boolean =>
  / cost (?:exceeds budget|total) /.test(detail);

/** The kind of mistake that the API server refuses. */
function refusalCode(refusal: FieldError): DiagnosticCode {
  const { field } = refusal;
  if (isOfCost(refusal)) return 'VMGEN6003';
  if (/\.x-kubernetes-validations(?:\[|$)/.test(field)) return 'VMGEN6002';
  return NAME.test(field) ? 'VMGEN6005' : 'VMGEN6001';
}

/**
 * The replacements for rejected schemas in validation. Errors that occur with all of them have another cause:
 * the first accepts all values and is invalid in rules, the second is dynamic in rules, the third is valid
 * for keys and selectable fields.
 */
const PLACEHOLDERS: readonly JSONSchemaProps[] = [
  { 'x-kubernetes-preserve-unknown-fields': true },
  { 'x-kubernetes-int-or-string': true },
  { type: 'string' },
];

/** Whether a part of a kind's schema, or a keyword of it, was refused. */
function hasInvalid({ versions }: CustomResource): boolean {
  return versions.some(({ resource }) => someSchema(resource.schema, isRefused));
}

/** Whether a path of the CRD leads to a rejected schema, or depends on unknown fields. */
function isOfInvalid(field: string, { versions }: CustomResource): boolean {
  const path = schemaSegments(field);
  const { resource } = versions[versionOf(field) ?? 0] ?? {};
  if (!path || !resource) return false;
  const { schema, rest } = walkSchema(path, resource.schema);
  if (schema.kind === 'invalid') return true;
  const [keyword = ''] = rest;
  if (schema.unknown?.includes(keyword)) return true;
  return OF_FIELDS.includes(keyword) && someSchema(schema, isPartial);
}

/** Keywords by which the API server reckons how much a rule may have to look at. */
const BOUNDS: readonly string[] = ['maxItems', 'maxLength', 'maxBytes', 'maxProperties', 'enum'];

/** Whether the cost of a rule depends on an unknown bound. */
function isOfUnknownBound(field: string, { versions }: CustomResource): boolean {
  const path = schemaSegments(field);
  const { resource } = versions[versionOf(field) ?? 0] ?? {};
  if (!path || !resource) return false;
  const lacksBound = ({ unknown = [] }: Schema): boolean =>
    unknown.some((keyword) => BOUNDS.includes(keyword));
  const around = path.map((_, index) => walkSchema(path.slice(0, index), resource.schema).schema);
  return (
    around.some(lacksBound) || someSchema(walkSchema(path, resource.schema).schema, lacksBound)
  );
}

/** Keywords whose values contain names of fields. */
const OF_FIELDS: readonly string[] = ['default', 'x-kubernetes-validations'];

const isPartial = (schema: Schema): boolean =>
  schema.kind === 'object' && schema.isPartial === true;

const isRefused = (schema: Schema): boolean =>
  schema.kind === 'invalid' || isPartial(schema) || schema.unknown !== undefined;

function someSchema(schema: Schema, matches: (schema: Schema) => boolean): boolean {
  return matches(schema) || partsOf(schema).some((part) => someSchema(part.schema, matches));
}

/**
 * Removes the rejected parts of a kind's schemas, so that the API server can validate the rest; returns the
 * same kind if nothing can be removed.
 */
function withoutRefused(resource: CustomResource, refusals: readonly FieldError[]): CustomResource {
  const versions = resource.versions.map((version, index) => {
    const { schema } = version.resource;
    const changed = refusals.reduce((rest: Schema, { field }) => {
      const path = schemaSegments(field);
      const isAbout = (versionOf(field) ?? index) === index;
      return path && isAbout && path.length > 0 ? without(path, rest) : rest;
    }, schema);
    return changed === schema
      ? version
      : { ...version, resource: { ...version.resource, schema: changed } };
  });
  const isSame = versions.every((version, index) => version === resource.versions[index]);
  return isSame ? resource : { ...resource, versions };
}

function without(path: readonly string[], schema: Schema): Schema {
  const [part = '', ...rest] = path;
  if (part === 'items' && schema.kind === 'array') {
    return { ...schema, items: without(rest, schema.items) };
  }
  if (part === 'additionalProperties' && schema.kind === 'map') {
    return { ...schema, values: without(rest, schema.values) };
  }
  if (part === 'properties' && schema.kind === 'object') {
    const [name, ...inner] = rest;
    const properties = schema.properties.map((property) => {
      const changed = property.name === name ? without(inner, property.schema) : property.schema;
      return changed === property.schema ? property : { ...property, schema: changed };
    });
    return { ...schema, properties };
  }
  if (part === RULES) return withoutRule(Number(rest[0]), schema);
  return withoutKeyword(part, schema) ?? invalidSchema(schema.position);
}

const RULES = 'x-kubernetes-validations';

/** The other rules keep their indices. */
function withoutRule(index: number, schema: Schema): Schema {
  const rules = schema.keywords[RULES]?.map((rule, i): ValidationRule =>
    i === index ? { rule: 'true' } : rule,
  );
  return rules ? { ...schema, keywords: { ...schema.keywords, [RULES]: rules } } : schema;
}

/** Keywords that are only valid together. */
const TOGETHER: readonly string[] = ['x-kubernetes-list-type', 'x-kubernetes-list-map-keys'];

function withoutKeyword(name: string, schema: Schema): Schema | undefined {
  const { keywords } = schema;
  if (!Object.hasOwn(keywords, name)) return undefined;
  const dropped = TOGETHER.includes(name) ? TOGETHER : [name];
  const kept: Keywords = Object.fromEntries(
    Object.entries(keywords).filter(([keyword]) => !dropped.includes(keyword)),
  );
  return { ...schema, keywords: kept, unknown: [...(schema.unknown ?? []), ...dropped] };
}

/** The API server errors for expensive rules, individually and in total. */
const DEAR = / cost exceeds budget /;
const CONTRIBUTED = /^contributed to estimated rule cost total /;
const TOTAL = / estimated rule cost total /;

/**
 * Keeps only the first of the API server errors for one expensive rule (its own cost, its part in the total,
 * the total of the schema), because they have the same cause and fix.
 */
function foldCosts(refusals: readonly FieldError[]): FieldError[] {
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
function withoutFollowUps(refusals: readonly FieldError[], resource: CustomResource): FieldError[] {
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
function nameRemedy(field: string): string | undefined {
  if (field === 'spec.group') return 'set the complete group name with +groupName=';
  if (field === 'spec.names.plural') return 'set another name with +kubebuilder:resource:path=';
  return field.endsWith('].name') && field.startsWith('spec.versions[')
    ? 'set another name with +versionName='
    : undefined;
}

/** The API server's message, with the rule's own text where it prints all fields of a Go struct. */
function readableMessage({ field, message, detail = '' }: FieldError): string {
  const head = 'Invalid value: ';
  if (!message.startsWith(`${head}{"Rule":`)) return message;
  const struct = message.slice(head.length, message.length - `: ${detail}`.length);
  const { Rule, MessageExpression } = JSON.parse(struct) as Readonly<Record<string, string>>;
  const text = field.endsWith('.messageExpression') ? MessageExpression : Rule;
  return `${head}${JSON.stringify(text)}: ${detail}`;
}
