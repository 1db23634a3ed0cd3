import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { inRepository } from '../support/repository.js';

/** Pages of this repository by their address, such as in the READMEs of published packages. */
const ADDRESS = 'https://github.com/vmgen/vmgen/(?:blob|tree)/main/';

/** Tracked files with one of these endings, without those that a test or a generator writes. */
function filesEndingWith(...endings: string[]): string[] {
  const patterns = endings.map((ending) => `*${ending}`);
  const listed = execFileSync('git', ['ls-files', '-z', ...patterns], {
    cwd: inRepository('.'),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return listed
    .split('\0')
    .filter((file) => file !== '' && !/(^|\/)(generated|testdata)\//.test(file))
    .filter((file) => existsSync(inRepository(file)));
}

/** The anchor of a heading, as GitHub computes it. */
function anchorOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

function hasAnchor(page: string, anchor: string): boolean {
  const headings = readFileSync(inRepository(page), 'utf8').matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading = '']) => anchorOf(heading)).includes(anchor);
}

/** Whether a link refers to a file, and to a heading if it has an anchor. */
function isBroken(target: string, anchor: string | undefined): boolean {
  if (!existsSync(inRepository(target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !hasAnchor(target, anchor);
}

function brokenLinks(file: string, link: RegExp, folder: string): string[] {
  const text = readFileSync(inRepository(file), 'utf8').replaceAll(/^```.*?^```/gms, '');
  return Array.from(text.matchAll(link), ([, address = '']) => address)
    .filter((address) => {
      const [page = '', anchor] = address.split('#');
      return isBroken(page === '' ? file : path.posix.join(folder, page), anchor);
    })
    .map((address) => `${file}: ${address}`);
}

test('links between documents refer to existing files and headings', () => {
  const relative = /\]\((?!\w+:)([^)\s]+)\)/g;
  const broken = filesEndingWith('.md').flatMap((file) =>
    brokenLinks(file, relative, path.posix.dirname(file)),
  );
  assert.deepEqual(broken, []);
});

test('addresses of this repository refer to existing files and headings', () => {
  const absolute = new RegExp(`${ADDRESS}([\\w./#-]*[\\w/-])`, 'g');
  const files = filesEndingWith('.md', '.ts', '.mjs', '.hbs', '.yml', 'package.json');
  assert.deepEqual(
    files.flatMap((file) => brokenLinks(file, absolute, '.')),
    [],
  );
});
