import { join } from 'node:path';
import { errorMessage } from '@vmgen/base/text';
import { toManifest, type Manifest } from '@vmgen/runtime/meta';
import type { Cluster, FailedObject } from './cluster.js';
import { digestOf, manifestsIn, type TextFile } from './dev-files.js';
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
type TargetCluster = Pick<Cluster, 'apply' | 'install' | 'installed'>;

/** What the installation has changed of the state. */
interface Installed {
  readonly crds: CrdsState;
  readonly webhooks: string | undefined;
}

/**
 * Keeps the CRDs of a cluster equal to the generated ones. A cluster that the session has not started gets breaking
 * changes only after a confirmation, and nothing but CRDs. The embedded server also gets the admission webhooks and
 * policies.
 */
export class Installer {
  readonly #options: InstallerOptions;
  /** Identifies the manifests that are installed; undefined after an attempt to install others. */
  #installed: string | undefined;
  /** Identifies the update that waits for a confirmation, and the one that has it: its files, and what they change. */
  #waiting: string | undefined;
  #approved: string | undefined;
  #hasWebhooks = false;

  constructor(options: InstallerOptions) {
    this.#options = options;
  }

  /** The environment of an operator that serves webhooks to the embedded server. */
  get operatorEnv(): Readonly<Record<string, string>> {
    const { target } = this.#options;
    if (target.kind !== 'embedded' || target.webhooks === undefined || !this.#hasWebhooks)
      return {};
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
      const refused = [
        ...(await cluster.install(crds)),
        ...(target.kind === 'embedded' ? await this.#admit(cluster, admission) : []),
      ];
      if (refused.length > 0) return failed(textOf(refused));
      this.#installed = digest;
      this.#approved = undefined;
      return { crds: { phase: 'installed', count, changes, problem: undefined }, webhooks };
    } catch (error) {
      return failed(errorMessage(error));
    }
  }

  #read() {
    const { out } = this.#options;
    const [crds, ...others] = ['crds', 'webhook', 'policy'].map((folder) =>
      manifestsIn(join(out, folder)),
    );
    const files = {
      crds: crds?.files ?? [],
      admission: others.flatMap((each) => each.files),
    };
    return {
      files,
      digest: digestOf([...files.crds, ...files.admission]),
      problems: [crds, ...others].flatMap((each) => each?.problems ?? []),
    };
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
