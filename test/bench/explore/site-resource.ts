import { readFileSync } from 'node:fs';
import type { CustomResourceDefinition } from '@vmgen/apiserver/fake';
import { inRepository } from '../../support/repository.js';
import { siteResourceOf } from '../../support/site-kind.js';
import type { Site } from './site.js';

/** What vmgen generates for the kind: not counted. */
export const siteResource = siteResourceOf<Site>('web.example.com');

export const siteCrd = JSON.parse(
  readFileSync(inRepository('test', 'bench', 'go-manager', 'site', 'site-crd.json'), 'utf8'),
) as CustomResourceDefinition;
