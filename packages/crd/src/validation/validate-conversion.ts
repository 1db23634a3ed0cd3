import type {
  CustomResourceConversion,
  WebhookClientConfig,
} from '../definition/custom-resource-definition.js';
import { asJson } from '../field/field-errors.js';
import type { FieldReport } from '../field/field-report.js';
import { isDns1035Label, isDns1123Subdomain } from '@vmgen/base/text';

/**
 * Validates the conversion of versions. Does not parse a webhook's CA bundle; the real server does
 * so after the CRD is established.
 */
export function validateConversion(
  conversion: Partial<CustomResourceConversion>,
  at: FieldReport,
  { preservesUnknown }: { readonly preservesUnknown: boolean },
): void {
  const strategy = conversion.strategy ?? '';
  if (preservesUnknown && strategy !== 'None') {
    const text = 'must be None if spec.preserveUnknownFields is true';
    at.at('strategy').invalid(text, strategy);
  }
  const supported = ['None', 'Webhook'];
  if (strategy === '') at.at('strategy').required();
  else if (!supported.includes(strategy)) at.at('strategy').notSupported(supported, strategy);
  // A decoded list that is absent is null.
  const versions = conversion.webhook?.conversionReviewVersions ?? [];
  const clientConfig = conversion.webhook?.clientConfig ?? undefined;
  const configAt = at.at('webhookClientConfig');
  const versionsAt = at.at('conversionReviewVersions');
  if (strategy === 'Webhook') {
    validateClientConfig(clientConfig, configAt);
    validateReviewVersions(versions, versionsAt);
    return;
  }
  const text = 'should not be set when strategy is not set to Webhook';
  if (clientConfig !== undefined) configAt.forbidden(text);
  if (versions.length > 0) versionsAt.forbidden(text);
}

function validateClientConfig(config: WebhookClientConfig | undefined, at: FieldReport): void {
  if (config === undefined) {
    at.required('required when strategy is set to Webhook');
    return;
  }
  const { url, service } = config;
  if (url !== undefined && service === undefined) validateWebhookUrl(url, at.at('url'));
  else if (url === undefined && service !== undefined)
    validateWebhookService(service, at.at('service'));
  else at.required('exactly one of url or service is required');
}

const URL_PARTS =
  /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/(?:([^/?#]*)@)?([^/?#]*))?[^?#]*(\?[^#]*)?(#.*)?$/s;
const FORM = '; desired format: https://host[/path]';

/** Validates the URL of a webhook. Upstream: ValidateWebhookURL in apiserver/pkg/util/webhook. */
export function validateWebhookUrl(url: string, at: FieldReport): void {
  const [, scheme = '', user, host = '', query = '', fragment = ''] = URL_PARTS.exec(url) ?? [];
  const problem = parseProblem(url, host);
  if (problem !== undefined) {
    at.required(`url must be a valid URL: parse ${JSON.stringify(url)}: ${problem}${FORM}`);
    return;
  }
  if (scheme !== 'https') at.invalid(`'https' is the only allowed URL scheme${FORM}`, scheme);
  if (host === '') at.invalid(`host must be specified${FORM}`, host);
  if (user !== undefined) at.invalid('user information is not permitted in the URL', user);
  if (fragment.length > 1) {
    at.invalid('fragments are not permitted in the URL', fragment.slice(1));
  }
  if (query.length > 1) {
    at.invalid('query parameters are not permitted in the URL', query.slice(1));
  }
}

/** Returns why Go cannot parse a URL. Upstream: Parse in net/url. */
function parseProblem(url: string, host: string): string | undefined {
  if (/[\x00-\x1f\x7f]/.test(url)) return 'net/url: invalid control character in URL';
  if (url.startsWith(':')) return 'missing protocol scheme';
  const [character] = /[ "<>\\^`{|}]/.exec(host) ?? [];
  if (character !== undefined) return `invalid character ${JSON.stringify(character)} in host name`;
  const [port = ''] = /:[^:\]]*$/.exec(host) ?? [];
  if (/\D/.test(port.slice(1))) return `invalid port ${JSON.stringify(port)} after host`;
  const [escape] = /%(?![\da-f]{2}).{0,2}/i.exec(url) ?? [];
  return escape && `invalid URL escape ${JSON.stringify(escape)}`;
}

/** Validates the Service of a webhook. Upstream: ValidateWebhookService. */
export function validateWebhookService(
  service: Partial<NonNullable<WebhookClientConfig['service']>>,
  at: FieldReport,
): void {
  // Upstream swaps name and namespace in this call.
  if (!service.namespace) at.at('name').required();
  if (!service.name) at.at('namespace').required();
  const port = service.port ?? 443;
  if (port < 1 || port > 65535) {
    at.at('port').invalid('port is not valid: must be between 1 and 65535, inclusive', port);
  }
  validateServicePath(service.path ?? '', at.at('path'));
}

function validateServicePath(urlPath: string, at: FieldReport): void {
  if (urlPath === '' || urlPath === '/') return;
  if (urlPath === '//') {
    at.invalid('segment[0] may not be empty', urlPath);
    return;
  }
  if (!urlPath.startsWith('/')) at.invalid("must start with a '/'", urlPath);
  const steps = urlPath.slice(1).replace(/\/$/, '').split('/');
  steps.forEach((step, i) => {
    if (step === '') at.invalid(`segment[${i}] may not be empty`, urlPath);
    else {
      for (const problem of isDns1123Subdomain(step)) {
        at.invalid(`segment[${i}]: ${problem}`, urlPath);
      }
    }
  });
}

function validateReviewVersions(versions: readonly string[], at: FieldReport): void {
  if (versions.length === 0) {
    at.required();
    return;
  }
  validateVersionNames(versions, at);
  if (!versions.includes('v1') && !versions.includes('v1beta1')) {
    at.invalid('must include at least one of v1, v1beta1', asJson([...versions]));
  }
}

/** Validates each version of the reviews of a webhook. */
export function validateVersionNames(versions: readonly string[], at: FieldReport): void {
  const seen = new Set<string>();
  versions.forEach((version, i) => {
    const problems = seen.has(version) ? ['duplicate version'] : isDns1035Label(version);
    for (const problem of problems) at.item(i).invalid(problem, version);
    seen.add(version);
  });
}
