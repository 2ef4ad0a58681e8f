import { DNS_ADDRESS } from '../settings.ts'
import { kubectl } from './control-plane.ts'

const labels = { 'k8s-app': 'kube-dns' }
const metadata = { name: 'coredns', namespace: 'kube-system' }
// Names are cached for 30 s, as in clusters made by kubeadm.
const COREFILE = `.:5353 {
  errors
  health :8181
  ready :8182
  kubernetes cluster.local in-addr.arpa {
    ttl 30
  }
  cache 30
}
`
const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata }
const may = (apiGroup: string, ...resources: string[]) => ({
  apiGroups: [apiGroup],
  resources,
  verbs: ['list', 'watch'],
})
const role = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata,
  rules: [may('', 'endpoints', 'services', 'pods', 'namespaces'), may('discovery.k8s.io', 'endpointslices')],
}
const binding = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata,
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: metadata.name },
  subjects: [{ kind: 'ServiceAccount', ...metadata }],
}
const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { Corefile: COREFILE } }
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata,
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        serviceAccountName: metadata.name,
        dnsPolicy: 'Default',
        topologySpreadConstraints: [
          {
            topologyKey: 'kubernetes.io/hostname',
            maxSkew: 1,
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: labels },
          },
        ],
        containers: [
          {
            name: 'coredns',
            image: 'localhost/coredns:1',
            imagePullPolicy: 'Never',
            command: ['/coredns', '-conf', '/etc/coredns/Corefile'],
            readinessProbe: { httpGet: { path: '/ready', port: 8182 }, periodSeconds: 1 },
            lifecycle: { preStop: { sleep: { seconds: 5 } } },
            volumeMounts: [{ name: 'config', mountPath: '/etc/coredns' }],
          },
        ],
        volumes: [{ name: 'config', configMap: { name: metadata.name } }],
      },
    },
  },
}
const budget = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata,
  spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
}
const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'kube-dns', namespace: 'kube-system' },
  spec: {
    clusterIP: DNS_ADDRESS,
    selector: labels,
    ports: [
      { name: 'dns', port: 53, protocol: 'UDP', targetPort: 5353 },
      { name: 'dns-tcp', port: 53, protocol: 'TCP', targetPort: 5353 },
    ],
  },
}

/** Installs the DNS of the cluster, with two pods. */
export async function installDns(): Promise<void> {
  const items = [account, role, binding, config, deployment, budget, service]
  await kubectl(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
}
