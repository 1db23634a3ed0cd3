import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isDns1123Subdomain } from '@vmgen/base/text';
import { ErrorList } from './error-list.js';
import {
  ensureObject,
  getNumber,
  getObject,
  getObjects,
  setDefaults,
  getString,
  getStrings,
} from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkSelector } from './selector-rules.js';

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
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
    skipSchemaValidation: true,
    validate(object) {
      const errors = new ErrorList();
      const names = new Set<string>();
      getObjects(object, 'webhooks').forEach((webhook, i) => {
        const path = `webhooks[${i}]`;
        checkWebhook(errors, path, webhook);
        const name = getString(webhook, 'name');
        if (names.has(name)) errors.duplicate(`${path}.name`, name);
        names.add(name);
      });
      return errors.errors;
    },
  };
}

function checkWebhook(errors: ErrorList, path: string, webhook: JsonObject): void {
  checkName(errors, `${path}.name`, getString(webhook, 'name'));
  checkReviews(
    errors,
    `${path}.admissionReviewVersions`,
    getStrings(webhook, 'admissionReviewVersions'),
  );
  getObjects(webhook, 'rules').forEach((rule, i) => {
    checkRule(errors, `${path}.rules[${i}]`, rule);
  });
  errors.oneOf(`${path}.failurePolicy`, webhook['failurePolicy'], ['Fail', 'Ignore']);
  errors.oneOf(`${path}.matchPolicy`, webhook['matchPolicy'], ['Equivalent', 'Exact']);
  errors.oneOf(`${path}.reinvocationPolicy`, webhook['reinvocationPolicy'], ['IfNeeded', 'Never']);
  const effects = ['None', 'NoneOnDryRun'];
  const isGiven = errors.given(
    `${path}.sideEffects`,
    webhook['sideEffects'],
    `must specify one of ${effects.join(', ')}`,
  );
  if (isGiven) errors.oneOf(`${path}.sideEffects`, webhook['sideEffects'], effects);
  const seconds = getNumber(webhook, 'timeoutSeconds') ?? 0;
  if (seconds < 1 || seconds > MAX_SECONDS) {
    const detail = `the timeout value must be between 1 and ${MAX_SECONDS} seconds`;
    errors.invalid(`${path}.timeoutSeconds`, seconds, detail);
  }
  for (const name of ['namespaceSelector', 'objectSelector']) {
    checkSelector(errors, `${path}.${name}`, getObject(webhook, name));
  }
  checkClient(errors, `${path}.clientConfig`, getObject(webhook, 'clientConfig'));
}

function checkName(errors: ErrorList, path: string, name: string): void {
  if (!errors.given(path, name)) return;
  const problems = isDns1123Subdomain(name);
  if (problems.length > 0) errors.invalid(path, name, problems.join(','));
  else if (name.split('.').length < 3) {
    const detail = 'should be a domain with at least three segments separated by dots';
    errors.invalid(path, name, detail);
  }
}

function checkReviews(errors: ErrorList, path: string, versions: readonly string[]): void {
  if (versions.length === 0) {
    errors.required(path, `must specify one of ${REVIEWS.join(', ')}`);
  } else if (!versions.some((version) => REVIEWS.includes(version))) {
    errors.invalid(path, [...versions], `must include at least one of ${REVIEWS.join(', ')}`);
  }
}

function checkRule(errors: ErrorList, path: string, rule: JsonObject): void {
  const words = {
    operations: 'operations',
    apiGroups: 'API groups',
    apiVersions: 'API versions',
  };
  for (const [name, word] of Object.entries(words)) {
    const values = getStrings(rule, name);
    if (values.length === 0) errors.required(`${path}.${name}`);
    if (values.length > 1 && values.includes('*')) {
      const detail = `if '*' is present, must not specify other ${word}`;
      errors.invalid(`${path}.${name}`, [...values], detail);
    }
  }
  if (getStrings(rule, 'resources').length === 0) errors.required(`${path}.resources`);
  getStrings(rule, 'operations').forEach((operation, i) => {
    errors.oneOf(`${path}.operations[${i}]`, operation, OPERATIONS);
  });
  errors.oneOf(`${path}.scope`, rule['scope'], ['*', 'Cluster', 'Namespaced']);
}

function checkClient(errors: ErrorList, path: string, client: JsonObject): void {
  const { url, service } = client;
  const hasService = isJsonObject(service);
  if ((typeof url === 'string') === hasService) {
    errors.required(path, 'exactly one of url or service is required');
    return;
  }
  if (typeof url === 'string') checkUrl(errors, `${path}.url`, url);
  if (!hasService) return;
  const at = `${path}.service`;
  // kube-apiserver reports the path of the namespace for both fields.
  errors.given(`${at}.namespace`, service['name']);
  errors.given(`${at}.namespace`, service['namespace']);
  const local = getString(service, 'path');
  if (local !== '' && !local.startsWith('/')) {
    errors.invalid(`${at}.path`, local, "must start with a '/'");
  }
  const port = getNumber(service, 'port') ?? 0;
  if (port < 1 || port > 65_535) {
    const detail = 'port is not valid: must be between 1 and 65535, inclusive';
    errors.invalid(`${at}.port`, port, detail);
  }
}

function checkUrl(errors: ErrorList, path: string, text: string): void {
  const form = 'desired format: https://host[/path]';
  const scheme = /^([a-z][-+.a-z0-9]*):/i.exec(text)?.[1] ?? '';
  if (scheme !== 'https') {
    const detail = `'https' is the only allowed URL scheme; ${form}`;
    errors.invalid(path, scheme, detail);
  }
}
