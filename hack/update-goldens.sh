#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Updates the expected output of the generator's tests (generator/testdata): the output for its APIs, the deployment of
# an operator with all settings, the files of new projects, the effect of each marker, the dashboard and alerts, and the
# findings of vmgen doctor. Build first. Read the diff before you commit it: users will see this change.
set -o errexit -o nounset -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

node generator/bin/vmgen.cjs --quiet --groups 'shop:v1,v1beta1 fleet:v1 edge-cases:v1 shapes:v1 sites:v1,v1alpha1' \
  --apis generator/testdata/apis --out generator/testdata/golden --generators all,docs-markdown,docs-html
node generator/bin/vmgen.cjs --quiet --config generator/testdata/operator/vmgen.config.json
UPDATE_GOLDEN=1 node generator/dist/markers/effects.test.js >/dev/null
UPDATE_GOLDEN=1 node generator/dist/monitoring/monitoring-files.test.js >/dev/null
UPDATE_GOLDEN=1 node generator/dist/cli/doctor-command.test.js >/dev/null
UPDATE_GOLDEN=1 node generator/dist/cli/project-files.test.js >/dev/null
git status --short generator/testdata
