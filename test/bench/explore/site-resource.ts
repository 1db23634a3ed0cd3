import { readFileSync } from 'node:fs';
import type { CustomResourceDefinition } from '@vmgen/apiserver/fake';
import type { ResourceDefinition } from '@vmgen/runtime';
import { inRepository } from '../../support/repository.js';
import type { Site } from './site.js';

/** What vmgen generates for the kind: not counted. */
export const siteResource: ResourceDefinition<Site, 'Namespaced'> = {
  group: 'web.example.com',
  version: 'v1',
  kind: 'Site',
  listKind: 'SiteList',
  plural: 'sites',
  singular: 'site',
  scope: 'Namespaced',
  deepCopy: (object) => structuredClone(object) as Site,
};

export const siteCrd = JSON.parse(
  readFileSync(inRepository('test', 'bench', 'go-manager', 'site', 'site-crd.json'), 'utf8'),
) as CustomResourceDefinition;
