import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, say, startProcess, succeeds, until } from '../run.ts'
import { bin, DNS_ADDRESS, HOST_ADDRESS, type Node, POD_NETWORK, work } from '../settings.ts'
import { pki } from './pki.ts'

const folder = (node: Node, ...names: string[]) => join(work, 'run', node.name, ...names)
export const socketOf = (node: Node): string => folder(node, 'containerd.sock')
export const CGROUPS = '/sys/fs/cgroup'
/** The kubelet sets these for the whole machine; `down` sets them back. */
export const SYSCTLS = ['vm.overcommit_memory', 'kernel.panic', 'kernel.panic_on_oops', 'vm.panic_on_oom']

/** Starts containerd, imports the images, starts kubelet and kube-proxy. */
export async function startNode(node: Node): Promise<void> {
  for (const part of ['cni', 'pod-logs', 'kubelet']) mkdirSync(folder(node, part), { recursive: true })
  const saved = join(work, 'run/sysctl.before')
  if (!existsSync(saved)) writeFileSync(saved, run('sysctl', SYSCTLS))
  makeCgroups(node)
  const write = (name: string, value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    writeFileSync(folder(node, name), text)
    return folder(node, name)
  }
  write('cni/10-bridge.conflist', bridge(node))
  write('resolv.conf', `nameserver ${HOST_ADDRESS}\n`)
  startProcess(
    `${node.name}-containerd`,
    ['containerd', '-c', write('containerd.toml', containerd(node))],
    node.netns,
  )
  const ctr = ['-a', socketOf(node)]
  await until(`containerd of ${node.name}`, 30, () =>
    succeeds('ctr', [...ctr, 'version'], { timeoutMs: 1_000 }),
  )
  importImages(node)
  startProcess(
    `${node.name}-kubelet`,
    [
      join(bin, 'kubelet'),
      `--config=${write('kubelet.json', kubelet(node))}`,
      `--kubeconfig=${pki(`kubelet-${node.name}.kubeconfig`)}`,
      `--root-dir=${folder(node, 'kubelet')}`,
      `--cert-dir=${folder(node, 'kubelet-pki')}`,
      `--hostname-override=${node.name}`,
      `--node-ip=${node.address}`,
    ],
    node.netns,
  )
  startProcess(
    `${node.name}-proxy`,
    [join(bin, 'kube-proxy'), `--config=${write('proxy.json', proxy(node))}`],
    node.netns,
  )
}

/** Imports the archives that are new or changed since the last import. */
export function importImages(node: Node): void {
  for (const archive of readdirSync(join(work, 'images'))) {
    const file = join(work, 'images', archive)
    const imported = folder(node, `${archive}.imported`)
    const version = String(statSync(file).mtimeMs)
    if (existsSync(imported) && readFileSync(imported, 'utf8') === version) continue
    say(`${node.name}: importing ${archive}`)
    run('ctr', ['-a', socketOf(node), '-n', 'k8s.io', 'images', 'import', file], { timeoutMs: 600_000 })
    writeFileSync(imported, version)
  }
}

/** Each node has control groups of its own below those of the machine (version 1). */
function makeCgroups(node: Node): void {
  for (const controller of readdirSync(CGROUPS)) {
    if (!existsSync(join(CGROUPS, controller, 'cgroup.procs'))) continue
    const own = join(CGROUPS, controller, node.name)
    mkdirSync(own, { recursive: true })
    if (controller !== 'cpuset') continue
    for (const file of ['cpuset.cpus', 'cpuset.mems'])
      writeFileSync(join(own, file), readFileSync(join(CGROUPS, controller, file)))
  }
}

// restrict_oom_score_adj and the zeros: root of a container may not lower the score that decides who is killed when memory ends.
const containerd = (node: Node) => `version = 2
root = "${folder(node, 'containerd/root')}"
state = "${folder(node, 'containerd/state')}"
oom_score = 0
disabled_plugins = ["io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs", "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.aufs"]
[grpc]
address = "${socketOf(node)}"
[plugins."io.containerd.internal.v1.opt"]
path = "${folder(node, 'containerd/opt')}"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "localhost/pause:1"
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "/usr/lib/cni"
conf_dir = "${folder(node, 'cni')}"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
SystemdCgroup = false
`

const bridge = (node: Node) => ({
  cniVersion: '0.4.0',
  name: 'pods',
  plugins: [
    {
      type: 'bridge',
      bridge: 'cni0',
      isGateway: true,
      ipMasq: true,
      hairpinMode: true,
      ipam: {
        type: 'host-local',
        dataDir: folder(node, 'addresses'),
        ranges: [[{ subnet: node.pods }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
  ],
})

const kubelet = (node: Node) => ({
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  address: node.address,
  authentication: {
    anonymous: { enabled: false },
    x509: { clientCAFile: pki('ca.crt') },
    webhook: { enabled: true },
  },
  authorization: { mode: 'Webhook' },
  tlsCertFile: pki(`kubelet-server-${node.name}.crt`),
  tlsPrivateKeyFile: pki(`kubelet-server-${node.name}.key`),
  containerRuntimeEndpoint: `unix://${socketOf(node)}`,
  cgroupDriver: 'cgroupfs',
  cgroupRoot: `/${node.name}`,
  cgroupsPerQOS: true,
  enforceNodeAllocatable: ['pods'],
  failCgroupV1: false,
  failSwapOn: false,
  oomScoreAdj: 0,
  maxOpenFiles: 20_000,
  maxPods: 60,
  podCIDR: node.pods,
  resolvConf: folder(node, 'resolv.conf'),
  clusterDomain: 'cluster.local',
  clusterDNS: [DNS_ADDRESS],
  podLogsDir: folder(node, 'pod-logs'),
  imageGCHighThresholdPercent: 100,
  imageGCLowThresholdPercent: 99,
  evictionHard: { 'memory.available': '200Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
  nodeStatusUpdateFrequency: '5s',
})

// The zeros: these limits of connection tracking cannot be written in a network namespace.
const proxy = (node: Node) => ({
  apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
  kind: 'KubeProxyConfiguration',
  mode: 'nftables',
  clusterCIDR: POD_NETWORK,
  hostnameOverride: node.name,
  clientConnection: { kubeconfig: pki('proxy.kubeconfig') },
  conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
  healthzBindAddress: '127.0.0.1:10256',
  metricsBindAddress: '127.0.0.1:10249',
  oomScoreAdj: 0,
})
