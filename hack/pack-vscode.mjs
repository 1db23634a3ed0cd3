// @ts-check
// Packs the extension of VS Code: editors/vscode with the plugin of TypeScript. A commit produces the same bytes. A .vsix is
// a ZIP archive with two XML files, so vsce, with 285 packages, is not needed. Run npm ci first.
// Usage: node hack/pack-vscode.mjs FILE.vsix
import { build } from 'esbuild';
import { zipSync } from 'fflate';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { librariesOf, licensesOf } from './licenses-of.mjs';

const ROOT = path.join(import.meta.dirname, '..');
const EXTENSION = path.join(ROOT, 'editors/vscode');
const PLUGIN = path.join(ROOT, 'packages/typescript-plugin');
/** The types of the files by extension, which the format wants. */
const TYPES = {
  '.json': 'application/json',
  '.js': 'application/javascript',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.vsixmanifest': 'text/xml',
};

const [target, ...others] = process.argv.slice(2);
if (target === undefined || others.length > 0) {
  console.error('pack-vscode: name one file, such as vmgen.vsix');
  process.exit(2);
}
const files = Object.entries({ ...xmlFiles(), ...(await ownFiles()), ...pluginFiles() }).map(
  ([name, text]) => [name, Buffer.from(text)],
);
// The earliest time that the format has.
const mtime = new Date(1980, 0, 1);
writeFileSync(target, zipSync(Object.fromEntries(files), { level: 9, mtime }));
console.log(`${target}: ${files.length} files`);

/** @returns {Promise<Record<string, string>>} */
async function ownFiles() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [path.join(EXTENSION, 'src/extension.ts')],
    bundle: true,
    write: false,
    metafile: true,
    external: ['vscode'],
    platform: 'node',
    // Of VS Code 1.101.
    target: 'node22.15',
    format: 'cjs',
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
  });
  return {
    'extension/package.json': textOf(EXTENSION, 'package.json'),
    'extension/readme.md': textOf(EXTENSION, 'README.md'),
    'extension/LICENSE.txt': textOf(ROOT, 'LICENSE'),
    'extension/dist/extension.js': outputFiles[0]?.text ?? '',
    'extension/dist/LICENSES.txt': licensesOf(librariesOf(ROOT, Object.keys(metafile.inputs))),
  };
}

/** The plugin, where tsserver finds it. @returns {Record<string, string>} */
function pluginFiles() {
  const names = ['package.json', 'index.js', 'README.md'];
  return Object.fromEntries(
    names.map((name) => [
      `extension/node_modules/@vmgen/typescript-plugin/${name}`,
      textOf(PLUGIN, name),
    ]),
  );
}

/** @returns {Record<string, string>} */
function xmlFiles() {
  const { name, displayName, description, version, publisher, engines, categories, keywords } =
    JSON.parse(textOf(EXTENSION, 'package.json'));
  const types = Object.entries(TYPES).map(
    ([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`,
  );
  return {
    '[Content_Types].xml': `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types.join('')}</Types>
`,
    'extension.vsixmanifest': `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escape(displayName)}</DisplayName>
    <Description xml:space="preserve">${escape(description)}</Description>
    <Tags>${escape(keywords.join(','))}</Tags>
    <Categories>${escape(categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escape(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/readme.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`,
  };
}

/** @param {string} folder @param {string} name */
function textOf(folder, name) {
  return readFileSync(path.join(folder, name), 'utf8');
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
