/** A clause of an Accept header: `application/json;as=Table;v=v1;g=meta.k8s.io`. */
export interface AcceptClause {
  /** In lower case; `*` is a wildcard. */
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Parses an Accept header. The clauses are sorted by `q`, then by position. An absent header
 * accepts anything. Invalid media types are ignored, as in kube-apiserver.
 */
export function acceptClauses(header: string | undefined): AcceptClause[] {
  if (header === undefined || header.trim() === '') return [ANYTHING];
  return header
    .split(',')
    .map(parseClause)
    .filter((clause) => clause !== undefined)
    .sort((a, b) => quality(b) - quality(a));
}

/** Whether the clause includes the media type, regardless of parameters. */
export function clauseCovers(clause: AcceptClause, type: string, subtype: string): boolean {
  if (clause.type === '*' && clause.subtype === '*') return true;
  return clause.type === type && (clause.subtype === subtype || clause.subtype === '*');
}

/** Whether the generic router of kube-apiserver accepts a header. It compares media types as they are written. */
export function isRouted(header: string | undefined, forms: readonly string[]): boolean {
  if (header === undefined || header === '' || header === 'application/json') return true;
  return header.split(',').some((clause) => {
    const type = clause.replace(/;.*/s, '').trim();
    return type === '*/*' || forms.includes(type);
  });
}

const ANYTHING: AcceptClause = { type: '*', subtype: '*', parameters: new Map() };

function parseClause(text: string): AcceptClause | undefined {
  const [mediaType = '', ...rest] = text.split(';');
  const [type = '', subtype = ''] = mediaType.trim().toLowerCase().split('/');
  if (type === '' || subtype === '') return undefined;
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    if (equals !== -1) {
      parameters.set(part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim());
    }
  }
  return { type, subtype, parameters };
}

function quality(clause: AcceptClause): number {
  const value = Number(clause.parameters.get('q') ?? '1');
  return Number.isFinite(value) ? value : 1;
}
