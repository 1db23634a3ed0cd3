#!/usr/bin/env node
// Checked before anything is loaded, because older versions of Node fail with an unclear message.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `vmgen-apiserver requires Node 20.19 or newer, but this is ${process.versions.node}`,
  );
  process.exit(2);
}

const [first, ...rest] = process.argv.slice(2);
if (first === 'kube-apiserver' || first === 'etcd') {
  // Called by the launchers that --write-assets writes.
  const { main } = await import('../dist/bundle/launched.js');
  process.exitCode = await main(first, rest);
} else {
  const { main } = await import('../dist/bundle/main.js');
  process.exitCode = await main(process.argv.slice(2));
}
