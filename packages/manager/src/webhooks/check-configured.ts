import { VmgenError } from '@vmgen/runtime';

/** A webhook of a MutatingWebhookConfiguration or ValidatingWebhookConfiguration that calls the operator. */
export interface ConfiguredAdmission {
  /** The name of the webhook in the configuration, such as `validate.sites.web.example.com`. */
  readonly name: string;
  /** The path that API servers call, such as `/validate-web-example-com-v1-site`. */
  readonly path: string;
  /** The resources with their groups, such as `sites.web.example.com`. */
  readonly resources: readonly string[];
  /** The verbs, such as `CREATE`, or `*`. */
  readonly operations: readonly string[];
}

/** The webhooks that API servers call, by the manifests of the operator; see `ManagerOptions.configuredWebhooks`. */
export interface ConfiguredWebhooks {
  /** The admission webhooks. */
  readonly admission: readonly ConfiguredAdmission[];
  /** The kinds with their groups whose objects the operator converts, such as `Site.web.example.com`. */
  readonly conversions: readonly string[];
}

/** An admission handler of the program. */
export interface RegisteredHandler {
  /** The path. */
  readonly path: string;
  /** For messages, such as `validate of Site.web.example.com`. */
  readonly subject: string;
  /** The verbs that have a handler of their own, such as `CREATE`. */
  readonly operations: readonly string[];
}

/**
 * Throws an error that names each webhook without a handler, which the API server would call in vain, and
 * each handler that it would never call.
 */
export function checkConfigured(
  { admission, conversions }: ConfiguredWebhooks,
  handlers: readonly RegisteredHandler[],
  converted: readonly string[],
): void {
  const problems = [
    ...admission.flatMap((webhook) => missingHandler(webhook, handlers)),
    ...handlers.flatMap((handler) => unusedHandler(handler, admission)),
    ...conversions
      .filter((kind) => !converted.includes(kind))
      .map(
        (kind) =>
          `the CustomResourceDefinition of ${kind} calls the operator, but the program has no conversion of the kind: call manager.conversion(), or remove +vmgen:conversion:strategy=Webhook`,
      ),
    ...converted
      .filter((kind) => !conversions.includes(kind))
      .map(
        (kind) =>
          `manager.conversion() of ${kind} is never called, because its CustomResourceDefinition does not call this operator: add +vmgen:conversion:strategy=Webhook, or remove the call`,
      ),
  ];
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `\n- ${problem}`).join('');
  throw new VmgenError(
    'ERR_VMGEN_STATE',
    `the manifests (option configuredWebhooks) and the handlers of webhooks differ:${lines}`,
  );
}

function missingHandler(
  { name, path, resources }: ConfiguredAdmission,
  handlers: readonly RegisteredHandler[],
): string[] {
  if (handlers.some((each) => each.path === path)) return [];
  return [
    `the webhook ${name} for ${resources.join(', ')} calls ${path}, but the program has no handler of the path: call manager.webhook() or manager.registerWebhook(), or remove the webhook marker with this path`,
  ];
}

function unusedHandler(
  { path, subject, operations }: RegisteredHandler,
  admission: readonly ConfiguredAdmission[],
): string[] {
  const webhooks = admission.filter((each) => each.path === path);
  const [first] = webhooks;
  if (first === undefined) {
    return [
      `${subject} at ${path} never runs, because no webhook calls the path: add a marker +kubebuilder:webhook:path=${path}, or remove the handler`,
    ];
  }
  const called = new Set(webhooks.flatMap((each) => each.operations));
  const unused = called.has('*') ? [] : operations.filter((verb) => !called.has(verb));
  if (unused.length === 0) return [];
  return [
    `${subject} at ${path} never runs for ${unused.join(' and ')}, because the webhook ${first.name} is not for it: add ${unused.join(';').toLowerCase()} to verbs of its marker, or remove the handler`,
  ];
}
