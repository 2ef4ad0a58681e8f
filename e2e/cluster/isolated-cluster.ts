import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, startCluster } from '@jobboard/cluster/cluster'
import { namespaces } from '@jobboard/cluster/network'
import { readSettings } from '@jobboard/stack/settings'
import { type Client, client } from '@jobboard/testkit/client'
import { retrying } from '@jobboard/testkit/retrying-client'
import { openReceiver, type Receiver } from '../faults/support/receiver.ts'

/** A cluster, whose members can be cut off, with its clients and a webhook receiver. */
export interface IsolatedCluster {
  cluster: Cluster
  admin: Client
  api(key: string): Client
  receiver: Receiver
  stop(): Promise<void>
}

/** Of the disk under nats-3, which a fault fills. */
const SMALL_DISK = 'size=192m'

/** Starts it in a folder; this process must be in namespaces of its own. */
export async function startIsolatedCluster(
  dataDir: string,
  log: (line: string) => void,
): Promise<IsolatedCluster> {
  const store = join(dataDir, 'nats-3', 'jetstream')
  mkdirSync(store, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', SMALL_DISK, 'none', store])
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORTAL_PORT: undefined,
    NODE_ENV: 'test',
    // Seconds before the attempts 2 to 8, instead of D-51's hours.
    WEBHOOK_RETRY_DELAYS_SECONDS: '1,1,2,2,3,3,5',
  }
  const settings = readSettings(env)
  const network = namespaces()
  const cluster = await startCluster({ settings, env, network, log })
  const receiver = await openReceiver(network.address)
  return {
    cluster,
    admin: retrying(client(cluster.adminUrl, { authorization: `Bearer ${settings.adminToken}` })),
    api: (key) => client(cluster.baseUrl, { authorization: `Bearer ${key}` }),
    receiver,
    async stop() {
      await receiver.close()
      await cluster.stop()
      execFileSync('umount', [store])
    },
  }
}
