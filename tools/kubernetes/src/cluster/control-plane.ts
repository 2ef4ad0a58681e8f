import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBeside, startProcess, succeeds, until } from '../run.ts'
import { bin, first, POD_NETWORK, SERVICE_NETWORK, work } from '../settings.ts'
import { pki } from './pki.ts'

const ETCD = 'http://127.0.0.1:2379'

/** Runs kubectl as the administrator. */
export function kubectl(args: readonly string[], input?: string, timeoutMs = 60_000): Promise<string> {
  return runBeside(join(bin, 'kubectl'), args, {
    input,
    timeoutMs,
    env: { KUBECONFIG: pki('admin.kubeconfig') },
  })
}

/** Runs helm as the administrator. */
export function helm(args: readonly string[], timeoutMs = 900_000): Promise<string> {
  const env = {
    KUBECONFIG: pki('admin.kubeconfig'),
    HELM_CACHE_HOME: join(work, 'helm'),
    HELM_CONFIG_HOME: join(work, 'helm'),
  }
  return runBeside(join(bin, 'helm'), args, { timeoutMs, env })
}

/** Starts etcd, the API server with pod security "restricted" for every namespace but kube-system, controllers and scheduler. */
export async function startControlPlane(): Promise<void> {
  const data = join(work, 'run/etcd')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const peers = 'http://127.0.0.1:2380'
  startProcess(
    'etcd',
    [
      'etcd',
      `--data-dir=${data}`,
      `--listen-client-urls=${ETCD}`,
      `--advertise-client-urls=${ETCD}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=default=${peers}`,
      '--unsafe-no-fsync',
    ],
    first.netns,
  )
  const admission = join(work, 'run/admission.json')
  writeFileSync(admission, JSON.stringify(ADMISSION))
  startProcess(
    'apiserver',
    [
      join(bin, 'kube-apiserver'),
      `--etcd-servers=${ETCD}`,
      `--advertise-address=${first.address}`,
      '--bind-address=0.0.0.0',
      '--secure-port=6443',
      `--tls-cert-file=${pki('apiserver.crt')}`,
      `--tls-private-key-file=${pki('apiserver.key')}`,
      `--client-ca-file=${pki('ca.crt')}`,
      `--service-account-key-file=${pki('service-account.pub')}`,
      `--service-account-signing-key-file=${pki('service-account.key')}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--kubelet-client-certificate=${pki('apiserver-kubelet.crt')}`,
      `--kubelet-client-key=${pki('apiserver-kubelet.key')}`,
      `--kubelet-certificate-authority=${pki('ca.crt')}`,
      '--kubelet-preferred-address-types=InternalIP',
      `--service-cluster-ip-range=${SERVICE_NETWORK}`,
      '--authorization-mode=Node,RBAC',
      '--enable-admission-plugins=NodeRestriction',
      `--admission-control-config-file=${admission}`,
      '--allow-privileged=true',
      '--profiling=false',
    ],
    first.netns,
  )
  await until('an API server that is ready (logs/apiserver.log)', 120, () =>
    succeeds(join(bin, 'kubectl'), [`--kubeconfig=${pki('admin.kubeconfig')}`, 'get', '--raw', '/readyz']),
  )
  startProcess(
    'controller-manager',
    [
      join(bin, 'kube-controller-manager'),
      ...asClient('controller-manager'),
      `--root-ca-file=${pki('ca.crt')}`,
      `--service-account-private-key-file=${pki('service-account.key')}`,
      '--use-service-account-credentials=true',
      '--allocate-node-cidrs=false',
      `--cluster-cidr=${POD_NETWORK}`,
    ],
    first.netns,
  )
  startProcess('scheduler', [join(bin, 'kube-scheduler'), ...asClient('scheduler')], first.netns)
}

function asClient(name: string): string[] {
  const file = pki(`${name}.kubeconfig`)
  return [
    `--kubeconfig=${file}`,
    `--authentication-kubeconfig=${file}`,
    `--authorization-kubeconfig=${file}`,
    '--leader-elect=false',
    '--bind-address=127.0.0.1',
  ]
}

const level = 'restricted'
const ADMISSION = {
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'AdmissionConfiguration',
  plugins: [
    {
      name: 'PodSecurity',
      configuration: {
        apiVersion: 'pod-security.admission.config.k8s.io/v1',
        kind: 'PodSecurityConfiguration',
        defaults: { enforce: level, 'enforce-version': 'latest', warn: level, 'warn-version': 'latest' },
        exemptions: { namespaces: ['kube-system'] },
      },
    },
  ],
}
