#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Packs the packages as a release does. Builds them first unless that was done before. A commit produces the same bytes under any umask.
# Prints the names of the tarballs in publishing order.
#
# usage: hack/pack.sh FOLDER

set -o errexit -o nounset -o pipefail

if [[ $# -ne 1 ]]; then
  sed -n '4,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# `npm ci` writes only the JavaScript.
[[ -f packages/runtime/dist/index.d.ts ]] || npm run build >&2
names=$(npm pack --silent --ignore-scripts --workspaces --pack-destination "${folder}")
# npm keeps the modes on disk, so that the umask would change the bytes.
unpacked=$(mktemp -d)
trap 'rm -rf "${unpacked}"' EXIT
for name in ${names}; do
  mkdir "${unpacked}/${name}"
  tar --extract --gzip --file "${folder}/${name}" --directory "${unpacked}/${name}"
  (cd "${unpacked}/${name}" && find package -type f | LC_ALL=C sort |
    tar --create --files-from - --mode u=rwX,go=rX --mtime @499162500 --owner 0 --group 0 --numeric-owner |
    gzip -9 --no-name) >"${folder}/${name}"
done
printf '%s\n' "${names}"
