import type { FieldError } from '@vmgen/crd';
import type { CustomResource } from '../model/model.js';
import { fieldOf } from './bound-remedy.js';
import { findTypeMismatch } from './find-type-mismatch.js';
import { schemaSegments, versionOf, walkSchema } from './locate-field.js';
import { jsonText } from '../text/json-text.js';

/** The message for a default that the API server would reject. */
interface RefusedDefault {
  readonly message: string;
  readonly remedy: string;
}

/**
 * Describes the value, the field and the constraint of its schema; undefined if the error does not concern a
 * default.
 */
export function describeDefault(
  refusal: FieldError,
  { versions }: CustomResource,
): RefusedDefault | undefined {
  const path = schemaSegments(refusal.field);
  const { resource } = versions[versionOf(refusal.field) ?? 0] ?? {};
  if (!path || !resource) return undefined;
  const { schema, rest } = walkSchema(path, resource.schema);
  const [keyword, ...inner] = rest;
  const value = schema.keywords.default;
  if (keyword !== 'default' || value === undefined) return undefined;
  const field = fieldOf(path.slice(0, path.length - rest.length));
  const at = inner.map(segment).join('');
  const { text, remedy } = wanted(refusal, at);
  const mismatch = findTypeMismatch(value, schema);
  const quoted =
    mismatch?.expected === 'string' && typeof mismatch.found !== 'object'
      ? `quote it: ${JSON.stringify(String(mismatch.found))}`
      : undefined;
  return {
    message: `the API server would refuse the default ${short(jsonText(value))} of ${field}: ${text}`,
    remedy: (refusal.type === 'FieldValueTypeInvalid' && quoted) || remedy,
  };
}

const segment = (part: string): string => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`);

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}...` : text);

interface Wanted {
  readonly text: string;
  readonly remedy: string;
}

/** @param at where in the value: `.ports[0]`; '' for the whole of it */
function wanted({ type, message, detail = '' }: FieldError, at: string): Wanted {
  const place = at === '' ? '' : `at ${at} `;
  const [, expected, found] = /must be of type ([\w,]+): "(\w*)"/.exec(detail) ?? [];
  if (expected !== undefined) {
    return {
      text: `${place}the type is ${expected}${found ? `, not ${found}` : ''}`,
      remedy: `write a value of type ${expected}`,
    };
  }
  if (type === 'FieldValueRequired') {
    return { text: `${at} is required and missing`, remedy: `add ${at}` };
  }
  const allowed = /^supported values: (.*)$/s.exec(detail)?.[1];
  if (allowed !== undefined) return { text: `${place}it must be one of ${allowed}`, remedy: OTHER };
  const reason = (detail === '' ? message : detail).replace(/^.*?in body /s, 'it ').trim();
  return { text: `${place}${withSubject(reason)}`, remedy: OTHER };
}

/** `it may not be more than 2 bytes`; `it breaks the rule self > 2`. */
function withSubject(reason: string): string {
  const rule = reason.replace(/^failed rule: /, 'it breaks the rule ');
  return /^(?:may|must|should) /.test(rule) ? `it ${rule}` : rule;
}

const OTHER = 'change the default, or the type';
