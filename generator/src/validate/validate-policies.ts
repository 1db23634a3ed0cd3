import type { FieldError, JSONSchemaProps } from '@vmgen/crd';
import { validateAdmissionPolicy, type PolicyContext } from '@vmgen/crd/internal';
import { someSchema } from '@vmgen/base/schema';
import type { BuiltCrd } from '../model/build-crd.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { AdmissionPolicy } from '../model/build-policies.js';
import { didYouMean } from '../text/did-you-mean.js';
import { nearest } from '../text/nearest.js';
import { boundRemedy } from './bound-remedy.js';

/**
 * Validates admission policies as the API server does, and the types and costs of their expressions
 * by the schemas of the kinds that they are for.
 */
export function validatePolicies(
  policies: readonly AdmissionPolicy[],
  crds: readonly BuiltCrd[],
  diagnostics: DiagnosticList,
): void {
  // Rejected parts of types are missing in schemas.
  const hasSchemas = !diagnostics.refuses();
  for (const each of policies) {
    const { kind, policy, binding } = each;
    const refusals = validateAdmissionPolicy(policy);
    reportRefusals(kind, refusals, each, diagnostics);
    reportRefusals(`${kind}Binding`, validateAdmissionPolicy(binding), each, diagnostics);
    if (refusals.length > 0 || !hasSchemas) continue;
    const context = contextOf(each, crds);
    const mismatches = validateAdmissionPolicy(policy, context);
    for (const error of mismatches) reportMismatch(error, each, context, diagnostics);
    const known = new Set(mismatches.map(({ field }) => field));
    for (const error of validateAdmissionPolicy(policy, { ...context, areNumbersWhole: true })) {
      if (!known.has(error.field)) reportWholeNumber(error, each, diagnostics);
    }
  }
}

/** Warns about an expression that fails for numbers such as 2, which JSON stores as integers. */
function reportWholeNumber(
  { field, detail = '' }: FieldError,
  policy: AdmissionPolicy,
  diagnostics: DiagnosticList,
): void {
  // Values of different types can be compared for equality.
  const calls = [...detail.matchAll(/no matching overload for '([^']+)'/g)].map(([, name]) => name);
  if (calls.every((name) => name === '_==_' || name === '_!=_' || name === '@in')) return;
  diagnostics.warning(
    'VMGEN8208',
    positionOf(field, policy),
    `the ${policy.kind} ${policy.name}: ${field} fails for whole numbers such as 2, which are integers in JSON: ${detail.replace(COMPILATION, '')}`,
    'convert the field: double(object.spec.ratio)',
  );
}

function reportRefusals(
  kind: string,
  refusals: readonly FieldError[],
  policy: AdmissionPolicy,
  diagnostics: DiagnosticList,
): void {
  for (const { field, message } of refusals) {
    const text = `the API server would reject the ${kind} ${policy.name}: ${field}: ${message}`;
    diagnostics.error('VMGEN8204', positionOf(field, policy), text);
  }
}

function reportMismatch(
  { field, detail = '', missingBounds }: FieldError,
  policy: AdmissionPolicy,
  { schema, isCreation, isDeletion }: PolicyContext,
  diagnostics: DiagnosticList,
): void {
  const position = positionOf(field, policy);
  const subject = `the ${policy.kind} ${policy.name}: ${field}`;
  if (missingBounds !== undefined) {
    const remedy =
      boundRemedy(missingBounds) ?? 'simplify the expression, or restrict it by a match condition';
    diagnostics.warning('VMGEN8206', position, `${subject}: ${detail}`, remedy);
    return;
  }
  let unknown = '';
  const text = detail.replace(COMPILATION, '').replace(UNKNOWN_FIELDS, (_, name) => {
    unknown ||= String(name);
    return `unknown field '${String(name)}'`;
  });
  const fields = fieldsOf(schema);
  const own = unknown.replace(/__(dash|dot|slash)__/g, (_, name) => SYMBOLS[String(name)] ?? '');
  const meant = own !== unknown && fields.has(own) ? own : nearest(unknown, fields);
  const isNull = text.includes("type 'null'");
  const remedy =
    meant === own && own !== unknown
      ? `fields have their own names here: write \`${own}\` in backquotes`
      : unknown !== '' && meant !== undefined
        ? didYouMean(unknown, meant)
        : isNull && isDeletion === true
          ? 'object is null for deletions: use oldObject'
          : isNull && isCreation === true
            ? 'oldObject is null for creations: use object'
            : conversionFor(text);
  diagnostics.error('VMGEN8205', position, `${subject} does not match the kind: ${text}`, remedy);
}

/** The symbols of escaped names, as in the rules of CRDs. */
const SYMBOLS: Readonly<Record<string, string>> = { dash: '-', dot: '.', slash: '/' };

const COMPILATION = /^compilation failed: /;

/** How to convert a text to the type that an overload needs. */
function conversionFor(text: string): string | undefined {
  const isWith = (type: string): boolean =>
    new RegExp(`applied to '[^']*\\bstring\\b[^']*\\b${type}\\b|\\b${type}\\b.*\\bstring\\b`).test(
      text,
    );
  if (isWith('timestamp') || /'get(?:FullYear|Month|Date|Day\w+)' applied/.test(text)) {
    return 'times are texts in JSON: convert the field with timestamp()';
  }
  if (isWith('duration') || /'get(?:Hours|Minutes|Seconds|Milliseconds)' applied/.test(text)) {
    return 'times and durations are texts in JSON: convert the field with timestamp() or duration()';
  }
  return undefined;
}

/** CEL's messages for a field that a type does not have: of a value, of an Object, or the type of an Object. */
const UNKNOWN_FIELDS =
  /(?:undefined field|expected type of field(?= '\w+' is '')|undeclared reference to) '(?:Object\.(?:\w+\.)*)?(\w+)'(?: is '' but provided type is '[^']*'| \(in container ''\))?/g;

/** The position of the marker with a field: of the longest path above it. */
function positionOf(field: string, { positions }: AdmissionPolicy): SourcePosition | undefined {
  const part = /^spec\.\w+\[\d+\]/.exec(field)?.[0] ?? '';
  return positions.get(part) ?? positions.get('');
}

/** What is known about the requests of a policy: the schemas of kinds of this run. */
function contextOf(
  { target, paramKind, operations }: AdmissionPolicy,
  crds: readonly BuiltCrd[],
): PolicyContext {
  const versions = crds.flatMap(({ crd: { spec } }) =>
    spec.versions.map(({ name, schema }) => ({
      kind: `${spec.group}/${name}/${spec.names.kind}`,
      resource: `${spec.group}/${name}/${spec.names.plural}`,
      schema: schema?.openAPIV3Schema,
    })),
  );
  return {
    schema: versions.find(({ resource }) => resource === target)?.schema,
    paramSchema: versions.find((each) => each.kind === paramKind)?.schema,
    isCreation: operations.every((operation) => operation === 'CREATE'),
    isDeletion: operations.every((operation) => operation === 'DELETE'),
  };
}

const METADATA = [
  ...['metadata', 'name', 'namespace', 'labels', 'annotations', 'finalizers', 'ownerReferences'],
  ...['uid', 'generation', 'creationTimestamp', 'deletionTimestamp'],
];

/** The names of all fields of a kind. */
function fieldsOf(schema: JSONSchemaProps = {}): ReadonlySet<string> {
  const names = new Set(METADATA);
  someSchema(schema, ({ properties = {} }) => {
    for (const name of Object.keys(properties)) names.add(name);
    return false;
  });
  return names;
}
