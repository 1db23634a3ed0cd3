import type { Role } from '../model/build-roles.js';
import type { WebhookConfiguration } from '../model/build-webhooks.js';
import type { PolicyRule } from '../model/merge-rules.js';
import { lineComment } from '../render/escape.js';
import type { EmittedFile } from './emitter.js';
import type { TemplateContext } from './template-context.js';
import { printYaml } from '../crds/print-yaml.js';

/** `rbac/role.yaml`, where rbac markers ask for it. */
export function emitRoles(context: TemplateContext): EmittedFile[] {
  return emitManifests(context, 'rbac/role.yaml', context.model.roles.map(buildRole));
}

/** `webhook/manifests.yaml`, where webhook markers ask for it. */
export function emitWebhooks(context: TemplateContext): EmittedFile[] {
  const configurations = context.model.webhookConfigurations.map(buildWebhookConfiguration);
  return emitManifests(context, 'webhook/manifests.yaml', configurations);
}

function emitManifests(
  { render, header }: TemplateContext,
  path: string,
  objects: readonly object[],
): EmittedFile[] {
  if (objects.length === 0) return [];
  const print = (): string => {
    const manifests = objects.map((object) => printYaml(object).trimEnd());
    const headerComment = header === '' ? '' : lineComment(header, '#');
    return render('manifests.yaml', { manifests, headerComment });
  };
  return [{ path, print }];
}

function buildRole({ name, namespace, rules }: Role): object {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: namespace === undefined ? 'ClusterRole' : 'Role',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    rules: rules.map(withoutEmpty),
  };
}

const PARTS = ['apiGroups', 'nonResourceURLs', 'resourceNames', 'resources', 'verbs'] as const;

function withoutEmpty(rule: PolicyRule): object {
  return Object.fromEntries(
    PARTS.filter((part) => rule[part].length > 0).map((part) => [part, rule[part]]),
  );
}

function buildWebhookConfiguration({ kind, name, webhooks }: WebhookConfiguration): object {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name },
    webhooks,
  };
}
