import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isDns1123Subdomain } from '@vmgen/base/text';
import {
  checkMatchConditions,
  checkRule,
  checkSelector,
  PolicyExpressions,
  type Field,
} from '@vmgen/crd/internal';
import { ensureObject, getObjects, setDefaults } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';

const REVIEWS = ['v1', 'v1beta1'];
const MAX_SECONDS = 30;

/** admissionregistration ValidatingWebhookConfiguration. */
export const validatingWebhookStrategy = webhookStrategy({});

/** admissionregistration MutatingWebhookConfiguration. */
export const mutatingWebhookStrategy = webhookStrategy({ reinvocationPolicy: 'Never' });

function webhookStrategy(defaults: JsonObject): BuiltInStrategy {
  return {
    defaults(object) {
      for (const webhook of getObjects(object, 'webhooks')) {
        setDefaults(webhook, {
          failurePolicy: 'Fail',
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          timeoutSeconds: 10,
          ...defaults,
        });
        const { service } = ensureObject(webhook, 'clientConfig');
        if (isJsonObject(service)) setDefaults(service, { port: 443 });
        for (const rule of getObjects(webhook, 'rules')) setDefaults(rule, { scope: '*' });
      }
    },
    validate(object) {
      const names = new Set<string>();
      for (const webhook of object.at('webhooks').items) {
        checkWebhook(webhook);
        webhook.at('name').unique(names);
      }
    },
  };
}

function checkWebhook(webhook: Field): void {
  webhook.at('name').checkRequired(nameProblems);
  checkReviews(webhook.at('admissionReviewVersions'));
  for (const rule of webhook.at('rules').items) checkRule(rule);
  webhook.at('failurePolicy').oneOf('Fail', 'Ignore');
  webhook.at('matchPolicy').oneOf('Equivalent', 'Exact');
  webhook.at('reinvocationPolicy').oneOf('IfNeeded', 'Never');
  const [sideEffects, timeout] = [webhook.at('sideEffects'), webhook.at('timeoutSeconds')];
  sideEffects.given('must specify one of None, NoneOnDryRun');
  sideEffects.oneOf('None', 'NoneOnDryRun');
  const { number: seconds = 0 } = timeout;
  if (seconds < 1 || seconds > MAX_SECONDS) {
    timeout.invalid(`the timeout value must be between 1 and ${MAX_SECONDS} seconds`, seconds);
  }
  checkMatchConditions(webhook.at('matchConditions'), new PolicyExpressions());
  checkSelector(webhook.at('namespaceSelector'));
  checkSelector(webhook.at('objectSelector'));
  checkClient(webhook.at('clientConfig'));
}

function nameProblems(name: string): string[] {
  const problems = isDns1123Subdomain(name);
  if (problems.length > 0) return [problems.join(',')];
  if (name.split('.').length >= 3) return [];
  return ['should be a domain with at least three segments separated by dots'];
}

function checkReviews(versions: Field): void {
  const known = REVIEWS.join(', ');
  if (versions.texts.length === 0) versions.required(`must specify one of ${known}`);
  else if (!versions.texts.some((version) => REVIEWS.includes(version))) {
    versions.invalid(`must include at least one of ${known}`);
  }
}

function checkClient(client: Field): void {
  const [url, service] = [client.at('url'), client.at('service')];
  if ((typeof url.value === 'string') === service.isObject) {
    client.required('exactly one of url or service is required');
    return;
  }
  if (typeof url.value === 'string') checkUrl(url);
  if (!service.isObject) return;
  const [namespace, path, port] = [service.at('namespace'), service.at('path'), service.at('port')];
  // kube-apiserver reports the path of the namespace for both fields.
  if (service.at('name').text === '') namespace.required();
  namespace.given();
  if (path.text !== '' && !path.text.startsWith('/')) path.invalid("must start with a '/'");
  const { number = 0 } = port;
  if (number < 1 || number > 65_535) {
    port.invalid('port is not valid: must be between 1 and 65535, inclusive', number);
  }
}

function checkUrl(url: Field): void {
  const form = 'desired format: https://host[/path]';
  const scheme = /^([a-z][-+.a-z0-9]*):/i.exec(url.text)?.[1] ?? '';
  if (scheme !== 'https') {
    url.invalid(`'https' is the only allowed URL scheme; ${form}`, scheme);
  }
}
