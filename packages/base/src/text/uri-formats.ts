import { byteLength } from '../bytes/index.js';

const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
const BROKEN_ESCAPE = /%(?![0-9a-fA-F]{2})/;

/** A URI that a request line may have: absolute, or a path from the root (Go's ParseRequestURI). */
export function isRequestUri(value: string): boolean {
  if (value === '' || CONTROL_CHARACTER.test(value)) return false;
  if (value === '*') return true;
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*)?:/.exec(value);
  if (scheme !== null && scheme[1] === undefined) return false;
  const [rest = ''] = value.slice(scheme?.[0].length ?? 0).split('?', 1);
  if (!rest.startsWith('/')) return scheme !== null;
  const hasAuthority = rest.startsWith('//') && (scheme !== null || !rest.startsWith('///'));
  if (!hasAuthority) return !BROKEN_ESCAPE.test(rest);
  const [, authority = '', path = ''] = /^\/\/([^/]*)(.*)$/s.exec(rest) ?? [];
  return isAuthority(authority) && !BROKEN_ESCAPE.test(path);
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@');
  if (at !== -1 && !/^([A-Za-z0-9\-._:~!$&'()*+,;=%@])*$/.test(authority.slice(0, at)))
    return false;
  const host = authority.slice(at + 1);
  if (host.startsWith('[')) return /^\[[^\]]*\](:\d*)?$/.test(host);
  if (/[ #%\\^`{|}]/.test(host)) return false;
  return !host.includes(':') || /:\d*$/.test(host.slice(host.lastIndexOf(':')));
}

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u0080-\\u{10ffff}-]+";
const DOT_ATOM = `${ATOM}(\\.${ATOM})*`;
const QUOTED = '"([^"\\\\\\r\\n]|\\\\.)*"';
const ADDRESS = `(${DOT_ATOM}|${QUOTED})@(${DOT_ATOM}|\\[[^\\[\\]\\\\]*\\])`;
const COMMENT = '(\\s*\\([^()\\\\]*\\))*';
const BARE_ADDRESS = new RegExp(`^\\s*${ADDRESS}${COMMENT}\\s*$`, 'u');
const NAMED_ADDRESS = new RegExp(`^\\s*((${QUOTED}|${ATOM}|\\.)[ \\t]*)*<${ADDRESS}>\\s*$`, 'u');

/** A mail address, also with a display name: `Ann <ann@example.com>` (Go's mail.ParseAddress). */
export function isEmail(value: string): boolean {
  if (value.length > 1000) return false;
  return BARE_ADDRESS.test(value) || (value.endsWith('>') && NAMED_ADDRESS.test(value.trim()));
}

const HOSTNAME =
  /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9\p{S}\p{L}-]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u;

/** An Internet host name, as upstream's pattern has it. */
export function isHostname(value: string): boolean {
  if (byteLength(value) > 255 || !HOSTNAME.test(value)) return false;
  return value.split('.').every((part) => byteLength(part) <= 63);
}
