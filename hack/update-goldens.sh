#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Updates the expected output of the generator's tests (generator/testdata): the output for its APIs, the deployment of
# an operator with all settings, the files of new projects, the effect of each marker, the dashboard and alerts, and the
# findings of vmgen doctor. Build first. Read the diff before you commit it: users will see this change.
set -o errexit -o nounset -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

failed=0
# update COMMAND...: what fails does not keep the other files from being updated.
update() {
  UPDATE_GOLDEN=1 "$@" >/dev/null && return
  printf 'update-goldens: failed: %s\n' "$*" >&2
  failed=1
}

update node generator/bin/vmgen.cjs --quiet --groups 'shop:v1,v1beta1 fleet:v1 edge-cases:v1 shapes:v1 sites:v1,v1alpha1' \
  --apis generator/testdata/apis --out generator/testdata/golden --generators all,docs-markdown,docs-html
update node generator/bin/vmgen.cjs --quiet --config generator/testdata/operator/vmgen.config.json
for part in markers/effects monitoring/monitoring-files cli/doctor-command cli/project-files; do
  update node "generator/dist/${part}.test.js"
done
git status --short generator/testdata
exit "${failed}"
