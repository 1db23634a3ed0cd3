import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { kindWith, usePlayground } from './playground-page.js';
import { axeViolations } from './site-pages.js';

const { pageTest } = usePlayground();

describe('types', () => {
  pageTest('are compiled to a CRD, a client and policies', async (opened) => {
    const { page } = opened;
    assert.equal(await opened.status, 'No problems.');
    await opened.output.getByText('CustomResourceDefinition').waitFor();
    await opened.tab('Client').click();
    const files = page.getByLabel('File of Client');
    assert.ok((await files.locator('option').allInnerTexts()).includes('web/v1/client.ts'));
    await files.selectOption('web/v1/client.ts');
    await opened.output.getByText('export interface').first().waitFor();
    await opened.tab('Policies').click();
    await page.getByText('No policies.').waitFor();
    await opened.choose('policy');
    await opened.output.getByText('MutatingAdmissionPolicy').first().waitFor();
  });

  pageTest('keep their last output while they have errors', async (opened) => {
    await opened.assertUsable();
    await opened.page.getByText('The types have errors.').waitFor();
    await opened.output.getByText('CustomResourceDefinition').waitFor();
    assert.deepEqual(await axeViolations(opened.page), []);
  });

  pageTest(
    'of other packages than those of vmgen are missing, and a problem says so',
    async (opened) => {
      await opened.paste(`import type { Pod } from 'kubernetes';\n${kindWith('pod: Pod')}`);
      await opened.tab('Problems').click();
      const problem = opened.page.locator('.problem', { hasText: 'kubernetes' });
      assert.match(
        await problem.locator('.remedy').innerText(),
        /^the playground contains only the types of @vmgen\/runtime and @vmgen\/kubernetes: /,
      );
    },
  );

  pageTest('can use those of built-in kinds, with their schemas', async (opened) => {
    const { page } = opened;
    await opened.paste(
      `import type { PodTemplateSpec } from '@vmgen/kubernetes/core/v1';\n${kindWith('template: PodTemplateSpec')}`,
    );
    assert.equal(await opened.status, 'No problems.');
    await opened.button('Apply CRD and sample').click();
    await page.getByText('customresourcedefinition.apiextensions.k8s.io/sites').waitFor();
    await opened.idle();
    assert.match(
      await opened.kubectl('explain site.spec.template.spec.containers.ports'),
      /KIND: +Site[^]*containerPort\s+<integer> -required-/,
    );
    const crd = await opened.kubectl('get crd sites.web.example.com -o yaml');
    // The markers of @vmgen/kubernetes, not only its types.
    assert.match(crd, /ports:[^]*?x-kubernetes-list-map-keys:\n +- containerPort\n +- protocol\n/);
  });

  pageTest('have problems with fixes to click, which can be undone', async (opened) => {
    const { page } = opened;
    await opened.paste(kindWith('size?: Int3'));
    await opened.tab('Problems').click();
    const problem = page.locator('.problem', { hasText: 'Int3' });
    assert.match(await problem.innerText(), /error unknown type Int3/);
    assert.equal(await opened.editor.locator('.cm-lintRange-error').innerText(), 'Int3');
    await problem.getByRole('button', { name: /^Fix: did you mean Int32/ }).click();
    await page.getByText('No problems.').first().waitFor();
    assert.match(await opened.visibleText, /size\?: Int32/);
    await page.keyboard.press('Control+z');
    await page.locator('.problem', { hasText: 'Int3' }).waitFor();
    await problem.locator('.place').click();
    await page.keyboard.type('X');
    assert.match(await opened.visibleText, /size\?: XInt3/);
  });

  pageTest('have markers with completion and a reference', async (opened) => {
    const { page, editor } = opened;
    await editor.getByText('// +genclient').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('// +kubebuilder:valid');
    const list = page.getByRole('listbox');
    await list.getByText('+kubebuilder:validation:Enum').waitFor();
    await page.keyboard.type('ation:Maxim');
    const selected = list.locator('[aria-selected=true] .cm-completionLabel');
    await selected.filter({ hasText: /^\+kubebuilder:validation:Maximum$/ }).waitFor();
    await opened.accept(/\/\/ \+kubebuilder:validation:Maximum=\n/);
    await page.keyboard.press('Control+z');
    await editor
      .getByText('// +kubebuilder:subresource:status')
      .hover({ position: { x: 90, y: 5 } });
    await page.locator('.cm-tooltip-hover', { hasText: 'Enables the status' }).waitFor();
  });

  pageTest('have rules, whose costs and budget are shown', async (opened) => {
    const { page } = opened;
    await opened.tab('Costs').click();
    const costs = page.locator('.costs');
    assert.match(await costs.innerText(), /Site v1\n\n33,073 of 100,000,000 used/);
    const rule = costs.locator('li', { hasText: 'self == oldSelf' });
    assert.match(await rule.innerText(), /\.spec\.host/);
    await rule.getByRole('button').click();
    await page.keyboard.type('X');
    assert.match(
      await opened.visibleText,
      /X\+kubebuilder:validation:XValidation:rule="self == oldSelf"/,
    );
  });
});

describe('the API server', () => {
  pageTest('serves what the types generate', async (opened) => {
    const { page } = opened;
    await opened.button('Apply CRD and sample').click();
    await page.getByText('site.web.example.com/shop created').waitFor();
    await opened.idle();
    assert.match(
      await opened.kubectl('kubectl get sites'),
      /^NAME +HOST +REPLICAS +AGE\nshop +shop\.example\.com +2 +\d+s$/,
    );
    assert.match(
      await opened.kubectl('explain site.spec.host'),
      /KIND: +Site[^]*FIELD: host <string>/,
    );
    assert.match(await opened.kubectl('describe site shop'), /Reclaim Policy: +Delete/);
    assert.equal(
      await opened.kubectl(`patch site shop --type merge -p '{"spec":{"replicas":9}}'`),
      'The Site "shop" is invalid: spec: Invalid value: replicas must not exceed maxReplicas',
    );
    assert.equal(
      await opened.kubectl('delete site shop'),
      'site.web.example.com "shop" deleted from default namespace',
    );
    assert.equal(await opened.kubectl('get sites'), 'No resources found in default namespace.');
  });

  pageTest('streams changes until Ctrl-C or the button ends it', async (opened) => {
    const { page } = opened;
    const input = page.getByLabel('Command of kubectl');
    for (const stop of ['keys', 'button']) {
      await input.fill('kubectl get namespaces -w');
      await input.press('Enter');
      await page.getByRole('log').getByText('kube-system').last().waitFor();
      await opened.button('Stop (Ctrl-C)').waitFor();
      if (stop === 'keys') await input.press('Control+c');
      else await opened.button('Stop (Ctrl-C)').click();
      await opened.idle();
    }
    assert.match(await opened.kubectl('kubectl get namespaces'), /default/);
  });

  pageTest('streams the changes of other commands', async (opened) => {
    const { page } = opened;
    const input = page.getByLabel('Command of kubectl');
    await opened.button('Apply CRD and sample').click();
    await page.getByText('site.web.example.com/shop created').waitFor();
    await opened.idle();
    await input.fill('kubectl get sites -w');
    await input.press('Enter');
    await page.getByRole('log').getByText('REPLICAS').waitFor();
    await input.fill(`kubectl patch site shop --type merge -p '{"spec":{"replicas":3}}'`);
    await input.press('Enter');
    await page
      .getByRole('log')
      .getByText(/^shop +shop\.example\.com +3 /)
      .waitFor();
    await opened.button('Stop (Ctrl-C)').click();
    await opened.idle();
  });

  pageTest('remembers commands, and starts again empty', async (opened) => {
    const { page } = opened;
    await opened.kubectl('kubectl label namespace default first=1');
    assert.match(await opened.kubectl('kubectl get namespaces --show-labels'), /first=1/);
    const input = page.getByLabel('Command of kubectl');
    await input.press('ArrowUp');
    await input.press('ArrowUp');
    assert.equal(await input.inputValue(), 'kubectl label namespace default first=1');
    await input.press('ArrowDown');
    assert.equal(await input.inputValue(), 'kubectl get namespaces --show-labels');
    await opened.button('Reset').click();
    await page.getByText('The server is empty.').waitFor();
    assert.doesNotMatch(await opened.kubectl('kubectl get namespaces --show-labels'), /first/);
  });

  pageTest('evaluates the policies of an example', async (opened) => {
    await opened.choose('policy');
    assert.equal(await opened.status, 'No problems.');
    await opened.button('Apply CRD and sample').click();
    await opened.page.getByRole('log').getByText('at least 3 backups, got 1').waitFor();
    await opened.idle();
    assert.match(await opened.kubectl('delete database orders'), /allow-deletion to true first/);
    await opened.button('kubectl annotate database orders example.com/allow-deletion=true').click();
    await opened.page.getByText('database.data.example.com/orders annotated').waitFor();
    await opened.idle();
    assert.match(await opened.kubectl('delete database orders'), /"orders" deleted/);
  });

  pageTest('converts the versions of an example', async (opened) => {
    await opened.choose('versions');
    assert.equal(await opened.status, 'No problems.');
    await opened.button('Apply CRD and sample').click();
    await opened.page.getByText('site.web.example.com/shop created').waitFor();
    await opened.idle();
    const old = await opened.kubectl('get sites.v1alpha1.web.example.com shop -o yaml');
    assert.match(
      old,
      /apiVersion: web\.example\.com\/v1alpha1\n[^]*spec:\n  host: shop\.example\.com\n  image: nginx\n  size: 2$/,
    );
  });
});
