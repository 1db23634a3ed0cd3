const IDENTIFIER = /^[a-f0-9]{64}$/;
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const HOST = `(?:${LABEL}(?:\\.${LABEL})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const COMPONENT = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const TAG = '[\\w][\\w.-]{0,127}';
const DIGEST = 'sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128}';
const REFERENCE = new RegExp(
  `^(?:${HOST}/)?(${COMPONENT}(?:/${COMPONENT})*)(?::(${TAG}))?(?:@(${DIGEST}))?$`,
);
const MAX_PATH_LENGTH = 255;

/**
 * Returns the tag of an image reference: `latest` if it has neither a tag nor a digest, undefined
 * if it has only a digest or cannot be parsed.
 *
 * Upstream: ParseImageName in kubernetes/pkg/util/parsers, and ParseNormalizedNamed in
 * distribution/reference.
 */
export function imageTag(image: string): string | undefined {
  if (IDENTIFIER.test(image)) return undefined;
  const [, path, tag, digest] = REFERENCE.exec(withHost(image)) ?? [];
  if (path === undefined || path.length > MAX_PATH_LENGTH) return undefined;
  return tag ?? (digest === undefined ? 'latest' : undefined);
}

/** If the first part is not a host, the reference belongs to Docker Hub. */
function withHost(image: string): string {
  const first = image.slice(0, Math.max(image.indexOf('/'), 0));
  const isHost = /[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase();
  return isHost ? image : `docker.io/${image}`;
}
