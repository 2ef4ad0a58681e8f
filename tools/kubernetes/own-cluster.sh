#!/bin/bash
# A Kubernetes of two nodes on this machine from packages alone, without a container engine and without images of a registry:
# Kubernetes, Helm and CoreDNS are built from the Go module proxy, images from Debian and npm. It needs root and 10 GB, and
# changes routes and settings of the kernel until it is taken down.
#
#   own-cluster.sh prepare              builds programs and images: 20 minutes on two free cores, with Go 1.25 or later
#   eval "$(own-cluster.sh up)"         starts it and sets KUBECONFIG, NODE_COMMAND and PATH
#   own-cluster.sh down                 ends its processes by their ids, and undoes all but programs and images
#   own-cluster.sh helm                 builds helm alone, for the tests of the chart
#
# KUBERNETES_WORK is its folder (default: ~/.cache/jobboard-kubernetes).
set -euo pipefail

KUBERNETES=v1.34.4 HELM=v3.22.0 COREDNS=v1.12.4
COMPONENTS=(kube-apiserver kube-controller-manager kube-scheduler kubelet kube-proxy kubectl)
SERVICES=(gateway accounts jobs pipeline candidate search webhook portal)
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${KUBERNETES_WORK:-$HOME/.cache/jobboard-kubernetes}
bin=$work/bin images=$work/images run=$work/run pki=$work/run/pki
mkdir -p "$bin" "$images" "$work/logs"
export PATH=$bin:$PATH KUBECONFIG=$pki/admin.kubeconfig

# A node is a network namespace: the first is connected to the machine, the second to the first.
NODES=(node1 node2)
declare -A ADDRESS=([node1]=10.123.0.2 [node2]=10.123.1.2) PODS=([node1]=10.244.0.0/24 [node2]=10.244.1.0/24)
declare -A GATEWAY=([node1]=10.123.0.1 [node2]=10.123.1.1)
MASTER=${ADDRESS[node1]}
SERVICE_NETWORK=10.96.0.0/16 POD_NETWORK=10.244.0.0/16 API_ADDRESS=10.96.0.1 DNS_ADDRESS=10.96.0.10

say() { echo "$(date +%T)  $*" >&2; }

# until_true WHAT SECONDS COMMAND...
until_true() {
  local what=$1 deadline=$(($(date +%s) + $2))
  shift 2
  until "$@" >/dev/null 2>&1; do
    [ "$(date +%s)" -lt "$deadline" ] || { say "$what: not so in time; see $work/logs"; return 1; }
    sleep 0.3
  done
}

check_machine() {
  local missing='' program package
  [ "$(id -u)" = 0 ] || { say 'real nodes need root: run this as root on a machine of its own'; exit 1; }
  while read -r program package; do
    command -v "$program" >/dev/null || missing+=" $package"
  done <<'LIST'
containerd containerd
runc runc
etcd etcd-server
debootstrap debootstrap
gcc gcc libc6-dev
ip iproute2
iptables iptables
nft nftables
conntrack conntrack
openssl openssl
/usr/lib/cni/bridge containernetworking-plugins
LIST
  [ -z "$missing" ] || { say "missing; on Debian: apt-get install --no-install-recommends$missing"; exit 1; }
}

# --- programs ---

build() { GOWORK=off CGO_ENABLED=0 GOFLAGS='-mod=mod -trimpath -buildvcs=false' nice -n 10 go "$@"; }

build_helm() {
  [ ! -e "$bin/helm" ] || return 0
  say 'building helm'
  local at=helm.sh/helm/v3
  local flags="-s -w -X $at/internal/version.version=$HELM -X $at/pkg/chartutil.k8sVersionMajor=1 -X $at/pkg/chartutil.k8sVersionMinor=34"
  (cd "$work" && GOFLAGS='-trimpath -buildvcs=false' GOWORK=off CGO_ENABLED=0 GOBIN=$bin nice -n 10 \
    go install -ldflags "$flags" "$at/cmd/helm@$HELM")
}

build_programs() {
  build_helm
  # The modules that Kubernetes replaces by folders of its repository are published under the same minor version.
  if [ ! -d "$work/src" ]; then
    local dir
    dir=$(cd "$work" && build mod download -json "k8s.io/kubernetes@$KUBERNETES" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
    cp -r "$dir" "$work/src.new"
    chmod -R u+w "$work/src.new"
    sed -i -E "s#^(\s+(\S+) => )\./staging/src/\S+\$#\1\2 ${KUBERNETES/v1./v0.}#" "$work/src.new/go.mod"
    mv "$work/src.new" "$work/src"
  fi
  local name at=k8s.io/component-base/version
  for name in "${COMPONENTS[@]}"; do
    [ ! -e "$bin/$name" ] || continue
    say "building $name"
    (cd "$work/src" && build build -o "$bin/$name" \
      -ldflags "-s -w -X $at.gitVersion=$KUBERNETES -X $at.gitMajor=1 -X $at.gitMinor=34" "./cmd/$name")
  done
  [ ! -e "$bin/coredns" ] || return 0
  say 'building coredns'
  mkdir -p "$work/coredns"
  cat > "$work/coredns/main.go" <<'GO'
package main

import (
	"github.com/coredns/coredns/core/dnsserver"
	"github.com/coredns/coredns/coremain"
	_ "github.com/coredns/coredns/plugin/cache"
	_ "github.com/coredns/coredns/plugin/errors"
	_ "github.com/coredns/coredns/plugin/health"
	_ "github.com/coredns/coredns/plugin/kubernetes"
	_ "github.com/coredns/coredns/plugin/ready"
)

func main() {
	dnsserver.Directives = []string{"health", "ready", "errors", "cache", "kubernetes"}
	coremain.Run()
}
GO
  (cd "$work/coredns" && { [ -e go.mod ] || build mod init coredns-of-a-test; } &&
    build get "github.com/coredns/coredns@$COREDNS" && build build -ldflags '-s -w' -o "$bin/coredns" .)
}

# --- images: archives as `docker save` writes them, with each layer once ---

# Debian with the Node of the project, and stand-ins for the images of Postgres and NATS.
base_layer() {
  [ ! -e "$work/base.tar" ] || return 0
  local rootfs=$work/rootfs
  if [ ! -d "$rootfs" ]; then
    say 'Debian by debootstrap'
    rm -rf "$rootfs.new"
    debootstrap --variant=minbase --include=ca-certificates,postgresql,nats-server bookworm "$rootfs.new" >&2
    mv "$rootfs.new" "$rootfs"
  fi
  install -D -m 755 "$root/node_modules/node/bin/node" "$rootfs/usr/local/bin/node"
  # The users of the official images.
  sed -i -E 's/^postgres:x:[0-9]+:[0-9]+:/postgres:x:70:70:/; /^node:/d' "$rootfs/etc/passwd"
  echo 'node:x:1000:1000::/home/node:/bin/sh' >> "$rootfs/etc/passwd"
  cat > "$rootfs/usr/local/bin/docker-entrypoint.sh" <<'SH'
#!/bin/sh
set -eu
[ -e "$PGDATA/PG_VERSION" ] || initdb --username=postgres --auth-host=scram-sha-256 -D "$PGDATA"
# On every address, like the official image.
exec "$@" -c 'listen_addresses=*'
SH
  chmod 755 "$rootfs/usr/local/bin/docker-entrypoint.sh"
  tar -C "$rootfs" --exclude='./dev/*' --exclude='./proc/*' --exclude='./sys/*' --exclude='./var/cache/apt/*' -cf "$work/base.tar" .
}

# layer FILE FOLDER PREFIX PATH...: a tar of these paths under a prefix of the image
layer() {
  local file=$1 folder=$2 prefix=$3
  shift 3
  tar -C "$folder" --owner=0 --group=0 --mtime=2026-01-01 --sort=name --exclude='*/node_modules/.cache' \
    --transform="flags=r;s,^\(\./\)\?,$prefix," -cf "$file" "$@"
}

digest() { sha256sum "$1" | cut -d' ' -f1; }

# image NAME USER COMMAND LAYER...: adds one to the archive in $archive; COMMAND is JSON
image() {
  local name=$1 user=$2 command=$3 ids=() tar config
  shift 3
  for tar in "$@"; do
    ids+=("$(digest "$tar")")
    ln -f "$tar" "$archive/${ids[-1]}.tar"
  done
  local path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/15/bin
  config="{\"architecture\":\"amd64\",\"os\":\"linux\",\"config\":{\"Cmd\":$command,\"Env\":[\"PATH=$path\",\"NODE_ENV=production\"],"
  config+="\"User\":\"$user\",\"WorkingDir\":\"/app\"},\"rootfs\":{\"type\":\"layers\",\"diff_ids\":[$(printf '"sha256:%s",' "${ids[@]}" | sed 's/,$//')]}}"
  local file
  file=$(printf %s "$config" | sha256sum | cut -d' ' -f1).json
  printf %s "$config" > "$archive/$file"
  printf '{"Config":"%s","RepoTags":["docker.io/library/%s"],"Layers":[%s]}\n' "$file" "$name" \
    "$(printf '"%s.tar",' "${ids[@]}" | sed 's/,$//')" >> "$archive/manifests"
}

open_archive() { archive=$work/archive; rm -rf "$archive"; mkdir -p "$archive"; }
close_archive() {
  sed '$!s/$/,/; 1s/^/[/; $s/$/]/' "$archive/manifests" > "$archive/manifest.json"
  rm "$archive/manifests"
  tar -C "$archive" -cf "$images/$1.tar" .
  rm -r "$archive"
  say "images/$1.tar"
}

server_images() {
  [ ! -e "$images/servers.tar" ] || return 0
  mkdir -p "$work/pause"
  # Process 1 of a pod with shareProcessNamespace: collects ended processes until SIGTERM.
  gcc -Os -static -x c -o "$work/pause/pause" - <<'C'
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static void stop(int signal) { _exit(0); }
static void collect(int signal) { while (waitpid(-1, NULL, WNOHANG) > 0); }
int main(void) {
  signal(SIGTERM, stop);
  signal(SIGINT, stop);
  signal(SIGCHLD, collect);
  for (;;) pause();
}
C
  layer "$work/pause.tar" "$work/pause" '' pause
  layer "$work/coredns.tar" "$bin" '' coredns
  open_archive
  image pause:1 65535:65535 '["/pause"]' "$work/pause.tar"
  image coredns:1 1000:1000 '["/coredns"]' "$work/coredns.tar"
  local names
  for names in $(sed -n 's/^ *image: \(\(postgres\|nats\):.*\)/\1/p' "$root/tools/kubernetes/servers.yaml" | sort -u); do
    image "$names" 70:70 '["sh"]' "$work/base.tar"
  done
  close_archive servers
}

# service_images CHECKOUT TAG: as deploy/Dockerfile makes them
service_images() {
  local checkout=$1 tag=$2 app=$work/apps/$2 name workspaces=() shared=() archive
  rm -rf "$app"
  mkdir -p "$app"
  say "$tag: npm ci"
  (cd "$checkout" && cp --parents package.json package-lock.json packages/*/package.json services/*/package.json tools/*/package.json "$app")
  for name in "${SERVICES[@]}"; do
    [ ! -d "$checkout/services/$name" ] || workspaces+=("--workspace=services/$name")
  done
  (cd "$app" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --include-workspace-root=false "${workspaces[@]}" >&2)
  layer "$work/installed-$tag.tar" "$app" app/ .
  for name in packages docs/guides CHANGELOG.md clients/dist; do
    [ ! -e "$checkout/$name" ] || shared+=("$name")
  done
  layer "$work/shared-$tag.tar" "$checkout" app/ "${shared[@]}"
  open_archive
  for name in "${workspaces[@]#--workspace=services/}"; do
    layer "$work/$name-$tag.tar" "$checkout" app/ "services/$name"
    image "jobboard-$name:$tag" 1000:1000 "[\"node\",\"services/$name/src/main.ts\"]" \
      "$work/base.tar" "$work/installed-$tag.tar" "$work/shared-$tag.tar" "$work/$name-$tag.tar"
  done
  close_archive "jobboard-$tag"
}

prepare() {
  check_machine
  build_programs
  base_layer
  server_images
  service_images "$root" new
  local commit checkout
  commit=$(sed -n 's/.*"commit": "\(.*\)".*/\1/p' "$root/releases.json" | head -1)
  checkout=$work/checkouts/$commit
  [ ! -e "$images/jobboard-old.tar" ] || return 0
  mkdir -p "$checkout"
  git -C "$root" archive "$commit" | tar -x -C "$checkout"
  service_images "$checkout" old
}

# --- certificates ---

# certificate NAME SUBJECT USE [ALTERNATIVES]
certificate() {
  local extensions="keyUsage=digitalSignature,keyEncipherment\nextendedKeyUsage=$3"
  [ $# -lt 4 ] || extensions+="\nsubjectAltName=$4"
  openssl req -new -newkey rsa:2048 -nodes -keyout "$pki/$1.key" -subj "$2" -out "$pki/$1.csr" 2>/dev/null
  openssl x509 -req -in "$pki/$1.csr" -CA "$pki/ca.crt" -CAkey "$pki/ca.key" -CAcreateserial -days 30 \
    -extfile <(printf '%b\n' "$extensions") -out "$pki/$1.crt" 2>/dev/null
}

# client NAME SUBJECT: a certificate with its kubeconfig; the subject decides what it may
client() {
  certificate "$1" "$2" clientAuth
  cat > "$pki/$1.kubeconfig" <<YAML
apiVersion: v1
kind: Config
clusters: [{ name: own, cluster: { server: "https://$MASTER:6443", certificate-authority: $pki/ca.crt } }]
users: [{ name: own, user: { client-certificate: $pki/$1.crt, client-key: $pki/$1.key } }]
contexts: [{ name: own, context: { cluster: own, user: own } }]
current-context: own
YAML
}

make_pki() {
  [ ! -e "$pki/ready" ] || return 0
  mkdir -p "$pki"
  openssl req -x509 -newkey rsa:2048 -nodes -keyout "$pki/ca.key" -subj /CN=jobboard-test -days 30 -out "$pki/ca.crt" 2>/dev/null
  certificate apiserver /CN=kube-apiserver serverAuth \
    "DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,IP:127.0.0.1,IP:$API_ADDRESS,IP:$MASTER"
  certificate apiserver-kubelet /O=system:masters/CN=apiserver clientAuth
  openssl genrsa -out "$pki/service-account.key" 2048 2>/dev/null
  openssl rsa -in "$pki/service-account.key" -pubout -out "$pki/service-account.pub" 2>/dev/null
  client admin /O=system:masters/CN=admin
  client controller-manager /CN=system:kube-controller-manager
  client scheduler /CN=system:kube-scheduler
  client proxy /CN=system:kube-proxy
  local node
  for node in "${NODES[@]}"; do
    certificate "kubelet-server-$node" "/CN=$node" serverAuth "DNS:$node,IP:${ADDRESS[$node]},IP:127.0.0.1"
    client "kubelet-$node" "/O=system:nodes/CN=system:node:$node"
  done
  touch "$pki/ready"
}

# --- network ---

# connect NODE LINK FROM...: a namespace with a link to where `ip FROM...` runs
connect() {
  local node=$1 link=$2
  shift 2
  ip netns add "$node"
  ip "$@" link add "$link" type veth peer name eth0 netns "$node"
  ip "$@" addr add "${GATEWAY[$node]}/24" dev "$link"
  ip "$@" link set "$link" up
  ip -n "$node" link set lo up
  ip -n "$node" addr add "${ADDRESS[$node]}/24" dev eth0
  ip -n "$node" link set eth0 up
  ip -n "$node" route add default via "${GATEWAY[$node]}"
  nsenter --net="/run/netns/$node" sysctl -qw net.ipv4.ip_forward=1
}

open_network() {
  [ ! -e /run/netns/node1 ] || return 0
  connect node1 jbk-host
  connect node2 jbk-node2 -n node1
  ip -n node1 route add "${PODS[node2]}" via "${ADDRESS[node2]}"
  local network
  for network in "$SERVICE_NETWORK" "$POD_NETWORK" 10.123.1.0/24; do ip route replace "$network" via "$MASTER"; done
}

# --- processes ---

is_running() { [ -e "$run/$1.pid" ] && [ -e "/proc/$(cat "$run/$1.pid")" ]; }

# launch NAME NODE COMMAND...: in the network of the node; nsenter, because `ip netns exec` would hide the control groups
launch() {
  local name=$1 node=$2
  shift 2
  ! is_running "$name" || return 0
  setsid nsenter --net="/run/netns/$node" "$@" > "$work/logs/$name.log" 2>&1 < /dev/null &
  echo $! > "$run/$name.pid"
}

# end NAME: SIGTERM, and SIGKILL after 15 s
end() {
  if is_running "$1"; then
    kill "$(cat "$run/$1.pid")"
    local i
    for i in $(seq 50); do is_running "$1" || break; sleep 0.3; done
    ! is_running "$1" || kill -9 "$(cat "$run/$1.pid")"
  fi
  rm -f "$run/$1.pid"
}

start_control_plane() {
  local etcd=http://127.0.0.1:2379 peers=http://127.0.0.1:2380 as
  mkdir -p -m 700 "$run/etcd"
  launch etcd node1 etcd --data-dir="$run/etcd" --listen-client-urls=$etcd --advertise-client-urls=$etcd \
    --listen-peer-urls=$peers --initial-advertise-peer-urls=$peers --initial-cluster=default=$peers --unsafe-no-fsync
  # Pod security "restricted" for every namespace but kube-system.
  cat > "$run/admission.yaml" <<'YAML'
apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
  - name: PodSecurity
    configuration:
      apiVersion: pod-security.admission.config.k8s.io/v1
      kind: PodSecurityConfiguration
      defaults: { enforce: restricted, enforce-version: latest, warn: restricted, warn-version: latest }
      exemptions: { namespaces: [kube-system] }
YAML
  launch apiserver node1 kube-apiserver --etcd-servers=$etcd --advertise-address="$MASTER" --bind-address=0.0.0.0 --secure-port=6443 \
    --tls-cert-file="$pki/apiserver.crt" --tls-private-key-file="$pki/apiserver.key" --client-ca-file="$pki/ca.crt" \
    --service-account-key-file="$pki/service-account.pub" --service-account-signing-key-file="$pki/service-account.key" \
    --service-account-issuer=https://kubernetes.default.svc --service-cluster-ip-range="$SERVICE_NETWORK" \
    --kubelet-client-certificate="$pki/apiserver-kubelet.crt" --kubelet-client-key="$pki/apiserver-kubelet.key" \
    --kubelet-certificate-authority="$pki/ca.crt" --kubelet-preferred-address-types=InternalIP \
    --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --allow-privileged=true --profiling=false \
    --admission-control-config-file="$run/admission.yaml"
  until_true 'an API server that is ready' 120 kubectl get --raw /readyz
  as() { echo "--kubeconfig=$pki/$1.kubeconfig --authentication-kubeconfig=$pki/$1.kubeconfig --authorization-kubeconfig=$pki/$1.kubeconfig --leader-elect=false --bind-address=127.0.0.1"; }
  # shellcheck disable=SC2046
  launch controller-manager node1 kube-controller-manager $(as controller-manager) --root-ca-file="$pki/ca.crt" \
    --service-account-private-key-file="$pki/service-account.key" --use-service-account-credentials=true \
    --allocate-node-cidrs=false --cluster-cidr="$POD_NETWORK"
  # shellcheck disable=SC2046
  launch scheduler node1 kube-scheduler $(as scheduler)
}

# start_node NODE: containerd with the images, kubelet, kube-proxy. The zeros of oom_score: root of a container may not lower
# the score that decides who is killed when memory ends. Those of conntrack cannot be written in a network namespace.
start_node() {
  local node=$1 dir=$run/$1 own archive
  mkdir -p "$dir/cni" "$dir/pod-logs" "$dir/kubelet"
  # Control groups of its own below those of the machine (version 1).
  for own in /sys/fs/cgroup/*/; do
    [ -e "$own/cgroup.procs" ] || continue
    mkdir -p "$own/$node"
    [ "$own" != /sys/fs/cgroup/cpuset/ ] || for archive in cpuset.cpus cpuset.mems; do cat "$own/$archive" > "$own/$node/$archive"; done
  done
  cat > "$dir/cni/10-bridge.conflist" <<JSON
{ "cniVersion": "0.4.0", "name": "pods", "plugins": [{ "type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": true, "hairpinMode": true,
  "ipam": { "type": "host-local", "dataDir": "$dir/addresses", "ranges": [[{ "subnet": "${PODS[$node]}" }]], "routes": [{ "dst": "0.0.0.0/0" }] } }] }
JSON
  echo "nameserver ${GATEWAY[node1]}" > "$dir/resolv.conf"
  cat > "$dir/containerd.toml" <<TOML
version = 2
root = "$dir/containerd/root"
state = "$dir/containerd/state"
oom_score = 0
disabled_plugins = ["io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs", "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.aufs"]
[grpc]
address = "$dir/containerd.sock"
[plugins."io.containerd.internal.v1.opt"]
path = "$dir/containerd/opt"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "docker.io/library/pause:1"
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "/usr/lib/cni"
conf_dir = "$dir/cni"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
SystemdCgroup = false
TOML
  launch "$node-containerd" "$node" containerd -c "$dir/containerd.toml"
  until_true "containerd of $node" 30 ctr -a "$dir/containerd.sock" version
  for archive in "$images"/*.tar; do
    [ ! "$dir/$(basename "$archive").imported" -nt "$archive" ] || continue
    say "$node: importing $(basename "$archive")"
    ctr -a "$dir/containerd.sock" -n k8s.io images import "$archive" >&2
    touch "$dir/$(basename "$archive").imported"
  done
  cat > "$dir/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: ${ADDRESS[$node]}
authentication: { anonymous: { enabled: false }, x509: { clientCAFile: $pki/ca.crt }, webhook: { enabled: true } }
authorization: { mode: Webhook }
tlsCertFile: $pki/kubelet-server-$node.crt
tlsPrivateKeyFile: $pki/kubelet-server-$node.key
containerRuntimeEndpoint: unix://$dir/containerd.sock
cgroupDriver: cgroupfs
cgroupRoot: /$node
cgroupsPerQOS: true
enforceNodeAllocatable: [pods]
failCgroupV1: false
failSwapOn: false
oomScoreAdj: 0
maxOpenFiles: 20000
maxPods: 60
podCIDR: ${PODS[$node]}
resolvConf: $dir/resolv.conf
clusterDomain: cluster.local
clusterDNS: [$DNS_ADDRESS]
podLogsDir: $dir/pod-logs
imageGCHighThresholdPercent: 100
imageGCLowThresholdPercent: 99
evictionHard: { memory.available: 200Mi, nodefs.available: 1%, imagefs.available: 1% }
nodeStatusUpdateFrequency: 5s
YAML
  launch "$node-kubelet" "$node" kubelet --config="$dir/kubelet.yaml" --kubeconfig="$pki/kubelet-$node.kubeconfig" \
    --root-dir="$dir/kubelet" --cert-dir="$dir/kubelet-pki" --hostname-override="$node" --node-ip="${ADDRESS[$node]}"
  # It ends when its configuration is written again.
  ! is_running "$node-proxy" || return 0
  cat > "$dir/proxy.yaml" <<YAML
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: nftables
clusterCIDR: $POD_NETWORK
hostnameOverride: $node
clientConnection: { kubeconfig: $pki/proxy.kubeconfig }
conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s }
healthzBindAddress: 127.0.0.1:10256
metricsBindAddress: 127.0.0.1:10249
oomScoreAdj: 0
YAML
  launch "$node-proxy" "$node" kube-proxy --config="$dir/proxy.yaml"
}

up() {
  check_machine
  local node absent=()
  for node in helm coredns "${COMPONENTS[@]}"; do [ -e "$bin/$node" ] || absent+=("$node"); done
  [ ${#absent[@]} = 0 ] && [ -e "$images/jobboard-new.tar" ] || { say "$work lacks ${absent[*]:-images}: $0 prepare"; exit 1; }
  mkdir -p "$run"
  # The kubelet sets these for the whole machine.
  [ -e "$run/sysctl.before" ] || sysctl vm.overcommit_memory kernel.panic kernel.panic_on_oops vm.panic_on_oom > "$run/sysctl.before"
  make_pki
  open_network
  start_control_plane
  for node in "${NODES[@]}"; do start_node "$node"; done
  for node in "${NODES[@]}"; do
    until_true "$node in the cluster" 60 kubectl get node "$node"
    kubectl wait --for=condition=Ready "node/$node" --timeout=90s >&2
  done
  sed "s/DNS_ADDRESS/$DNS_ADDRESS/" "$root/tools/kubernetes/own-dns.yaml" | kubectl apply -f - >&2
  kubectl -n kube-system rollout status deployment/coredns --timeout=90s >&2
  echo "export KUBECONFIG=$KUBECONFIG PATH=$bin:\$PATH NODE_COMMAND='nsenter --net=/run/netns/{}'"
}

down() {
  local node task ctr path name network
  for node in "${NODES[@]}"; do
    end "$node-kubelet"
    end "$node-proxy"
    if is_running "$node-containerd"; then
      ctr=(ctr -a "$run/$node/containerd.sock" -n k8s.io)
      for task in $("${ctr[@]}" tasks ls -q); do "${ctr[@]}" tasks kill -s KILL "$task" || true; done
      none_left() {
        for task in $("${ctr[@]}" tasks ls -q); do "${ctr[@]}" tasks rm -f "$task" || true; done
        [ -z "$("${ctr[@]}" tasks ls -q)" ]
      }
      until_true "the end of the containers of $node" 30 none_left
      for task in $("${ctr[@]}" containers ls -q); do "${ctr[@]}" containers rm "$task" || true; done
    fi
    end "$node-containerd"
  done
  for name in scheduler controller-manager apiserver etcd; do end "$name"; done
  # What containers mounted, the innermost first, and the networks of pods.
  for path in $(cut -d' ' -f2 /proc/mounts | grep "^$run/" | sort -r); do umount -l "$path" || true; done
  for path in /run/netns/cni-*; do [ ! -e "$path" ] || ip netns del "$(basename "$path")"; done
  for network in "$SERVICE_NETWORK" "$POD_NETWORK" 10.123.1.0/24; do ip route del "$network" via "$MASTER" 2>/dev/null || true; done
  for node in node2 node1; do [ ! -e "/run/netns/$node" ] || ip netns del "$node"; done
  ip link del jbk-host 2>/dev/null || true
  for node in "${NODES[@]}"; do
    for path in /sys/fs/cgroup/*/"$node"; do [ ! -e "$path" ] || find "$path" -depth -type d -exec rmdir {} \; ; done
  done
  [ ! -e "$run/sysctl.before" ] || sysctl -q -p "$run/sysctl.before"
  rm -rf "$run"
}

case "${1:-}" in
  prepare | up | down) "$1" ;;
  helm) build_helm ;;
  *) sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
