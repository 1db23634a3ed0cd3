import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isDns1123Subdomain } from '@vmgen/base/text';
import {
  checkMatchConditions,
  checkRule,
  checkSelector,
  PolicyExpressions,
  validateVersionNames,
  validateWebhookService,
  validateWebhookUrl,
  type Field,
} from '@vmgen/crd/internal';
import { ensureObject, getObjects, setPointerDefaults } from './fields.js';
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
        setPointerDefaults(webhook, {
          failurePolicy: 'Fail',
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          timeoutSeconds: 10,
          ...defaults,
        });
        const { service } = ensureObject(webhook, 'clientConfig');
        if (isJsonObject(service)) setPointerDefaults(service, { port: 443 });
        for (const rule of getObjects(webhook, 'rules')) setPointerDefaults(rule, { scope: '*' });
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
  for (const rule of webhook.at('rules').items) checkRule(rule);
  webhook.at('failurePolicy').pointerToOneOf('Fail', 'Ignore');
  webhook.at('matchPolicy').pointerToOneOf('Equivalent', 'Exact');
  webhook.at('reinvocationPolicy').pointerToOneOf('IfNeeded', 'Never');
  const [sideEffects, timeout] = [webhook.at('sideEffects'), webhook.at('timeoutSeconds')];
  if (typeof sideEffects.value === 'string') sideEffects.pointerToOneOf('None', 'NoneOnDryRun');
  else sideEffects.required('must specify one of None, NoneOnDryRun');
  const { number: seconds = 0 } = timeout;
  if (seconds < 1 || seconds > MAX_SECONDS) {
    timeout.invalid(`the timeout value must be between 1 and ${MAX_SECONDS} seconds`, seconds);
  }
  checkMatchConditions(webhook.at('matchConditions'), new PolicyExpressions());
  checkSelector(webhook.at('namespaceSelector'));
  checkSelector(webhook.at('objectSelector'));
  checkClient(webhook.at('clientConfig'));
  checkReviews(webhook.at('admissionReviewVersions'));
}

function nameProblems(name: string): string[] {
  const problems = isDns1123Subdomain(name);
  if (problems.length > 0) return [problems.join(',')];
  if (name.split('.').length >= 3) return [];
  return ['should be a domain with at least three segments separated by dots'];
}

function checkReviews(versions: Field): void {
  const known = REVIEWS.join(', ');
  if (versions.texts.length === 0) {
    versions.required(`must specify one of ${known}`);
    return;
  }
  validateVersionNames(versions.texts, versions);
  if (!versions.texts.some((version) => REVIEWS.includes(version))) {
    versions.invalid(`must include at least one of ${known}`);
  }
}

function checkClient(client: Field): void {
  const [url, service] = [client.at('url'), client.at('service')];
  if ((typeof url.value === 'string') === service.isObject) {
    client.required('exactly one of url or service is required');
  } else if (service.isObject) {
    const { text: name } = service.at('name');
    const { text: namespace } = service.at('namespace');
    const { text: path } = service.at('path');
    validateWebhookService({ name, namespace, path, port: service.at('port').number }, service);
  } else validateWebhookUrl(url.text, url);
}
