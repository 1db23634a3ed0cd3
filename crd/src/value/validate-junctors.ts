import type { JsonValue } from '@vmgen/cel/json';
import type { JSONSchemaProps } from '@vmgen/cel/schema';
import { goQuote } from '@vmgen/cel/text';
import type { ValueValidator } from './value-validator.js';
import type { Correlation } from './correlation.js';
import type { Findings } from './findings.js';

type Compile = (schema: JSONSchemaProps) => ValueValidator;

/** Compiles anyOf, oneOf, allOf and not (kube-openapi's schemaPropsValidator). */
export function compileJunctorCheck(schema: JSONSchemaProps, compile: Compile): ValueValidator {
  const checks = [
    schema.anyOf?.length ? compileAnyOf(schema.anyOf.map(compile)) : undefined,
    schema.oneOf?.length ? compileOneOf(schema.oneOf.map(compile)) : undefined,
    schema.allOf?.length ? compileAllOf(schema.allOf.map(compile)) : undefined,
    schema.not ? compileNot(compile(schema.not)) : undefined,
  ].filter((check) => check !== undefined);
  return (value, path, findings, correlation) => {
    let matches = 0;
    for (const check of checks) matches += check(value, path, findings, correlation);
    return matches;
  };
}

interface Outcome {
  readonly findings: Findings;
  readonly matches: number;
}

function attempt(
  validate: ValueValidator,
  value: JsonValue,
  path: string,
  findings: Findings,
  correlation: Correlation | undefined,
): Outcome {
  const own = findings.fork();
  const matches = validate(value, path, own, correlation);
  return { findings: own, matches };
}

/** The failure in which most was right; of equals the first. */
function bestOf(outcomes: readonly Outcome[]): Outcome | undefined {
  let best: Outcome | undefined;
  for (const outcome of outcomes) {
    if (best === undefined || outcome.matches > best.matches) best = outcome;
  }
  return best;
}

function compileAnyOf(alternatives: readonly ValueValidator[]): ValueValidator {
  return (value, path, findings, correlation) => {
    const failures: Outcome[] = [];
    for (const validate of alternatives) {
      const outcome = attempt(validate, value, path, findings, correlation);
      if (outcome.findings.isEmpty) return outcome.matches;
      failures.push(outcome);
    }
    findings.addGeneral(`${goQuote(path)} must validate at least one schema (anyOf)`);
    return report(bestOf(failures), findings);
  };
}

function compileOneOf(alternatives: readonly ValueValidator[]): ValueValidator {
  return (value, path, findings, correlation) => {
    const outcomes = alternatives.map((validate) =>
      attempt(validate, value, path, findings, correlation),
    );
    const valid = outcomes.filter((outcome) => outcome.findings.isEmpty);
    if (valid.length === 1) return valid[0]?.matches ?? 0;
    const found =
      valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
    findings.addGeneral(`${goQuote(path)} must validate one and only one schema (oneOf). ${found}`);
    return valid.length === 0 ? report(bestOf(outcomes), findings) : 0;
  };
}

function report(failure: Outcome | undefined, findings: Findings): number {
  if (failure === undefined) return 0;
  findings.merge(failure.findings);
  return failure.matches;
}

function compileAllOf(parts: readonly ValueValidator[]): ValueValidator {
  return (value, path, findings, correlation) => {
    let matches = 0;
    let valid = 0;
    for (const validate of parts) {
      const outcome = attempt(validate, value, path, findings, correlation);
      if (outcome.findings.isEmpty) valid++;
      findings.merge(outcome.findings);
      matches += outcome.matches;
    }
    if (valid < parts.length) {
      const none = valid === 0 ? '. None validated' : '';
      findings.addGeneral(`${goQuote(path)} must validate all the schemas (allOf)${none}`);
    }
    return matches;
  };
}

function compileNot(validate: ValueValidator): ValueValidator {
  return (value, path, findings, correlation) => {
    if (attempt(validate, value, path, findings, correlation).findings.isEmpty) {
      findings.addGeneral(`${goQuote(path)} must not validate the schema (not)`);
    }
    return 0;
  };
}
