import type { JsonValue } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { goQuote } from '@vmgen/base/text';
import type { ValueValidator } from './value-validator.js';
import type { Correlation } from './correlation.js';
import type { ValueErrors } from './value-errors.js';

type Compile = (schema: JSONSchemaProps) => ValueValidator;

/** Compiles anyOf, oneOf, allOf and not (kube-openapi's schemaPropsValidator). */
export function compileJunctorCheck(schema: JSONSchemaProps, compile: Compile): ValueValidator {
  const checks = [
    schema.anyOf?.length ? compileAnyOf(schema.anyOf.map(compile)) : undefined,
    schema.oneOf?.length ? compileOneOf(schema.oneOf.map(compile)) : undefined,
    schema.allOf?.length ? compileAllOf(schema.allOf.map(compile)) : undefined,
    schema.not ? compileNot(compile(schema.not)) : undefined,
  ].filter((check) => check !== undefined);
  return (value, path, errors, correlation) => {
    let matches = 0;
    for (const check of checks) matches += check(value, path, errors, correlation);
    return matches;
  };
}

interface Outcome {
  readonly errors: ValueErrors;
  readonly matches: number;
}

function attempt(
  validate: ValueValidator,
  value: JsonValue,
  path: string,
  errors: ValueErrors,
  correlation: Correlation | undefined,
): Outcome {
  const own = errors.fork();
  const matches = validate(value, path, own, correlation);
  return { errors: own, matches };
}

/** The failure with the most matches. The first one wins a tie. */
function bestOf(outcomes: readonly Outcome[]): Outcome | undefined {
  let best: Outcome | undefined;
  for (const outcome of outcomes) {
    if (best === undefined || outcome.matches > best.matches) best = outcome;
  }
  return best;
}

function compileAnyOf(alternatives: readonly ValueValidator[]): ValueValidator {
  return (value, path, errors, correlation) => {
    const failures: Outcome[] = [];
    for (const validate of alternatives) {
      const outcome = attempt(validate, value, path, errors, correlation);
      if (outcome.errors.isEmpty) return outcome.matches;
      failures.push(outcome);
    }
    errors.addGeneral(`${goQuote(path)} must validate at least one schema (anyOf)`);
    return report(bestOf(failures), errors);
  };
}

function compileOneOf(alternatives: readonly ValueValidator[]): ValueValidator {
  return (value, path, errors, correlation) => {
    const outcomes = alternatives.map((validate) =>
      attempt(validate, value, path, errors, correlation),
    );
    const valid = outcomes.filter((outcome) => outcome.errors.isEmpty);
    if (valid.length === 1) return valid[0]?.matches ?? 0;
    const found =
      valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
    errors.addGeneral(`${goQuote(path)} must validate one and only one schema (oneOf). ${found}`);
    return valid.length === 0 ? report(bestOf(outcomes), errors) : 0;
  };
}

function report(failure: Outcome | undefined, errors: ValueErrors): number {
  if (failure === undefined) return 0;
  errors.merge(failure.errors);
  return failure.matches;
}

function compileAllOf(parts: readonly ValueValidator[]): ValueValidator {
  return (value, path, errors, correlation) => {
    let matches = 0;
    let valid = 0;
    for (const validate of parts) {
      const outcome = attempt(validate, value, path, errors, correlation);
      if (outcome.errors.isEmpty) valid++;
      errors.merge(outcome.errors);
      matches += outcome.matches;
    }
    if (valid < parts.length) {
      const none = valid === 0 ? '. None validated' : '';
      errors.addGeneral(`${goQuote(path)} must validate all the schemas (allOf)${none}`);
    }
    return matches;
  };
}

function compileNot(validate: ValueValidator): ValueValidator {
  return (value, path, errors, correlation) => {
    if (attempt(validate, value, path, errors, correlation).errors.isEmpty) {
      errors.addGeneral(`${goQuote(path)} must not validate the schema (not)`);
    }
    return 0;
  };
}
