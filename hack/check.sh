#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The checks before a commit: format, types, lint, language, freshness of generated code and API reports, tests.
#
# usage: hack/check.sh [--without-tests]
set -o errexit -o nounset -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() {
  echo "== $1"
  shift
  "$@"
}

step "format" npx prettier --check --log-level warn .
step "types" npm run --silent build
step "lint" npx eslint --max-warnings 0 .
step "unused exports" node hack/check-exports.mjs
step "language" node hack/check-language.mjs
step "freshness of generated code" hack/verify-codegen.sh
step "public names" node hack/api-report.mjs --check
[[ "${1-}" == --without-tests ]] || step "tests" node test/run.mjs unit
