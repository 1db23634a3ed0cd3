import type { ApiStatus } from '@vmgen/runtime';

/** A rejected field of an object, as the validators of `@vmgen/crd` return it. */
export interface InvalidField {
  /** The type of the error, such as `FieldValueRequired`: the reason of the cause in the Status. */
  readonly type: string;
  /** The path of the field, such as `spec.ports[0].name`. */
  readonly field: string;
  /** The description with the type, such as `Required value: must be set`. */
  readonly message: string;
}

/** Why an admission handler denies a request; see {@link deny} and {@link invalid}. */
export interface Denial {
  /** The HTTP status code of the client's answer. */
  readonly code: number;
  /** The CamelCase word for programs, such as `Forbidden`. */
  readonly reason: string;
  /** The description for the user; the API server adds the name of the webhook. */
  readonly message?: string;
  /** The invalid fields. */
  readonly fields?: readonly InvalidField[];
}

/** Options of {@link deny}. */
export interface DenyOptions {
  /** The HTTP status code, from 400 to 599. Defaults to 403. */
  readonly code?: number;
  /** The CamelCase word for programs. Defaults to `Forbidden`. */
  readonly reason?: string;
}

/**
 * Denies a request as a whole.
 *
 * @example
 * manager.webhook(siteResource, {
 *   validate: { delete: (site) => (site.spec.html === '' ? undefined : deny('the site has content')) },
 * });
 */
export function deny(message: string, options: DenyOptions = {}): Denial {
  const { code = 403, reason = 'Forbidden' } = options;
  return { code, reason, message };
}

/**
 * Denies a request because of invalid fields, with 422 and a cause per field. Returns undefined,
 * which allows the request, if the list is empty.
 *
 * @example
 * manager.webhook(siteResource, {
 *   validate: {
 *     create: ({ spec }) => invalid(spec.html === '' ? [invalidField.required('spec.html')] : []),
 *   },
 * });
 */
export function invalid(fields: readonly InvalidField[]): Denial | undefined {
  return fields.length === 0 ? undefined : { code: 422, reason: 'Invalid', fields };
}

/** Describes invalid fields with the texts of the API server, for {@link invalid}. */
export const invalidField = {
  /** A value that violates a rule. */
  invalid: (field: string, value: unknown, detail: string): InvalidField => ({
    type: 'FieldValueInvalid',
    field,
    message: `Invalid value: ${textOf(value)}: ${detail}`,
  }),
  /** A missing value. */
  required: (field: string, detail?: string): InvalidField => ({
    type: 'FieldValueRequired',
    field,
    message: withDetail('Required value', detail),
  }),
  /** A value that is not allowed here, such as a change of an immutable field. */
  forbidden: (field: string, detail?: string): InvalidField => ({
    type: 'FieldValueForbidden',
    field,
    message: withDetail('Forbidden', detail),
  }),
  /** A value that occurs twice. */
  duplicate: (field: string, value: unknown): InvalidField => ({
    type: 'FieldValueDuplicate',
    field,
    message: `Duplicate value: ${textOf(value)}`,
  }),
  /** A value that is not one of the supported ones. */
  notSupported: (field: string, value: unknown, supported: readonly string[]): InvalidField => ({
    type: 'FieldValueNotSupported',
    field,
    message: `Unsupported value: ${textOf(value)}: supported values: ${supported.map(textOf).join(', ')}`,
  }),
  /** A reference to an object that does not exist. */
  notFound: (field: string, value: unknown): InvalidField => ({
    type: 'FieldValueNotFound',
    field,
    message: `Not found: ${textOf(value)}`,
  }),
} as const;

/** The denied object. */
interface DeniedObject {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/** The API server has the same limit. */
const MAX_CAUSES = 1_000;

/** Returns the kind with its group, such as `Site.web.example.com`; the core group has no name. */
export const qualifiedKind = ({ kind, group }: Pick<DeniedObject, 'kind' | 'group'>): string =>
  group === '' ? kind : `${kind}.${group}`;

/** Returns the Status of a denial: apimachinery's `NewInvalid` if there are invalid fields. */
export function statusOf(denial: Denial, { group, kind, name }: DeniedObject): ApiStatus {
  const { code, reason, message, fields } = denial;
  const status = { metadata: {}, status: 'Failure', reason, code } as const;
  if (fields === undefined) return { ...status, ...(message !== undefined && { message }) };
  const shown = fields.slice(0, MAX_CAUSES);
  const texts = [...new Set(shown.map((each) => `${each.field}: ${each.message}`))];
  if (shown.length < fields.length) texts.push(`and ${fields.length - shown.length} more errors`);
  const list = texts.length > 1 ? `[${texts.join(', ')}]` : texts.join('');
  return {
    ...status,
    message:
      message ?? `${qualifiedKind({ kind, group })} ${JSON.stringify(name)} is invalid: ${list}`,
    details: {
      ...(name !== '' && { name }),
      ...(group !== '' && { group }),
      kind,
      causes: shown.map(({ type, message: text, field }) => ({
        reason: type,
        message: text,
        field,
      })),
    },
  };
}

function withDetail(type: string, detail: string | undefined): string {
  return detail === undefined ? type : `${type}: ${detail}`;
}

function textOf(value: unknown): string {
  return value === undefined ? 'null' : JSON.stringify(value);
}
