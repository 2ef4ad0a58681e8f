import { say, until } from '../run.ts'
import { nodes } from '../settings.ts'
import { kubectl, startControlPlane } from './control-plane.ts'
import { installDns } from './dns.ts'
import { prepareNamespace, readSecrets } from './job-board.ts'
import { openNetwork } from './network.ts'
import { startNode } from './node.ts'
import { makePki } from './pki.ts'
import { startServers } from './servers.ts'

/** Starts the cluster, Postgres and NATS; what runs is left as it is. */
export async function bringUp(): Promise<void> {
  makePki()
  openNetwork()
  const secrets = readSecrets()
  await startServers((name) => secrets[name] ?? '')
  say('Postgres and NATS are ready')
  await startControlPlane()
  say('the API server is ready')
  for (const node of nodes) await startNode(node)
  for (const { name } of nodes) {
    await until(`${name} in the cluster`, 60, async () =>
      (await kubectl(['get', 'nodes', '-o', 'name'])).includes(`node/${name}`),
    )
    await kubectl(['wait', '--for=condition=Ready', `node/${name}`, '--timeout=90s'], undefined, 100_000)
    say(`${name} is ready`)
  }
  await installDns()
  await kubectl(
    ['-n', 'kube-system', 'rollout', 'status', 'deployment/coredns', '--timeout=90s'],
    undefined,
    100_000,
  )
  await prepareNamespace(secrets)
  say('the DNS of the cluster is ready')
}
