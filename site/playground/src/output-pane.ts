import type { CompileAnswer, Output, Problem } from './core/compiler-calls.js';
import { CostsPanel, percent } from './costs-panel.js';
import { element } from './dom.js';
import { OutputPanel } from './output-panel.js';
import { pane } from './pane-switch.js';
import { ProblemsPanel } from './problems-panel.js';
import { Tabs } from './tabs.js';

interface OutputHost {
  /** Reads a file of the last compilation. */
  readonly output: (path: string) => Promise<string | undefined>;
  readonly goTo: (file: string, line: number, column: number) => void;
  readonly fix: (problem: Problem) => void;
}

/** The right side: what is generated, the diagnostics and the costs of rules. */
export class OutputPane {
  readonly root: HTMLElement;
  readonly #tabs: Tabs;
  readonly #panels: Readonly<Record<'crd' | 'client' | 'policies', OutputPanel>>;
  readonly #problems: ProblemsPanel;
  readonly #costs: CostsPanel;
  readonly #stale: HTMLElement;
  #outputs: readonly Output[] = [];
  #texts: Readonly<Record<string, string>> = {};

  constructor({ output, goTo, fix }: OutputHost) {
    const read = async (path: string): Promise<string | undefined> =>
      this.#texts[path] ?? (await output(path));
    this.#panels = {
      crd: new OutputPanel('CRD', 'The CRDs of your types appear here.', read),
      client: new OutputPanel('Client', 'No client. Add the marker +genclient above a kind.', read),
      policies: new OutputPanel(
        'Policies',
        'No policies. Add the marker +vmgen:validatingPolicy above a kind.',
        read,
      ),
    };
    this.#problems = new ProblemsPanel({
      goTo: ({ file, line, column }) => goTo(file, line, column),
      fix,
    });
    this.#costs = new CostsPanel(({ file, line, column }) => goTo(file, line, column));
    this.#stale = element('p', {
      class: 'stale',
      text: 'The types have errors. This is what they generated before.',
    });
    this.#stale.hidden = true;
    const { crd, client, policies } = this.#panels;
    const tabs = [
      { id: 'crd', label: 'CRD', panel: crd.root },
      { id: 'client', label: 'Client', panel: client.root },
      { id: 'policies', label: 'Policies', panel: policies.root },
      { id: 'problems', label: 'Problems', panel: this.#problems.root },
      { id: 'costs', label: 'Costs', panel: this.#costs.root },
    ];
    this.#tabs = new Tabs('output', 'Output', tabs, () => this.#refresh());
    this.root = pane('output', this.#tabs.list, this.#stale, ...tabs.map(({ panel }) => panel));
  }

  /** The last CRDs and policies without errors, which kubectl applies; empty before the first ones. */
  get manifests(): Readonly<Record<'crds' | 'policies', string>> {
    const of = (wanted: Output['kind']): string =>
      this.#outputs
        .filter(({ kind }) => kind === wanted)
        .map(({ path }) => this.#texts[path] ?? '')
        .join('---\n');
    return { crds: of('crd'), policies: of('policy') };
  }

  show({ problems, outputs, texts, costs }: CompileAnswer): void {
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    this.#problems.show(problems);
    this.#tabs.badge(
      'problems',
      problems.length === 0 ? '' : String(problems.length),
      errors > 0 ? 'bad' : 'warn',
    );
    const isStale = errors > 0 && this.#outputs.length > 0;
    if (!isStale) this.#list(outputs, texts);
    this.root.classList.toggle('is-stale', isStale);
    if (errors === 0) {
      this.#costs.show(costs);
      const share = Math.max(0, ...costs.map(({ total, limit }) => total / limit));
      this.#tabs.badge('costs', share < 0.01 ? '' : percent(share, 1), share > 0.5 ? 'warn' : '');
    }
    this.#refresh();
  }

  /** Forgets the files of other types. */
  clear(): void {
    this.#list([], {});
  }

  #list(outputs: readonly Output[], texts: Readonly<Record<string, string>>): void {
    this.#outputs = outputs;
    this.#texts = texts;
    const { crd, client, policies } = this.#panels;
    crd.list(outputs.filter(({ kind }) => kind === 'crd'));
    policies.list(outputs.filter(({ kind }) => kind === 'policy' || kind === 'manifest'));
    client.list(outputs.filter(({ kind }) => kind === 'code'));
  }

  #refresh(): void {
    const { shown } = this.#tabs;
    this.#stale.hidden = !(
      this.root.classList.contains('is-stale') && Object.hasOwn(this.#panels, shown)
    );
    if (shown === 'crd' || shown === 'client' || shown === 'policies') {
      void this.#panels[shown].refresh();
    }
  }
}
