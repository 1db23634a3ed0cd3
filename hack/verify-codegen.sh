#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fails, with the difference, when the generated code is not what the API types say.
set -o errexit -o nounset -o pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
fresh=$(mktemp -d)
trap 'rm -rf "${fresh}"' EXIT

# The parts that generation reads and writes, as they are now.
copied=(apis generated deploy/crd examples/network/apis examples/network/src examples/network/generated)
cd "${repository}"
cp --parents -r "${copied[@]}" "${fresh}"
"${repository}/hack/update-codegen.sh" "${fresh}"

stale=0
for folder in generated deploy/crd docs/markers.md docs/findings.md docs/diff.md examples/network/generated; do
  diff -Naupr "${folder}" "${fresh}/${folder}" || stale=1
done
if [[ ${stale} -ne 0 ]]; then
  echo "generated code is out of date; run hack/update-codegen.sh and commit what it changes" >&2
  exit 1
fi
echo "generated code is up to date"
