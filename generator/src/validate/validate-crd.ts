import { validateCustomResourceDefinition, type FieldError } from '@vmgen/crd';
import { buildCrd, type BuiltCrd } from '../crds/build-crd.js';
import { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { CustomResource } from '../model/model.js';
import { boundRemedy } from './bound-remedy.js';
import { describeDefault } from './describe-default.js';
import { locateField } from './locate-field.js';
import { foldCosts, nameRemedy, readableMessage, withoutFollowUps } from './readable-refusals.js';
import { hasInvalid, isOfInvalid, isOfUnknownBound, PLACEHOLDERS } from './placeholders.js';
import { withoutRefused } from './without-refused.js';
import type { DiagnosticCode } from '../diagnostics/code.js';

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

/** Parts of a CRD by their paths in API server errors; the first match is used. */
const CODES: readonly (readonly [field: RegExp, code: DiagnosticCode])[] = [
  [/\.x-kubernetes-validations(?:\[|$)/, 'VMGEN6002'],
  [/\.default(?:\.|\[|$)/, 'VMGEN6004'],
  [/^metadata\.name$|^spec\.(?:group|names|version$|versions\[\d+\]\.name$)/, 'VMGEN6005'],
  [/additionalPrinterColumns|selectableFields|subresources/, 'VMGEN6006'],
  [/x-kubernetes-(?:list|map)-/, 'VMGEN6007'],
];

/** Whether rules are too dear, one by one or together. */
const isOfCost = ({ detail = '' }: FieldError): boolean =>
  / cost (?:exceeds budget|total) /.test(detail);

/** The kind of mistake that the API server refuses. */
function refusalCode(refusal: FieldError): DiagnosticCode {
  const { field, detail = '' } = refusal;
  if (isOfCost(refusal)) return 'VMGEN6003';
  if (/x-kubernetes-list-map-keys/.test(detail)) return 'VMGEN6007';
  return CODES.find(([pattern]) => pattern.test(field))?.[1] ?? 'VMGEN6001';
}
