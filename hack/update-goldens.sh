#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes again what the generator's tests compare with (generator/testdata): the output for its APIs,
# and what each marker does. Build first. Look at the diff before you commit it: it is what changes
# for users.
set -o errexit -o nounset -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

node generator/bin/vmgen.cjs --quiet --groups 'shop:v1,v1beta1 fleet:v1 edge-cases:v1 shapes:v1' \
  --apis generator/testdata/apis --out generator/testdata/golden
UPDATE_GOLDEN=1 node generator/dist/markers/effects.test.js >/dev/null
git status --short generator/testdata
