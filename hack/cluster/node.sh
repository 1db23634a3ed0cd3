#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The node: PID 1 of the namespaces that hack/setup.sh cluster creates. Mounts what the node has of its own, configures
# its network, and runs the components. A component that ends is started again, as a service manager does.
set -o errexit -o nounset -o pipefail

# /proc still shows the pid outside of the namespace. `read` opens the file in this process, not in a child.
read -r pid _ </proc/self/stat
printf '%s\n' "${pid}" >"${STATE}/init.pid.new"
mv "${STATE}/init.pid.new" "${STATE}/init.pid"

readonly KEYS=${STATE}/pki USERS=${STATE}/kubeconfig
export PATH=${PARTS}:${PATH}
# hack/setup.sh cluster runs commands on the node with the binaries of the running cluster.
printf '%s\n' "${PARTS}" >"${STATE}/parts"

# ---- mounts ----

# Settings of the whole machine that the kubelet wants: it finds the values that it wants, and changes nothing.
override_setting() {
  local file=${STATE}/settings/${1//\//_}
  printf '%s\n' "$2" >"${file}"
  mount --bind "${file}" "/proc/sys/$1"
}

mount --make-rshared /
mount -t proc proc /proc
mkdir -p "${STATE}"/{settings,var-lib/upper,var-lib/work,pod-logs,network,plugins,kubelet,containerd}
override_setting vm/overcommit_memory 1
override_setting vm/panic_on_oom 0
override_setting kernel/panic 10
override_setting kernel/panic_on_oops 1
override_setting kernel/keys/root_maxkeys 1000000
override_setting kernel/keys/root_maxbytes 25000000

# cgroup v1 has a hierarchy for each controller.
mount_hierarchies() {
  local controllers folder options
  mount -t tmpfs -o mode=755 tmpfs /sys/fs/cgroup
  while IFS=: read -r _ controllers _; do
    [[ -n "${controllers}" ]] || continue
    folder=/sys/fs/cgroup/${controllers#name=}
    options=${controllers}
    if [[ "${controllers}" == name=* ]]; then options=none,${controllers}; fi
    mkdir -p "${folder}"
    mount -t cgroup -o "${options}" cgroup "${folder}"
  done </proc/self/cgroup
}

# cgroup v2 has one. Its root may delegate controllers when hack/setup.sh cluster has moved all processes out of it.
mount_unified_hierarchy() {
  local controller
  mount -t cgroup2 cgroup2 /sys/fs/cgroup
  until [[ -z "$(</sys/fs/cgroup/cgroup.procs)" ]]; do sleep 0.05; done
  for controller in $(</sys/fs/cgroup/cgroup.controllers); do
    echo "+${controller}" >/sys/fs/cgroup/cgroup.subtree_control
  done
}

mount_cgroups=mount_hierarchies
if [[ -e /sys/fs/cgroup/cgroup.controllers ]]; then mount_cgroups=mount_unified_hierarchy; fi
mount -t sysfs sysfs /sys
"${mount_cgroups}"
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /run/lock
mount -t overlay -o "lowerdir=/var/lib,upperdir=${STATE}/var-lib/upper,workdir=${STATE}/var-lib/work" overlay /var/lib
hostname "${NODE}"

# ---- network ----

ip link set lo up
until ip link show eth0 >/dev/null 2>&1; do sleep 0.05; done # hack/setup.sh cluster moves it here
ip addr add "${NODE_ADDRESS}/30" dev eth0
ip link set eth0 up
ip route add default via "${GATEWAY}"
echo 1 >/proc/sys/net/ipv4/ip_forward
echo 1 >/proc/sys/net/bridge/bridge-nf-call-iptables
printf 'nameserver 127.0.0.1\n' >"${STATE}/resolv.conf" # nothing resolves names outside of the cluster

# ---- components ----

# usage: run NAME COMMAND...
run() {
  local name=$1
  shift
  while :; do
    "$@" || true
    sleep 0.2
  done >>"${STATE}/log/${name}.log" 2>&1 </dev/null &
}

run etcd "${ASSETS}/etcd" --data-dir "${STATE}/etcd" --unsafe-no-fsync --log-level warn \
  --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
  --listen-peer-urls http://127.0.0.1:2380 --initial-advertise-peer-urls http://127.0.0.1:2380 \
  --initial-cluster default=http://127.0.0.1:2380

# The requests of operators, from which tests compute the permissions that they used.
cat >"${STATE}/audit.yaml" <<YAML
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
  - { level: None, userGroups: ["system:serviceaccounts:kube-system"] }
  - { level: Metadata, userGroups: ["system:serviceaccounts"] }
YAML
run kube-apiserver "${ASSETS}/kube-apiserver" --etcd-servers http://127.0.0.1:2379 \
  --bind-address 0.0.0.0 --advertise-address "${NODE_ADDRESS}" --secure-port 6443 \
  --tls-cert-file "${KEYS}/apiserver.crt" --tls-private-key-file "${KEYS}/apiserver.key" --client-ca-file "${KEYS}/ca.crt" \
  --kubelet-client-certificate "${KEYS}/kubelet-client.crt" --kubelet-client-key "${KEYS}/kubelet-client.key" \
  --kubelet-preferred-address-types InternalIP --service-cluster-ip-range "${SERVICE_CIDR}" \
  --service-account-issuer https://kubernetes.default.svc --service-account-key-file "${KEYS}/sa.pub" \
  --service-account-signing-key-file "${KEYS}/sa.key" \
  --token-auth-file "${KEYS}/tokens.csv" --authorization-mode Node,RBAC --enable-admission-plugins NodeRestriction \
  --requestheader-client-ca-file "${KEYS}/ca.crt" --requestheader-allowed-names front-proxy \
  --requestheader-username-headers X-Remote-User --requestheader-group-headers X-Remote-Group \
  --requestheader-extra-headers-prefix X-Remote-Extra- --proxy-client-cert-file "${KEYS}/front-proxy.crt" \
  --proxy-client-key-file "${KEYS}/front-proxy.key" --profiling=false \
  --audit-policy-file "${STATE}/audit.yaml" --audit-log-path "${STATE}/log/audit.log"

cat >"${STATE}/containerd.toml" <<TOML
version = 3
root = "${STATE}/containerd"
state = "/run/containerd"
oom_score = 0
disabled_plugins = ["io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs", "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.erofs", "io.containerd.snapshotter.v1.blockfile"]
[grpc]
  address = "/run/containerd/containerd.sock"
[plugins."io.containerd.cri.v1.images"]
  snapshotter = "overlayfs"
  [plugins."io.containerd.cri.v1.images".pinned_images]
    sandbox = "vmgen.test/pause:1"
[plugins."io.containerd.cri.v1.runtime"]
  restrict_oom_score_adj = true
  disable_apparmor = true
  [plugins."io.containerd.cri.v1.runtime".cni]
    bin_dirs = ["/usr/lib/cni"]
    conf_dir = "${STATE}/network"
  [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc.options]
      SystemdCgroup = false
TOML
cat >"${STATE}/network/10-bridge.conflist" <<JSON
{ "cniVersion": "0.4.0", "name": "bridge", "plugins": [
  { "type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": true, "hairpinMode": true,
    "ipam": { "type": "host-local", "dataDir": "/run/addresses", "ranges": [[{ "subnet": "${POD_CIDR}" }]], "routes": [{ "dst": "0.0.0.0/0" }] } },
  { "type": "portmap", "capabilities": { "portMappings": true } } ] }
JSON
run containerd containerd --config "${STATE}/containerd.toml" --log-level info

until curl --silent --fail --cacert "${KEYS}/ca.crt" --output /dev/null "${API}/readyz"; do sleep 0.1; done
touch "${STATE}/api.ready"

# With its default limit of requests, the controller manager takes 4 s longer to start.
run kube-controller-manager "${ASSETS}/kube-controller-manager" --kubeconfig "${USERS}/kube-controller-manager" \
  --use-service-account-credentials --service-account-private-key-file "${KEYS}/sa.key" --root-ca-file "${KEYS}/ca.crt" \
  --leader-elect=false --bind-address 127.0.0.1 --profiling=false --kube-api-qps 500 --kube-api-burst 500
run kube-scheduler kube-scheduler --kubeconfig "${USERS}/kube-scheduler" --leader-elect=false \
  --bind-address 127.0.0.1 --profiling=false

# Images cannot be fetched again, so the kubelet must not delete them.
cat >"${STATE}/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
failCgroupV1: false
failSwapOn: false
cgroupDriver: cgroupfs
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
podLogsDir: ${STATE}/pod-logs
volumePluginDir: ${STATE}/plugins
resolvConf: ${STATE}/resolv.conf
clusterDomain: cluster.local
clusterDNS: ["${NODE_ADDRESS}"]
authentication: { anonymous: { enabled: false }, webhook: { enabled: true }, x509: { clientCAFile: ${KEYS}/ca.crt } }
authorization: { mode: Webhook }
oomScoreAdj: 0
imageGCHighThresholdPercent: 100
evictionHard: { memory.available: "1Mi", nodefs.available: "0%", nodefs.inodesFree: "0%", imagefs.available: "0%", imagefs.inodesFree: "0%" }
YAML
until ctr version >/dev/null 2>&1; do sleep 0.1; done
ctr --namespace k8s.io images import "${STATE}/pause.tar" >>"${STATE}/log/images.log" 2>&1
run kubelet kubelet --config "${STATE}/kubelet.yaml" --kubeconfig "${USERS}/kubelet" --root-dir "${STATE}/kubelet" \
  --cert-dir "${STATE}/kubelet/pki" --hostname-override "${NODE}" --node-ip "${NODE_ADDRESS}"

# The limits of connection tracking belong to the whole machine.
cat >"${STATE}/kube-proxy.yaml" <<YAML
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: iptables
hostnameOverride: ${NODE}
clientConnection: { kubeconfig: ${USERS}/kube-proxy }
clusterCIDR: ${POD_CIDR}
healthzBindAddress: 127.0.0.1:10256
metricsBindAddress: 127.0.0.1:10249
conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s }
YAML
run kube-proxy kube-proxy --config "${STATE}/kube-proxy.yaml"

# CoreDNS runs on the node, not in a pod.
cat >"${STATE}/Corefile" <<CONFIGURATION
.:53 {
  bind ${NODE_ADDRESS}
  errors
  cache 5
  kubernetes cluster.local in-addr.arpa ip6.arpa {
    kubeconfig ${USERS}/coredns
    ttl 5
  }
}
CONFIGURATION
run coredns coredns -conf "${STATE}/Corefile"

# Reaps ended processes until hack/setup.sh cluster kills the namespaces.
trap 'exit 0' TERM INT
while :; do
  sleep 3600 &
  wait $! || true
done
