import { isJsonObject } from '@vmgen/base/json';
import { objectAt, objectsAt, textsAt } from '../text/json-fields.js';
import { isServed } from '../model/build-custom-resources.js';
import { isOwnWebhook, type WebhookConfiguration } from '../model/build-webhooks.js';
import type { ApiModel } from '../model/model.js';
import { type Operator, webhookServiceOf } from '../settings/operator-config.js';

/** The names of the objects that refer to the Service of the webhooks of an operator. */
interface ServedWebhooks {
  readonly service: string;
  readonly validating: readonly string[];
  readonly mutating: readonly string[];
  /** The CustomResourceDefinitions whose objects the operator converts. */
  readonly crds: readonly string[];
}

/** The webhooks that an operator serves; undefined without any. */
export function servedWebhooks(model: ApiModel, operator: Operator): ServedWebhooks | undefined {
  const namesOf = (wanted: WebhookConfiguration['kind']): string[] =>
    model.webhookConfigurations
      .filter((each) => each.kind === wanted && hasOwnWebhook(each, operator))
      .map(({ name }) => name);
  const validating = namesOf('ValidatingWebhookConfiguration');
  const mutating = namesOf('MutatingWebhookConfiguration');
  const crds = model.customResources
    .filter(({ conversion }) => isServed(conversion, operator))
    .map(({ group, main }) => `${main.plural}.${group}`);
  if (validating.length + mutating.length + crds.length === 0) return undefined;
  return { service: webhookServiceOf(operator).name, validating, mutating, crds };
}

const hasOwnWebhook = ({ webhooks }: WebhookConfiguration, operator: Operator): boolean =>
  webhooks.some((each) => isOwnWebhook(each, operator));

/** The option `configuredWebhooks` of the manager: the calls that the operator must answer. */
export function configuredWebhooks(model: ApiModel, operator: Operator): object {
  const admission = model.webhookConfigurations
    .flatMap(({ webhooks }) => webhooks)
    .filter((webhook) => isOwnWebhook(webhook, operator))
    .map((webhook) => {
      const { service } = objectAt(webhook, 'clientConfig');
      const rules = objectsAt(webhook, 'rules');
      return {
        name: webhook['name'],
        path: isJsonObject(service) ? (service['path'] ?? '/') : '/',
        resources: rules.flatMap((rule) =>
          textsAt(rule, 'resources').flatMap((resource) =>
            textsAt(rule, 'apiGroups').map((group) =>
              group === '' ? resource : `${resource}.${group}`,
            ),
          ),
        ),
        operations: rules.flatMap((rule) => textsAt(rule, 'operations')),
      };
    });
  const conversions = model.customResources
    .filter(({ conversion }) => isServed(conversion, operator))
    .map(({ group, main }) => `${main.kind}.${group}`);
  return { admission, conversions };
}
