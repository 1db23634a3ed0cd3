// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The root of the repository. */
export const ROOT = path.join(import.meta.dirname, '../..');
export const SITE = path.join(ROOT, 'site');
/** Where files that are no pages are linked to. */
export const REPOSITORY = 'https://github.com/vmgen/vmgen';
/** Where the site is served. */
export const HOMEPAGE = JSON.parse(text('site/package.json')).homepage;

/** @param {string} file relative to the repository */
export function text(file) {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** @param {string} file relative to the repository */
export function exists(file) {
  return existsSync(path.join(ROOT, file));
}

/** Text as the content of an element or of an attribute. @param {string} value */
export function escape(value) {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
