import { goQuote, isRequestUri } from '@vmgen/base/text';

/** Validates a URL, with the messages of Go's url.ParseRequestURI. Undefined if it is valid. */
export function urlProblem(text: string): string | undefined {
  if (isRequestUri(text)) return undefined;
  return `parse ${goQuote(text)}: ${reason(text)}`;
}

function reason(text: string): string {
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'net/url: invalid control character in URL';
  if (text === '') return 'empty url';
  if (text.startsWith(':')) return 'missing protocol scheme';
  const [, scheme, rest = ''] = /^([A-Za-z][A-Za-z0-9+.-]*:)?([^?]*)/s.exec(text) ?? [];
  if (scheme === undefined && !rest.startsWith('/')) return 'invalid URI for request';
  const [, authority, path = ''] = /^(?:\/\/([^/]*))?(.*)$/s.exec(rest) ?? [];
  return authorityProblem(authority ?? '') ?? escapeProblem(path) ?? 'invalid URI for request';
}

function authorityProblem(authority: string): string | undefined {
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host.startsWith('[') && !host.includes(']')) return "missing ']' in host";
  const port = /\](.*)$/s.exec(host)?.[1] ?? /(:[^:]*)$/s.exec(host)?.[1] ?? '';
  if (port !== '' && !/^:\d*$/.test(port)) return `invalid port ${goQuote(port)} after host`;
  const wrong = /[ #%\\^`{|}]/.exec(host)?.[0];
  if (wrong === undefined) return undefined;
  return wrong === '%' ? escapeProblem(host) : `invalid character ${goQuote(wrong)} in host name`;
}

function escapeProblem(text: string): string | undefined {
  const broken = /%(?![0-9a-fA-F]{2}).{0,2}/s.exec(text)?.[0];
  return broken === undefined ? undefined : `invalid URL escape ${goQuote(broken)}`;
}
