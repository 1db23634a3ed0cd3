import type { FieldError, JSONSchemaProps } from '@vmgen/crd';
import { validateAdmissionPolicy, type PolicyContext } from '@vmgen/crd/internal';
import { someSchema } from '@vmgen/base/schema';
import type { BuiltCrd } from '../crds/build-crd.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { AdmissionPolicy } from '../model/build-policies.js';
import { didYouMean } from '../words/did-you-mean.js';
import { nearest } from '../words/nearest.js';
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
    for (const error of validateAdmissionPolicy(policy, context)) {
      reportMismatch(error, each, context, diagnostics);
    }
  }
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
  const text = detail.replace(/^compilation failed: /, '').replace(UNKNOWN_FIELDS, (_, name) => {
    unknown ||= String(name);
    return `unknown field '${String(name)}'`;
  });
  const meant = nearest(unknown, fieldsOf(schema));
  const isNull = text.includes("type 'null'");
  const remedy =
    unknown !== '' && meant !== undefined
      ? didYouMean(unknown, meant)
      : isNull && isDeletion === true
        ? 'object is null for deletions: use oldObject'
        : isNull && isCreation === true
          ? 'oldObject is null for creations: use object'
          : undefined;
  diagnostics.error('VMGEN8205', position, `${subject} does not match the kind: ${text}`, remedy);
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
