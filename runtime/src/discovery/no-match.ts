import { apiVersionOf } from '../client/resource.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { errorText } from '../logging/error-text.js';
import type { ApiGroup, DiscoveredApi } from './api-resource.js';
import type { KindQuery } from './find-resource.js';
import { nearest } from './nearest.js';

/** Creates the error for a kind that is not served, with similar kinds or how to fix it. */
export function noKind(api: DiscoveredApi, query: KindQuery): VmgenError {
  return noMatch(`${describeMissingKind(api, query)}${failuresOf(api, query.group)}`);
}

function describeMissingKind(api: DiscoveredApi, { group, kind, version }: KindQuery): string {
  const known = api.groups.find(({ name }) => name === group);
  const subject = `the server has no kind ${quote(kind)} in ${nameGroup(group)}`;
  if (known === undefined) {
    const near = nearest(
      group,
      api.groups.map(({ name }) => name),
    );
    return `${subject}, and the group does not exist; ${near ? `did you mean ${quote(near)}?` : INSTALLED}`;
  }
  const served = known.versions.filter(({ resources }) =>
    resources.some((resource) => resource.kind === kind),
  );
  if (version !== undefined && served.length > 0) {
    const others = served.map((each) => quote(each.version)).join(', ');
    return `${subject} version ${quote(version)}; it is served in ${others}`;
  }
  const elsewhere = api.groups.filter((other) => kindsOf(other).includes(kind));
  if (elsewhere.length > 0) {
    const names = elsewhere.map(({ name }) => nameGroup(name)).join(', ');
    return `${subject}; did you mean the one in ${names}?`;
  }
  const near = nearest(kind, kindsOf(known));
  return `${subject}; ${near === undefined ? INSTALLED : `did you mean ${quote(near)}?`}`;
}

/** Creates the error for an unknown resource name. */
export function noResource(api: DiscoveredApi, name: string): VmgenError {
  const [word = '', ...qualifiers] = name.split('.');
  const names = api.groups.flatMap(({ versions }) =>
    versions.flatMap(({ resources }) => resources.map(({ plural }) => plural)),
  );
  const near = nearest(word, names);
  const advice = near === undefined || near === word ? INSTALLED : `did you mean ${quote(near)}?`;
  const group = qualifiers.length === 0 ? undefined : qualifiers.join('.');
  return noMatch(`the server has no resource ${quote(name)}; ${advice}${failuresOf(api, group)}`);
}

const INSTALLED = 'is its CustomResourceDefinition installed?';

function noMatch(message: string): VmgenError {
  return new VmgenError('ERR_VMGEN_NO_MATCH', message);
}

/** The kind may belong to a version that could not be read. */
function failuresOf({ failures }: DiscoveredApi, group: string | undefined): string {
  const concerned = failures.filter((failure) => group === undefined || failure.group === group);
  return concerned
    .map((failure) => `; ${apiVersionOf(failure)} could not be read: ${errorText(failure.error)}`)
    .join('');
}

function kindsOf({ versions }: ApiGroup): string[] {
  return versions.flatMap(({ resources }) => resources.map(({ kind }) => kind));
}

function nameGroup(group: string): string {
  return group === '' ? 'the core group' : `group ${quote(group)}`;
}

/** Names are untrusted: they come from servers and manifests. */
function quote(text: string): string {
  return JSON.stringify(text);
}
