#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Writes a folder as an image of one layer into an archive, as `docker save` does, without a Docker Engine. The same
# content results in the same bytes.
#
# usage: hack/cluster/image.sh ARCHIVE ROOT_FOLDER CONFIG TAG...
#
# CONFIG is the container configuration of the OCI image specification as JSON, such as {"Cmd":["/bin/sh"]}.

set -o errexit -o nounset -o pipefail

if (($# < 4)); then
  sed -n '4,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
archive=$1 root=$2 config=$3
shift 3

work=$(mktemp -d)
trap 'rm -rf "${work}"' EXIT
tar --directory "${root}" --owner 0 --group 0 --numeric-owner --sort name --mtime @0 --create --file "${work}/layer.tar" .
digest=$(sha256sum "${work}/layer.tar" | cut -d ' ' -f 1)
case $(uname -m) in
  x86_64) architecture=amd64 ;;
  aarch64) architecture=arm64 ;;
  *) architecture=$(uname -m) ;;
esac
printf '{"architecture":"%s","os":"linux","config":%s,"rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}' \
  "${architecture}" "${config}" "${digest}" >"${work}/config.json"
tags=$(printf ',"%s"' "$@")
printf '[{"Config":"config.json","RepoTags":[%s],"Layers":["layer.tar"]}]' "${tags#,}" >"${work}/manifest.json"
tar --directory "${work}" --create --file "${archive}" manifest.json config.json layer.tar
