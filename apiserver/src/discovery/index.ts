export { handleDiscovery } from './handle-discovery.js';
export { storageVersionHash } from './storage-version-hash.js';
export { compareVersions } from './compare-versions.js';
