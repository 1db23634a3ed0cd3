import { decodeHex, decodeUtf8, encodeHex, encodeUtf8 } from '@vmgen/base/bytes';
import { isRequestUri } from '@vmgen/base/text';
import { ValueMap } from '../values/value-map.js';
import { ArrayList, CelError, CelObject, noSuchOverload, type CelValue } from '../values/value.js';
import { methodOf, type CelFunction } from './function-library.js';
import { urlProblem } from './url-problem.js';

/** Kubernetes' library of URLs, which parses as Go's net/url does. */

class Url extends CelObject {
  readonly typeName = 'kubernetes.URL';
  readonly text: string;
  readonly scheme: string;
  readonly authority: string | undefined;
  readonly host: string;
  readonly path: string;
  /** The part after the scheme of a URL such as `mailto:a@b`, which has neither host nor path. */
  readonly opaque: string;
  readonly query: string;

  constructor(text: string) {
    super();
    this.text = text;
    const [, scheme = '', rest = ''] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?([^#]*)/s.exec(text) ?? [];
    const [, authority, path = '', query = ''] =
      /^(?:\/\/([^/?]*))?([^?]*)(?:\?(.*))?$/s.exec(rest) ?? [];
    this.scheme = scheme.toLowerCase();
    this.authority = authority;
    this.host = (authority ?? '').replace(/^.*@/s, '');
    const isOpaque = scheme !== '' && authority === undefined && !path.startsWith('/');
    this.path = isOpaque ? '' : path;
    this.opaque = isOpaque ? path : '';
    this.query = query;
  }

  override equals(other: Url): boolean {
    return this.text === other.text;
  }

  /** The host without its port and brackets. */
  get hostname(): string {
    return this.host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  }

  get port(): string {
    return /:(\d*)$/.exec(this.host)?.[1] ?? '';
  }

  get escapedPath(): string {
    return /^[A-Za-z0-9\-_.~!$&'()*+,;=:@[\]%/]*$/.test(this.path)
      ? this.path
      : escapePath(unescape(this.path, false) ?? this.path);
  }

  get queryMap(): ValueMap {
    const values = new Map<string, string[]>();
    for (const pair of this.query.split('&')) {
      if (pair === '' || pair.includes(';')) continue;
      const at = pair.indexOf('=');
      const key = unescape(at === -1 ? pair : pair.slice(0, at), true);
      const value = unescape(at === -1 ? '' : pair.slice(at + 1), true);
      if (key === undefined || value === undefined) continue;
      values.set(key, [...(values.get(key) ?? []), value]);
    }
    return ValueMap.of([...values].map(([key, list]) => [key, new ArrayList(list)]));
  }
}

function unescape(text: string, plusIsSpace: boolean): string | undefined {
  if (/%(?![0-9a-fA-F]{2})/.test(text)) return undefined;
  const spaced = plusIsSpace ? text.replaceAll('+', ' ') : text;
  const bytes = spaced.replace(/[^%]+|%../gs, (part) =>
    part.startsWith('%') ? part.slice(1) : encodeHex(encodeUtf8(part)),
  );
  return decodeUtf8(decodeHex(bytes));
}

function escapePath(path: string): string {
  return [...encodeUtf8(path)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      if (/[A-Za-z0-9\-_.~$&+,/:;=@]/.test(char)) return char;
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

function read(text: CelValue | undefined): CelValue {
  if (typeof text !== 'string') return noSuchOverload;
  const problem = urlProblem(text);
  if (problem === undefined) return new Url(text);
  return new CelError(`URL parse error during conversion from string: ${problem}`);
}

export const URLS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ['string_to_url', ([text]) => read(text)],
  ['is_url_string', ([text]) => typeof text === 'string' && isRequestUri(text)],
  ['url_get_scheme', methodOf(Url, (url) => url.scheme)],
  ['url_get_host', methodOf(Url, (url) => url.host)],
  ['url_get_hostname', methodOf(Url, (url) => url.hostname)],
  ['url_get_port', methodOf(Url, (url) => url.port)],
  ['url_get_escaped_path', methodOf(Url, (url) => url.escapedPath)],
  ['url_get_query', methodOf(Url, (url) => url.queryMap)],
]);
