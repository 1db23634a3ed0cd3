import { pathOf } from './file-uri.js';
import type { Params } from './params.js';

/** What the client can show, and what it wants to be served. */
export interface ClientSettings {
  /** The paths of the open folders; none for a client that opens files without a folder. */
  readonly folders: readonly string[];
  /** The folders of the projects to serve; undefined for all. */
  readonly projects: readonly string[] | undefined;
  /** Diagnostics may have the version of their document. */
  readonly acceptsVersions: boolean;
  readonly acceptsRelated: boolean;
  readonly acceptsDocumentChanges: boolean;
  readonly acceptsMarkdown: boolean;
  /** The client reports changed files of the disk, if the server asks for it. */
  readonly canWatchFiles: boolean;
}

/** Reads the parameters of `initialize`. */
export function settingsFrom(params: Params): ClientSettings {
  const all = params.optional('capabilities');
  const ofWorkspace = all?.optional('workspace');
  const ofText = all?.optional('textDocument');
  const ofDiagnostics = ofText?.optional('publishDiagnostics');
  return {
    folders: foldersIn(params),
    projects: params.optional('initializationOptions')?.optionalTexts('projects')?.flatMap(pathsOf),
    acceptsVersions: ofDiagnostics?.isTrue('versionSupport') ?? false,
    acceptsRelated: ofDiagnostics?.isTrue('relatedInformation') ?? false,
    acceptsDocumentChanges:
      ofWorkspace?.optional('workspaceEdit')?.isTrue('documentChanges') ?? false,
    acceptsMarkdown:
      ofText?.optional('hover')?.texts('contentFormat').includes('markdown') ?? false,
    canWatchFiles:
      ofWorkspace?.optional('didChangeWatchedFiles')?.isTrue('dynamicRegistration') ?? false,
  };
}

function foldersIn(params: Params): string[] {
  if (Array.isArray(params.raw('workspaceFolders'))) {
    return params.objects('workspaceFolders').flatMap((folder) => pathsOf(folder.text('uri')));
  }
  const root = params.raw('rootUri');
  if (typeof root === 'string') return pathsOf(root);
  const path = params.raw('rootPath');
  return typeof path === 'string' ? [path] : [];
}

/** The path of a folder; none for one that is not on this machine. */
export function pathsOf(uri: string): string[] {
  const path = pathOf(uri);
  return path === undefined ? [] : [path];
}
