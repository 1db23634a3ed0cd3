import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { createNamespaceClient } from '@vmgen/kubernetes/core/v1';
import { parse } from 'yaml';
import { fetchCorpus, readCrds } from './corpus.test.helper.js';

const found = (await fetchCorpus()).find(({ name }) => name.includes('/prometheus-operator@'));

test(
  'the CRD of the Prometheus operator accepts the alerts of vmgen add monitoring',
  {
    skip: found?.missing !== undefined && `not fetched: ${found.missing}`,
  },
  async () => {
    const crds = await readCrds(found?.folder ?? assert.fail('hack/crds.json lacks the project'));
    await using fake = createFakeTransport({
      crds: crds.filter(({ spec }) => spec.names.kind === 'PrometheusRule'),
    });
    const text = readFileSync('generator/testdata/monitoring/alerts.yaml', 'utf8');
    const rule = parse(text) as {
      readonly metadata: { readonly namespace: string };
      readonly spec: object;
    };
    const { namespace } = rule.metadata;
    await createNamespaceClient(fake).create({ metadata: { name: namespace } });
    const post = async (body: object) => {
      const answer = await fake.request({
        method: 'POST',
        path: `/apis/monitoring.coreos.com/v1/namespaces/${namespace}/prometheusrules?fieldValidation=Strict`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const answer = await post(rule);
    assert.equal(answer.status, 201, answer.text);
    const unknown = await post({ ...rule, spec: { ...rule.spec, alerts: [] } });
    assert.equal(unknown.status, 400);
    assert.match(unknown.text, /unknown field \\"spec\.alerts\\"/);
  },
);
