# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Starts a Kubernetes cluster of one real node without a registry, and prints the path of its kubeconfig.
#
# usage: KUBECONFIG=$(hack/setup.sh cluster)     starts the cluster, or uses the running one
#        hack/setup.sh cluster --node COMMAND... runs a command on the node, such as ctr --namespace k8s.io tasks list
#        hack/setup.sh cluster --stop            stops the cluster and removes everything that it left
#
# The node runs etcd, the API server, the controller manager, the scheduler, kube-proxy, the kubelet, containerd and
# CoreDNS, in namespaces and cgroups of its own. Go builds them, except runc and the network plugins, which Debian's
# packages provide. All binaries stay in ${XDG_CACHE_HOME:-~/.cache}/vmgen. Logs of the running cluster are in
# ${XDG_CACHE_HOME:-~/.cache}/vmgen/cluster/state/log; audit.log lists the requests by ServiceAccounts. The machine reaches the API server at 198.18.77.2, and pods reach
# the machine at 198.18.77.1. Images come from archives: hack/cluster/image.sh writes them, and
# `ctr --namespace k8s.io images import` on the node loads them.
# Needs Linux with cgroup v1 or v2, Debian's packages, Go and root. CI runs it with v1; with v2, it needs the root of the
# hierarchy, so it does not run in a container. Ends with 3 where a cluster cannot run.

readonly SOURCES=${HACK_FOLDER}/cluster
readonly KUBERNETES_PARTS=(kubelet kube-proxy kube-scheduler)
readonly RUNTIME_PARTS=(containerd containerd-shim-runc-v2 ctr)
readonly PARTS_LIST=("${KUBERNETES_PARTS[@]}" "${RUNTIME_PARTS[@]}" coredns pause)
readonly CGROUP=vmgen-cluster
readonly INTERFACE=vmgen0 # the machine's end of the connection to the node
readonly MACHINE_ADDRESS=198.18.77.1 # of the range that RFC 2544 reserves for tests

# node.sh reads these.
export NODE=node1 NODE_ADDRESS=198.18.77.2 GATEWAY=${MACHINE_ADDRESS}
export SERVICE_CIDR=10.96.0.0/16 SERVICE_ADDRESS=10.96.0.1 POD_CIDR=10.244.0.0/24
export API=https://${NODE_ADDRESS}:6443

# ---- what a cluster needs ----

unsupported() {
  log "a cluster cannot run here: $1"
  exit 3
}

require_support() {
  [[ "$(uname -s)" == Linux ]] || unsupported 'it needs Linux'
  is_root || unsupported 'it needs root, for namespaces, cgroups and the network of the node'
  require_controllers
  have apt-get || unsupported "it needs Debian's packages runc, containernetworking-plugins and iptables"
  have go || unsupported 'it needs Go to build the components of Kubernetes'
  [[ -e /proc/sys/net/bridge/bridge-nf-call-iptables ]] || modprobe br_netfilter >&2 ||
    unsupported 'the kernel has no br_netfilter'
}

# cgroup v1 has a hierarchy for each controller. cgroup v2 has one for all.
has_cgroup_v2() {
  [[ -e /sys/fs/cgroup/cgroup.controllers ]]
}

require_controllers() {
  local controller
  for controller in cpu memory; do
    if has_cgroup_v2; then
      grep --quiet --word-regexp "${controller}" /sys/fs/cgroup/cgroup.controllers
    else
      [[ -d /sys/fs/cgroup/${controller} ]]
    fi || unsupported "it needs the controller ${controller} below /sys/fs/cgroup"
  done
  ! has_cgroup_v2 || delegate_controllers 2>/dev/null ||
    unsupported 'a container cannot delegate the controllers of cgroup v2, because its processes are in the root cgroup'
}

# Lets the cgroups below the root of cgroup v2 use all controllers. systemd does the same for most of them.
delegate_controllers() {
  local controller
  for controller in $(</sys/fs/cgroup/cgroup.controllers); do
    echo "+${controller}" >/sys/fs/cgroup/cgroup.subtree_control || return
  done
}

install_packages() {
  local packages=()
  have runc || packages+=(runc)
  have iptables || packages+=(iptables)
  have ip || packages+=(iproute2)
  have openssl || packages+=(openssl)
  have curl || packages+=(curl)
  [[ -x /usr/lib/cni/bridge ]] || packages+=(containernetworking-plugins)
  ((${#packages[@]} > 0)) || return 0
  stage "installing ${packages[*]}"
  update_package_lists
  apt_get install --yes --no-install-recommends "${packages[@]}" >&2 ||
    die "apt-get could not install ${packages[*]}" 'see above'
}

# ---- the binaries ----

# Reports the time since the previous stage of the script.
stage() {
  log "$1 (${SECONDS} s)"
}

kubernetes_version() {
  sed -n 's/^\t*\(require \)\?k8s.io\/kubernetes \(v[^ ]*\).*/\2/p' "$1/go.mod" | head -n 1
}

recipe_hash() {
  (cd "${SOURCES}" && cat ./*/go.mod ./*/go.sum ./*/*.go ./*/*/*.go && go env GOVERSION) | sha256sum | cut -c 1-12
}

is_complete() {
  local part
  for part in "${PARTS_LIST[@]}"; do
    [[ -x "$1/${part}" ]] || return
  done
}

# Without cgo, no C compiler and no library of the machine is needed. The flags are those of vmgen-envtest, so that Go
# compiles each package of Kubernetes once.
go_build() {
  local folder=$1
  shift
  stage "building ${folder}"
  (cd "${SOURCES}/${folder}" && CGO_ENABLED=0 GOWORK=off nice -n 10 go build -trimpath "$@" >&2) ||
    die "Go could not build ${folder}" 'see above; Go needs access to a module proxy (GOPROXY)'
}

build() {
  local folder=$1 version flags='-s -w' package
  version=$(kubernetes_version "${SOURCES}/kubernetes")
  # Without its version, a component would be v0.0.0, on which features depend.
  for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
    flags+=" -X ${package}.gitVersion=${version} -X ${package}.gitMajor=1 -X ${package}.gitTreeState=clean"
    flags+=" -X ${package}.gitMinor=$(cut -d . -f 2 <<<"${version}")"
  done
  go_build kubernetes -ldflags "${flags}" -o "${folder}/" tool ./coredns
  go_build containerd -ldflags '-s -w' -o "${folder}/" tool
  go_build pause -ldflags '-s -w' -o "${folder}/pause" main.go
}

provide_binaries() {
  [[ "$(kubernetes_version "${SOURCES}/kubernetes")" == "$(kubernetes_version "${HACK_FOLDER}/../packages/apiserver/envtest")" ]] ||
    die 'hack/cluster/kubernetes/go.mod and packages/apiserver/envtest/go.mod name different versions of Kubernetes' \
      'change the former as docs/upgrading-kubernetes.md describes'
  ASSETS=$(node "${HACK_FOLDER}/../packages/apiserver/bin/vmgen-envtest.js")
  PARTS="$(cache_folder)/cluster/$(recipe_hash)"
  is_complete "${PARTS}" || provide "${PARTS}" is_complete build
  export ASSETS PARTS
}

write_pause_image() {
  local root
  root=$(mktemp -d)
  cp "${PARTS}/pause" "${root}/pause"
  "${SOURCES}/image.sh" "${STATE}/pause.tar" "${root}" '{"Entrypoint":["/pause"],"User":"65535:65535"}' vmgen.test/pause:1
  rm -r "${root}"
}

# ---- keys and users ----

new_key() {
  openssl ecparam -name prime256v1 -genkey -noout -out "$1"
}

# usage: issue NAME SUBJECT EXTENSIONS
issue() {
  new_key "$1.key"
  openssl req -new -key "$1.key" -subj "$2" |
    openssl x509 -req -CA ca.crt -CAkey ca.key -CAcreateserial -days 7 -extfile <(printf '%b' "$3") -out "$1.crt" 2>/dev/null
}

# usage: add_user FILE NAME GROUPS
add_user() {
  local token
  token=$(openssl rand -hex 16)
  printf '%s,%s,%s,"%s"\n' "${token}" "$2" "$2" "$3" >>tokens.csv
  cat >"../kubeconfig/$1" <<YAML
apiVersion: v1
kind: Config
current-context: cluster
clusters: [{ name: cluster, cluster: { server: "${API}", certificate-authority-data: $(base64 --wrap 0 ca.crt) } }]
users: [{ name: user, user: { token: ${token} } }]
contexts: [{ name: cluster, context: { cluster: cluster, user: user } }]
YAML
}

write_keys() {
  local names=DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc
  names+=,DNS:kubernetes.default.svc.cluster.local,IP:${NODE_ADDRESS},IP:${SERVICE_ADDRESS},IP:127.0.0.1
  cd "${STATE}/pki"
  new_key ca.key
  openssl req -x509 -new -key ca.key -subj /CN=vmgen-test-ca -days 7 -out ca.crt
  issue apiserver /CN=kube-apiserver "extendedKeyUsage=serverAuth\nsubjectAltName=${names}"
  issue kubelet-client /O=system:masters/CN=kube-apiserver-kubelet-client 'extendedKeyUsage=clientAuth'
  issue front-proxy /CN=front-proxy 'extendedKeyUsage=clientAuth'
  openssl genrsa -out sa.key 2048 2>/dev/null
  openssl rsa -in sa.key -pubout -out sa.pub 2>/dev/null
  add_user admin admin system:masters
  add_user kube-controller-manager system:kube-controller-manager ''
  add_user kube-scheduler system:kube-scheduler ''
  add_user kube-proxy system:kube-proxy ''
  add_user coredns system:coredns ''
  add_user kubelet "system:node:${NODE}" system:nodes
  cd "${STATE}"
}

# ---- the node ----

# Creates a cgroup below that of this process in each hierarchy, and lists them in a file. In cgroup v2, it is below the
# root, because another cgroup with processes cannot delegate controllers.
create_cgroups() {
  local controllers path folder file
  if has_cgroup_v2; then
    mkdir -p "/sys/fs/cgroup/${CGROUP}/node"
    printf '%s\n' "/sys/fs/cgroup/${CGROUP}" >"${STATE}/cgroups"
    return
  fi
  while IFS=: read -r _ controllers path; do
    [[ -n "${controllers}" ]] || continue
    folder=/sys/fs/cgroup/${controllers#name=}${path%/}/${CGROUP}
    mkdir "${folder}"
    printf '%s\n' "${folder}" >>"${STATE}/cgroups"
    if [[ "${controllers}" == cpuset ]]; then
      for file in cpuset.cpus cpuset.mems; do
        cat "${folder%/*}/${file}" >"${folder}/${file}"
      done
      echo 1 >"${folder}/cgroup.clone_children"
    fi
  done </proc/self/cgroup
}

# Enters the cgroups before it creates the namespaces, so that the node sees its cgroups as the roots.
start_node() {
  # shellcheck disable=SC2016 # the inner shell expands its own variables
  setsid bash -c 'while read -r folder; do echo $$ >"${folder}/cgroup.procs"; done <"${STATE}/cgroups"
    exec unshare --net --mount --pid --ipc --uts --cgroup --fork --kill-child "$1"' _ "${SOURCES}/node.sh" \
    >"${STATE}/log/node.log" 2>&1 </dev/null 9>&- &
  local pid=$!
  disown
  printf '%s %s\n' "${pid}" "$(started_at "${pid}")" >"${STATE}/unshare.pid"
  await 10 'the namespaces of the node exist' test -s "${STATE}/init.pid"
  if has_cgroup_v2; then leave_delegating_cgroup; fi
  ip link add "${INTERFACE}" type veth peer name eth0 netns "$(<"${STATE}/init.pid")"
  ip addr add "${MACHINE_ADDRESS}/30" dev "${INTERFACE}"
  ip link set "${INTERFACE}" up
}

# Moves the processes of the node's cgroup into one below it, so that it can delegate controllers. node.sh waits for it.
leave_delegating_cgroup() {
  local folder=/sys/fs/cgroup/${CGROUP} pid
  for pid in $(<"${folder}/cgroup.procs"); do
    echo "${pid}" >"${folder}/node/cgroup.procs" || true # a process may have ended
  done
}

# Prints the pid of the process that holds the node's namespaces, if it is running. The pid alone might by now belong to
# another process; the pid and its start time together do not.
node_process() {
  local pid ticks
  [[ -f "${STATE}/unshare.pid" ]] || return 0
  read -r pid ticks <"${STATE}/unshare.pid" || return 0
  if [[ "$(started_at "${pid}")" == "${ticks}" ]]; then
    printf '%s\n' "${pid}"
  fi
}

on_node() {
  nsenter --target "$(<"${STATE}/init.pid")" --mount --pid --net --ipc --uts -- env PATH="${PARTS}:${PATH}" "$@"
}

# usage: await SECONDS DESCRIPTION COMMAND...
await() {
  local deadline=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    if ((SECONDS >= deadline)) || [[ -z "$(node_process)" ]]; then
      tail -n 8 "${STATE}"/log/*.log >&2
      die "the cluster did not start: not reached: ${what}" "see above; all logs are in ${STATE}/log"
    fi
    sleep 0.1
  done
  stage "${what}"
}

kubectl() {
  "${ASSETS}/kubectl" --kubeconfig "${STATE}/kubeconfig/admin" "$@"
}

answers_names() {
  node --input-type module --eval '
    import { Resolver } from "node:dns/promises";
    const resolver = new Resolver({ timeout: 500, tries: 1 });
    resolver.setServers([process.env.NODE_ADDRESS]);
    await resolver.resolve4("kubernetes.default.svc.cluster.local");'
}

is_node_ready() {
  kubectl get node "${NODE}" --output 'jsonpath={.status.conditions[?(@.type=="Ready")].status}' | grep --quiet True
}

start() {
  require_support
  install_packages
  provide_binaries
  stop
  stage 'the binaries exist; starting the node'
  mkdir -p "${STATE}"/{pki,kubeconfig,log}
  chmod 700 "${STATE}"
  write_pause_image
  write_keys
  create_cgroups
  start_node
  await 60 'the API server is ready' test -e "${STATE}/api.ready"
  kubectl create clusterrole system:coredns --verb get,list,watch \
    --resource namespaces,services,pods,endpointslices.discovery.k8s.io >/dev/null
  kubectl create clusterrolebinding system:coredns --clusterrole system:coredns --user system:coredns >/dev/null
  await 60 'the node is ready' is_node_ready
  await 60 'CoreDNS is ready' answers_names
  await 60 'the ServiceAccount of the namespace default exists' kubectl -n default get serviceaccount default
  touch "${STATE}/started"
}

# ---- the end ----

remove_cgroup() {
  local folder=$1
  for _ in {1..100}; do
    [[ -d "${folder}" ]] || return 0
    find "${folder}" -depth -type d -exec rmdir {} + 2>/dev/null && return
    sleep 0.1
  done
  log "the cgroup ${folder} still has processes"
  return 1
}

# PID 1 of the namespaces ends with the process that created them, and everything in them ends with PID 1.
stop() {
  local pid folder
  [[ -e "${STATE}" ]] || return 0
  pid=$(node_process)
  if [[ -n "${pid}" ]]; then
    kill -KILL "${pid}"
    while [[ -n "$(node_process)" ]]; do sleep 0.05; done
  fi
  if [[ -f "${STATE}/cgroups" ]]; then
    while read -r folder; do
      remove_cgroup "${folder}"
    done <"${STATE}/cgroups"
  fi
  ip link delete "${INTERFACE}" 2>/dev/null || true # unless it was deleted with the namespace
  # Fails if a mount of the node is visible here.
  rm --recursive --force --one-file-system "${STATE}"
  stage 'the cluster is stopped'
}

main() {
  STATE="$(cache_folder)/cluster/state"
  export STATE
  case "${1:-}" in
    --stop)
      stop
      ;;
    --node)
      shift
      [[ -n "$(node_process)" ]] || die 'no cluster is running' "start it: hack/setup.sh cluster"
      PARTS=$(<"${STATE}/parts")
      on_node "$@"
      ;;
    *)
      without_arguments "$@"
      if [[ -z "$(node_process)" || ! -e "${STATE}/started" ]]; then
        start
      fi
      printf '%s\n' "${STATE}/kubeconfig/admin"
      ;;
  esac
}
