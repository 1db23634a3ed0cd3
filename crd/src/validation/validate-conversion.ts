import { appendAll } from '@vmgen/base/json';
import type {
  CustomResourceConversion,
  WebhookClientConfig,
} from '../definition/custom-resource-definition.js';
import type { FieldError } from '../field/field-error.js';
import { asJson, forbidden, invalid, notSupported, required } from '../field/field-errors.js';
import { child, index } from '../field/field-path.js';
import { isDns1035Label, isDns1123Subdomain } from '@vmgen/base/text';

/**
 * Validates the conversion of versions. Does not parse a webhook's CA bundle; the real server does
 * so after the CRD is established.
 */
export function validateConversion(
  conversion: Partial<CustomResourceConversion>,
  path: string,
): FieldError[] {
  const strategy = conversion.strategy ?? '';
  const errors = validateStrategy(strategy, child(path, 'strategy'));
  const { clientConfig, conversionReviewVersions: versions = [] } = conversion.webhook ?? {};
  const configPath = child(path, 'webhookClientConfig');
  const versionsPath = child(path, 'conversionReviewVersions');
  if (strategy === 'Webhook') {
    appendAll(errors, validateClientConfig(clientConfig, configPath));
    appendAll(errors, validateReviewVersions(versions, versionsPath));
    return errors;
  }
  const text = 'should not be set when strategy is not set to Webhook';
  if (clientConfig !== undefined) errors.push(forbidden(configPath, text));
  if (versions.length > 0) errors.push(forbidden(versionsPath, text));
  return errors;
}

function validateStrategy(strategy: string, path: string): FieldError[] {
  if (strategy === '') return [required(path)];
  const supported = ['None', 'Webhook'];
  return supported.includes(strategy) ? [] : [notSupported(path, strategy, supported)];
}

function validateClientConfig(config: WebhookClientConfig | undefined, path: string): FieldError[] {
  if (config === undefined) return [required(path, 'required when strategy is set to Webhook')];
  const { url, service } = config;
  if (url !== undefined && service === undefined) return validateUrl(url, child(path, 'url'));
  if (url === undefined && service !== undefined) {
    return validateService(service, child(path, 'service'));
  }
  return [required(path, 'exactly one of url or service is required')];
}

const URL_PARTS =
  /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/(?:([^/?#]*)@)?([^/?#]*))?[^?#]*(\?[^#]*)?(#.*)?$/s;
const FORM = '; desired format: https://host[/path]';

function validateUrl(url: string, path: string): FieldError[] {
  const [, scheme = '', user, host = '', query = '', fragment = ''] = URL_PARTS.exec(url) ?? [];
  const errors: FieldError[] = [];
  const refuse = (value: string, text: string): void =>
    void errors.push(invalid(path, value, text));
  if (scheme !== 'https') refuse(scheme, `'https' is the only allowed URL scheme${FORM}`);
  if (host === '') refuse(host, `host must be specified${FORM}`);
  if (user !== undefined) refuse(user, 'user information is not permitted in the URL');
  if (fragment.length > 1) refuse(fragment.slice(1), 'fragments are not permitted in the URL');
  if (query.length > 1) refuse(query.slice(1), 'query parameters are not permitted in the URL');
  return errors;
}

function validateService(
  service: NonNullable<WebhookClientConfig['service']>,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  // Upstream swaps name and namespace in this call.
  if (!service.namespace) errors.push(required(child(path, 'name')));
  if (!service.name) errors.push(required(child(path, 'namespace')));
  const port = service.port ?? 443;
  if (port < 1 || port > 65535) {
    const text = 'port is not valid: must be between 1 and 65535, inclusive';
    errors.push(invalid(child(path, 'port'), port, text));
  }
  return [...errors, ...validateServicePath(service.path ?? '', child(path, 'path'))];
}

function validateServicePath(urlPath: string, path: string): FieldError[] {
  if (urlPath === '' || urlPath === '/') return [];
  if (urlPath === '//') return [invalid(path, urlPath, 'segment[0] may not be empty')];
  const errors = urlPath.startsWith('/') ? [] : [invalid(path, urlPath, "must start with a '/'")];
  const steps = urlPath.slice(1).replace(/\/$/, '').split('/');
  steps.forEach((step, i) => {
    const problems =
      step === ''
        ? [`segment[${i}] may not be empty`]
        : isDns1123Subdomain(step).map((problem) => `segment[${i}]: ${problem}`);
    appendAll(
      errors,
      problems.map((problem) => invalid(path, urlPath, problem)),
    );
  });
  return errors;
}

function validateReviewVersions(versions: readonly string[], path: string): FieldError[] {
  if (versions.length === 0) return [required(path)];
  const seen = new Set<string>();
  const errors = versions.flatMap((version, i) => {
    const at = index(path, i);
    if (seen.has(version)) return [invalid(at, version, 'duplicate version')];
    seen.add(version);
    return isDns1035Label(version).map((problem) => invalid(at, version, problem));
  });
  if (!versions.includes('v1') && !versions.includes('v1beta1')) {
    errors.push(invalid(path, asJson([...versions]), 'must include at least one of v1, v1beta1'));
  }
  return errors;
}
