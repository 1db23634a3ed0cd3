import { join } from 'node:path';
import { errorMessage } from '@vmgen/base/text';
import { toManifest, type Manifest } from '@vmgen/runtime/meta';
import type { Cluster, FailedObject } from './cluster.js';
import { crdsIn, digestOf, manifestsIn, type TextFile } from './dev-files.js';
import type { CrdChange, CrdsState } from './dev-state.js';
import type { DevTarget } from './dev-target.js';
import type { DevTools } from './dev-tools.js';

/** Options of {@link Installer}. */
interface InstallerOptions {
  /** The output folder of the compiler. */
  readonly out: string;
  readonly target: DevTarget;
  readonly tools: DevTools;
}

/** The requests of an {@link Installer}. */
type TargetCluster = Pick<Cluster, 'apply' | 'hasNamespace' | 'install' | 'installed' | 'remove'>;

/** What the installation has changed of the state. */
interface Installed {
  readonly crds: CrdsState;
  readonly webhooks: string | undefined;
  /** The CRDs that were deleted; absent for none. */
  readonly notice?: string;
}

/**
 * Keeps the CRDs of a cluster equal to the generated ones. A cluster that the session has not started gets breaking
 * changes only after a confirmation, and nothing but CRDs. The embedded server also gets the admission webhooks and
 * policies, and loses what is no longer in the files.
 */
export class Installer {
  readonly #options: InstallerOptions;
  /** Identifies the manifests that are installed; undefined after an attempt to install others. */
  #installed: string | undefined;
  /** Identifies the update that waits for a confirmation, and the one that has it: its files, and what they change. */
  #waiting: string | undefined;
  #approved: string | undefined;
  #hasWebhooks = false;
  /** What the embedded server has of this session, or may have. */
  #kept: readonly Manifest[] = [];
  /** Whether the cluster has the namespace of the deployed operator. */
  #hasNamespace = false;

  constructor(options: InstallerOptions) {
    this.#options = options;
  }

  /**
   * The environment of the operator. It serves webhooks to the embedded server. On another cluster, it takes part in
   * the election of the deployed one, whose Lease is in its namespace, unless the user has set another one.
   */
  get operatorEnv(): Readonly<Record<string, string>> {
    const { target } = this.#options;
    if (target.kind === 'context') {
      const joins = this.#hasNamespace && !process.env['POD_NAMESPACE'];
      return joins ? { POD_NAMESPACE: target.namespace } : {};
    }
    if (target.webhooks === undefined || !this.#hasWebhooks) return {};
    const { namespace, port } = target.webhooks;
    return { POD_NAMESPACE: namespace, WEBHOOK_PORT: String(port) };
  }

  /** Installs all again at the next time: the cluster may be another one. */
  forget(): void {
    this.#installed = undefined;
  }

  /** Confirms the changes that wait, for one update. */
  approve(): void {
    this.#approved = this.#waiting;
  }

  /** Returns undefined if nothing has changed since the last time. */
  async install(cluster: TargetCluster): Promise<Installed | undefined> {
    const { target } = this.#options;
    const { files, digest, problems } = this.#read();
    if (problems.length === 0 && digest === this.#installed) return undefined;
    this.#installed = undefined;
    this.#waiting = undefined;
    const count = files.crds.length;
    const failed = (problem: string): Installed => ({
      crds: { phase: 'failed', count, changes: [], problem },
      webhooks: undefined,
    });
    if (problems.length > 0) return failed(problems.join('\n'));
    try {
      if (target.kind === 'context')
        this.#hasNamespace = await cluster.hasNamespace(target.namespace);
      const crds = this.#objectsOf(files.crds);
      const admission = this.#objectsOf(files.admission);
      const webhooks = this.#describeWebhooks(crds, admission);
      const installed = await cluster.installed(crds);
      const changes = this.#changes(installed, files.crds);
      const isBreaking = changes.some((change) => change.class === 'breaking');
      const update = JSON.stringify([digest, changes]);
      if (target.kind === 'context' && isBreaking && this.#approved !== update) {
        this.#waiting = update;
        return { crds: { phase: 'waiting', count, changes, problem: undefined }, webhooks };
      }
      const fixed = installed.filter((each) => !crds.some((crd) => canUpdate(each, crd)));
      const obsolete =
        target.kind === 'embedded' ? [...fixed, ...this.#obsolete([...crds, ...admission])] : [];
      const remaining = await cluster.remove(obsolete);
      if (remaining.length > 0) return failed(textOf(remaining));
      if (target.kind === 'embedded') this.#kept = [...crds, ...admission];
      const refused = [
        ...(await cluster.install(crds)),
        ...(target.kind === 'embedded' ? await this.#admit(cluster, admission) : []),
      ];
      const notice = deletedText(obsolete);
      if (refused.length > 0) {
        return { ...failed([textOf(refused), ...this.#fixOf(fixed)].join('\n')), ...notice };
      }
      this.#installed = digest;
      this.#approved = undefined;
      return {
        crds: { phase: 'installed', count, changes, problem: undefined },
        webhooks,
        ...notice,
      };
    } catch (error) {
      return failed(errorMessage(error));
    }
  }

  #read() {
    const { out, target } = this.#options;
    const crds = crdsIn(out, target);
    const others = ['webhook', 'policy'].map((folder) => manifestsIn(join(out, folder)));
    const files = {
      crds: crds.files,
      admission: others.flatMap((each) => each.files),
    };
    return {
      files,
      digest: digestOf([...files.crds, ...files.admission]),
      problems: [crds, ...others].flatMap((each) => each.problems),
    };
  }

  /** What the server has, and the files do not. */
  #obsolete(wanted: readonly Manifest[]): readonly Manifest[] {
    const keys = new Set(wanted.map(keyOf));
    return this.#kept.filter((each) => !keys.has(keyOf(each)));
  }

  /** What the user can do about CRDs that a server does not change. */
  #fixOf(crds: readonly Manifest[]): readonly string[] {
    const { target } = this.#options;
    if (target.kind === 'embedded' || crds.length === 0) return [];
    return [
      `to create it again without its objects, run kubectl --context=${target.context} delete crd ${namesOf(crds).join(' ')}`,
    ];
  }

  /** The webhooks are called by the embedded server only: another cluster cannot call this machine. */
  #describeWebhooks(crds: readonly Manifest[], admission: readonly Manifest[]): string | undefined {
    const { target } = this.#options;
    this.#hasWebhooks =
      admission.some(({ kind }) => kind.endsWith('WebhookConfiguration')) ||
      crds.some((crd) => JSON.stringify(crd['spec']).includes('"strategy":"Webhook"'));
    if (!this.#hasWebhooks) return undefined;
    const isCalled = target.kind === 'embedded' && target.webhooks !== undefined;
    return isCalled ? 'served' : 'off: the cluster cannot call this machine';
  }

  #changes(items: readonly Manifest[], files: readonly TextFile[]): readonly CrdChange[] {
    if (items.length === 0) return [];
    return this.#options.tools.diff(
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
      files,
    );
  }

  async #admit(
    cluster: TargetCluster,
    objects: readonly Manifest[],
  ): Promise<readonly FailedObject[]> {
    const { target } = this.#options;
    if (target.kind !== 'embedded' || target.webhooks === undefined || !this.#hasWebhooks) {
      return cluster.apply(objects);
    }
    const metadata = { name: target.webhooks.namespace };
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata };
    return cluster.apply([namespace, ...objects]);
  }

  #objectsOf(files: readonly TextFile[]): Manifest[] {
    return files.flatMap((file) => {
      const { objects, problems } = this.#options.tools.parse(file);
      if (problems.length > 0) throw new Error(problems.join('\n'));
      return objects.map((object) => toManifest(object));
    });
  }
}

const textOf = (failed: readonly FailedObject[]): string =>
  failed.map(({ object, reason }) => `${object}: ${reason}`).join('\n');

const keyOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

const namesOf = (objects: readonly Manifest[]): string[] =>
  objects.map(({ metadata }) => metadata.name);

function deletedText(objects: readonly Manifest[]): { readonly notice?: string } {
  const crds = objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
  return crds.length === 0
    ? {}
    : { notice: `deleted, with all objects: ${namesOf(crds).join(', ')}` };
}

/** What a server does not change of a CRD. */
interface FixedParts {
  readonly spec?: {
    readonly scope?: string;
    readonly names?: { readonly kind?: string };
    readonly versions?: readonly { readonly name?: string }[];
  };
  readonly status?: { readonly storedVersions?: readonly string[] };
}

/** Whether a server changes an installed CRD to another one. It keeps versions that objects may be stored in. */
function canUpdate(installed: Manifest & FixedParts, next: Manifest & FixedParts): boolean {
  const versions = next.spec?.versions?.map(({ name }) => name) ?? [];
  return (
    installed.metadata.name === next.metadata.name &&
    installed.spec?.scope === next.spec?.scope &&
    installed.spec?.names?.kind === next.spec?.names?.kind &&
    (installed.status?.storedVersions ?? []).every((version) => versions.includes(version))
  );
}
