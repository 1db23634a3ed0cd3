#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a function of Kubernetes' test/cmd with a server of its own. The arguments and the output are
# those of a Go test binary: `-test.list=PATTERN` prints the names, `-test.run=^NAME$` runs one.
# Runs in a copy of Kubernetes' sources with kubectl, kubectl-convert and kube-controller-manager in
# _output/bin.
set -o errexit -o nounset -o pipefail

peer_test=
for argument in "$@"; do
  case ${argument} in
    -test.list=*)
      grep -oP '^ *record_command \Krun_\w+' test/cmd/legacy-script.sh | awk '!seen[$0]++ { print "Test_" $0 }'
      exit
      ;;
    -test.run=*)
      peer_test=${argument#*=^}
      peer_test=${peer_test%'$'}
      ;;
    *) ;;
  esac
done
[[ -n ${peer_test} ]] || { echo "usage: $0 -test.list=PATTERN | -test.run=^NAME\$" >&2; exit 2; }
set --

# Modules do not keep which files are executable.
find test/fixtures/pkg/kubectl/plugins -type f -exec chmod +x {} +
etcd_url=${KUBE_INTEGRATION_ETCD_URL}
KUBE_ROOT=${PWD}
# The version of the embedded server has a suffix, which --match-server-version rejects.
export KUBE_ROOT ALLOW_SKEW=true
# Functions expect the certificate of the server in TMPDIR.
TMPDIR=$(mktemp -d)
export TMPDIR KUBE_JUNIT_REPORT_DIR=${TMPDIR}
printf '\x16=== RUN   %s\n' "${peer_test}"
started=${SECONDS}

# The process id makes the ports of functions that run at the same time differ.
free_port() {
  local port=$(($1 + $$ % 10000))
  while (: <"/dev/tcp/127.0.0.1/${port}") 2>/dev/null; do port=$((port + 1)); done
  echo "${port}"
}
SECURE_API_PORT=$(free_port 10000)
export SECURE_API_PORT

# shellcheck source=/dev/null
for file in hack/lib/init.sh hack/lib/test.sh test/cmd/legacy-script.sh; do source "${file}"; done

# What is replaced: the builds, the start of etcd, and the record of all functions.
make() { :; }
kube::etcd::start() { :; }
kube::etcd::cleanup() { :; }
record_command() {
  local code=0
  set +o errexit
  (
    set -o errexit
    prepare
    "${peer_test#Test_}"
  )
  code=$?
  stop-proxy
  local result=PASS
  ((code == 0)) || result=FAIL
  printf '\x16--- %s: %s (%d.00s)\n' "${result}" "${peer_test}" "$((SECONDS - started))"
  exit "${code}"
}

# What functions expect of those that run before them in the whole script.
prepare() {
  case ${peer_test} in
    Test_run_kubectl_create_kustomization_directory_tests) create_and_use_new_namespace ;;
    Test_run_nodes_tests) kubectl wait node/127.0.0.1 --for=condition=Ready=Unknown --timeout=120s ;;
    *) ;;
  esac
}

start_server() {
  openssl genrsa -out "${TMPDIR}/service-accounts.key" 2048 2>/dev/null
  "${KUBEBUILDER_ASSETS}/kube-apiserver" \
    --bind-address=127.0.0.1 \
    --secure-port="${SECURE_API_PORT}" \
    --authorization-mode=RBAC,AlwaysAllow \
    --etcd-servers="${etcd_url}" \
    --etcd-prefix="/${peer_test}/${RANDOM}" \
    --cert-dir="${TMPDIR}" \
    --service-cluster-ip-range=10.0.0.0/24 \
    --service-account-issuer=https://kubernetes.default.svc \
    --service-account-key-file="${TMPDIR}/service-accounts.key" \
    --service-account-signing-key-file="${TMPDIR}/service-accounts.key" \
    --disable-admission-plugins=ServiceAccount \
    --client-ca-file=hack/testdata/ca/ca.crt \
    --token-auth-file=hack/testdata/auth-tokens.csv >"${TMPDIR}/output" 2>&1 &
  APISERVER_PID=$!
  kube::util::wait_for_url_with_bearer_token "https://127.0.0.1:${SECURE_API_PORT}/healthz" \
    admin-token apiserver .2 300
}

# Some functions expect revisions, pods of workloads and conditions of nodes.
start_controllers() {
  local controllers=${THIS_PLATFORM_BIN}/kube-controller-manager
  [[ -x ${controllers} ]] || return 0
  local port
  port=$(free_port 20000)
  "${controllers}" \
    --bind-address=127.0.0.1 \
    --secure-port="${port}" \
    --cert-dir="${TMPDIR}/controllers" \
    --kubeconfig="${HOME}/.kube/config" \
    --leader-elect=false \
    --cluster-signing-cert-file=hack/testdata/ca/ca.crt \
    --cluster-signing-key-file=hack/testdata/ca/ca.key >"${TMPDIR}/controllers.output" 2>&1 &
  CTLRMGR_PID=$!
  kube::util::wait_for_url "https://127.0.0.1:${port}/healthz" controllers .2 300
}

setup
start_server
start_controllers
kubectl create -f - <<<'{
  "apiVersion": "v1",
  "kind": "Node",
  "metadata": { "name": "127.0.0.1", "annotations": { "fields": "have an owner" } },
  "status": { "capacity": { "memory": "1Gi" } }
}'
SUPPORTED_RESOURCES=('*')
WHAT=peer
runTests
