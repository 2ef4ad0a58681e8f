import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.ts'
import { API_ADDRESS, first, nodes, work } from '../settings.ts'

const folder = join(work, 'pki')
export const pki = (name: string): string => join(folder, name)

/** Who calls the API server: the subject of the certificate decides what it may. */
const CLIENTS: Record<string, string> = {
  admin: '/O=system:masters/CN=admin',
  'controller-manager': '/CN=system:kube-controller-manager',
  scheduler: '/CN=system:kube-scheduler',
  proxy: '/CN=system:kube-proxy',
  ...Object.fromEntries(
    nodes.map(({ name }) => [`kubelet-${name}`, `/O=system:nodes/CN=system:node:${name}`]),
  ),
}

/** Makes an authority for 30 days, certificates of servers and clients, and a kubeconfig for each client. */
export function makePki(): void {
  if (existsSync(pki('ready'))) return
  mkdirSync(folder, { recursive: true })
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    pki('ca.key'),
    '-subj',
    '/CN=jobboard-test',
    '-days',
    '30',
    '-out',
    pki('ca.crt'),
  )
  const names = ['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc']
  const addresses = ['127.0.0.1', API_ADDRESS, first.address]
  certificate('apiserver', '/CN=kube-apiserver', 'serverAuth', [
    ...names.map((name) => `DNS:${name}`),
    ...addresses.map((address) => `IP:${address}`),
  ])
  certificate('apiserver-kubelet', '/O=system:masters/CN=apiserver', 'clientAuth')
  for (const { name, address } of nodes) {
    certificate(`kubelet-server-${name}`, `/CN=${name}`, 'serverAuth', [
      `DNS:${name}`,
      `IP:${address}`,
      'IP:127.0.0.1',
    ])
  }
  openssl('genrsa', '-out', pki('service-account.key'), '2048')
  openssl('rsa', '-in', pki('service-account.key'), '-pubout', '-out', pki('service-account.pub'))
  for (const [name, subject] of Object.entries(CLIENTS)) {
    certificate(name, subject, 'clientAuth')
    writeFileSync(pki(`${name}.kubeconfig`), kubeconfig(name))
  }
  writeFileSync(pki('ready'), '')
}

function certificate(name: string, subject: string, use: string, alternatives: string[] = []): void {
  const extensions = [
    'keyUsage=digitalSignature,keyEncipherment',
    `extendedKeyUsage=${use}`,
    ...(alternatives.length > 0 ? [`subjectAltName=${alternatives.join(',')}`] : []),
  ]
  writeFileSync(pki(`${name}.ext`), `${extensions.join('\n')}\n`)
  openssl(
    'req',
    '-new',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    pki(`${name}.key`),
    '-subj',
    subject,
    '-out',
    pki(`${name}.csr`),
  )
  const authority = ['-CA', pki('ca.crt'), '-CAkey', pki('ca.key'), '-CAcreateserial', '-days', '30']
  openssl(
    'x509',
    '-req',
    '-in',
    pki(`${name}.csr`),
    ...authority,
    '-out',
    pki(`${name}.crt`),
    '-extfile',
    pki(`${name}.ext`),
  )
}

function openssl(...args: string[]): void {
  run('openssl', args)
}

function kubeconfig(name: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'test',
        cluster: { server: `https://${first.address}:6443`, 'certificate-authority': pki('ca.crt') },
      },
    ],
    users: [{ name, user: { 'client-certificate': pki(`${name}.crt`), 'client-key': pki(`${name}.key`) } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: name } }],
    'current-context': 'test',
  })
}
