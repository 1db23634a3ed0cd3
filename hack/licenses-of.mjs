// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the bundled libraries, sorted by folder.
 * @param {string} root
 * @param {readonly string[]} inputs the bundled files, relative to the root
 * @param {readonly string[]} [others] libraries that bundled files contain
 */
export function librariesOf(root, inputs, others = []) {
  const libraries = inputs.flatMap((file) => {
    const [folder] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
    return folder === undefined ? [] : [path.join(root, folder)];
  });
  const folders = [...libraries, ...others.map((name) => path.join(root, 'node_modules', name))];
  return [...new Set(folders)].sort().map((folder) => {
    const manifest = readFileSync(path.join(folder, 'package.json'), 'utf8');
    const { name, version, license } = JSON.parse(manifest);
    return { folder, name, version, license };
  });
}

/**
 * Returns the licenses of the bundled libraries, which must be distributed with them.
 * @param {ReturnType<typeof librariesOf>} libraries
 */
export function licensesOf(libraries) {
  return libraries
    .map(({ folder, name, version }) => {
      const files = readdirSync(folder).filter((each) =>
        /^(licen[cs]e|notice|thirdparty)/i.test(each),
      );
      if (files.length === 0) throw new Error(`${name} is in the bundle but has no license file`);
      const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
      return `${[`${name} ${version}`, ...texts].join('\n\n')}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
