#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Packs the packages of this repository, as a release does. Build first: npm run build.
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
# Their names go to stderr: what is printed here belongs to the caller.
npm pack --silent --ignore-scripts --workspaces --pack-destination "${folder}" >&2
