import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { inRepository } from '../support/repository.js';

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, string>>;
  }[];
}

const FOLDER = inRepository('.github', 'workflows');
/** What a job that may publish needs: Node, what another job built, and for the site the action that publishes it. */
const ALLOWED_TO_PUBLISH = [
  'actions/setup-node',
  'actions/download-artifact',
  'actions/deploy-pages',
];

const workflows = readdirSync(FOLDER)
  .sort()
  .map((file) => {
    const text = readFileSync(inRepository('.github', 'workflows', file), 'utf8');
    const { permissions, jobs } = parse(text) as {
      readonly permissions?: Readonly<Record<string, string>>;
      readonly jobs: Readonly<Record<string, Job>>;
    };
    return { file, text, permissions, jobs };
  });

describe('the workflows', () => {
  test('pin every action by commit, with its version in a comment', () => {
    for (const { file, text } of workflows) {
      const uses = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line));
      for (const line of uses) {
        assert.match(line, /uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, file);
      }
    }
  });

  test('pin one commit per action', () => {
    const commits = new Map<string, string>();
    for (const { file, jobs } of workflows) {
      for (const { uses } of Object.values(jobs).flatMap(({ steps }) => steps)) {
        const [action = '', commit = ''] = uses?.split('@') ?? [];
        assert.equal(commits.get(action) ?? commit, commit, `${file}: ${action}`);
        commits.set(action, commit);
      }
    }
  });

  test('have read permissions unless a job declares more', () => {
    for (const { file, permissions } of workflows) {
      assert.deepEqual(permissions, { contents: 'read' }, file);
    }
  });

  test('keep each file of a release that is no package: the extension and the bill of materials', () => {
    const { jobs } = workflows.find(({ file }) => file === 'release.yml') ?? {};
    const kept = jobs?.['build']?.steps.flatMap((step) => step.with?.['path'] ?? []);
    assert.deepEqual(kept, ['packages/*.tgz', 'sbom.cdx.json', 'vmgen.vsix']);
  });

  test('run no code of the repository or of its dependencies in a job that can publish', () => {
    const publishing = workflows.flatMap(({ jobs }) =>
      Object.values(jobs).filter(({ permissions }) => permissions?.['id-token'] === 'write'),
    );
    assert.deepEqual(
      publishing.map(({ permissions }) => permissions),
      [{ 'id-token': 'write' }, { pages: 'write', 'id-token': 'write' }],
    );
    for (const { steps } of publishing) {
      for (const { uses, run } of steps) {
        if (uses !== undefined) assert.ok(ALLOWED_TO_PUBLISH.includes(uses.split('@')[0] ?? ''));
        const npm = run?.split('\n').filter((line) => /\b(npm|npx|node)\b/.test(line)) ?? [];
        for (const line of npm) assert.match(line, /^\s*npm publish .*--ignore-scripts/);
      }
    }
  });
});
