import type { Role } from '../model/build-roles.js';
import type { WebhookConfiguration } from '../model/build-webhooks.js';
import type { PolicyRule } from '../model/merge-rules.js';
import type { EmittedFile } from './emitter.js';
import { OUTPUT_FILES } from './output-files.js';
import type { TemplateContext } from './template-context.js';
import { printYaml } from '../crds/print-yaml.js';

/** The roles, if RBAC markers request any. */
export function emitRoles(context: TemplateContext): EmittedFile[] {
  return emitManifests(context, OUTPUT_FILES.role, context.model.roles.map(buildRole));
}

/** The webhook configurations, if webhook markers request any. */
export function emitWebhooks(context: TemplateContext): EmittedFile[] {
  const configurations = context.model.webhookConfigurations.map(buildWebhookConfiguration);
  return emitManifests(context, OUTPUT_FILES.webhooks, configurations);
}

function emitManifests(
  { render, headerComment }: TemplateContext,
  path: string,
  objects: readonly object[],
): EmittedFile[] {
  if (objects.length === 0) return [];
  const print = (): string => {
    const manifests = objects.map((object) => printYaml(object).trimEnd());
    return render('manifests.yaml', { manifests, headerComment: headerComment('#') });
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
