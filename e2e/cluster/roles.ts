import type { Cluster } from '@jobboard/cluster/cluster'
import { eventually } from '@jobboard/testkit/eventually'

interface Jsz {
  meta_cluster?: { leader?: string }
  account_details?: {
    stream_detail: {
      name: string
      cluster?: { leader?: string }
      consumer_detail?: { cluster?: { leader?: string } }[]
    }[]
  }[]
}

type Find = (cluster: Cluster) => Promise<string>

/** Reads until a server of the cluster reports the name of a leader. */
const leader =
  (what: string, query: string, read: (jsz: Jsz) => string | undefined): Find =>
  ({ natsMonitors }) =>
    eventually(`a leader of ${what}`, async () => {
      for (const url of natsMonitors) {
        const found = await get<Jsz>(`${url}/jsz?${query}`)
        const name = found && read(found)
        if (name) return name
      }
      return undefined
    })

const streamsOf = ({ account_details = [] }: Jsz) =>
  account_details.flatMap(({ stream_detail }) => stream_detail)

/** Names of the NATS servers that lead a stream, one of its consumers, and the cluster. */
export const leaderOf = {
  stream: (stream: string) =>
    leader(
      stream,
      'streams=true',
      (jsz) => streamsOf(jsz).find(({ name }) => name === stream)?.cluster?.leader,
    ),
  consumer: (stream: string) =>
    leader(`a consumer of ${stream}`, 'streams=true&consumers=true', (jsz) =>
      streamsOf(jsz)
        .find(({ name }) => name === stream)
        ?.consumer_detail?.map(({ cluster }) => cluster?.leader)
        .find(Boolean),
    ),
  meta: leader('the cluster', '', (jsz) => jsz.meta_cluster?.leader),
}

/** Name of the Postgres that Patroni has as its primary. */
export const primaryOf: Find = ({ patroniUrls }) =>
  eventually('a primary', async () => {
    for (const [name, url] of patroniUrls) {
      const response = await fetch(`${url}/primary`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      )
      if (response?.ok) return name
    }
    return undefined
  })

/** Name of the etcd that leads. */
export const etcdLeader: Find = async ({ etcdUrls }) =>
  eventually('a leader of etcd', async () => {
    for (const [name, url] of etcdUrls) {
      const response = await fetch(`${url}/v3/maintenance/status`, {
        method: 'POST',
        body: '{}',
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined)
      if (!response?.ok) continue
      const { leader, header } = (await response.json()) as { leader: string; header: { member_id: string } }
      if (leader === header.member_id) return name
    }
    return undefined
  })

/** Waits until the cluster is whole: a primary with a synchronous standby, and every NATS server healthy. */
export async function waitUntilWhole({ patroniUrls, natsMonitors }: Cluster): Promise<void> {
  await eventually(
    'a primary and a synchronous standby',
    async () => {
      for (const url of patroniUrls.values()) {
        const found = await get<{ members: { role: string; state: string }[] }>(`${url}/cluster`)
        const roles = found?.members.map(({ role }) => role) ?? []
        if (roles.includes('leader') && roles.includes('sync_standby')) return true
      }
      return false
    },
    WHOLE_MS,
  )
  for (const url of natsMonitors) {
    await eventually(
      `health of ${url}`,
      async () => (await get<unknown>(`${url}/healthz`)) !== undefined,
      WHOLE_MS,
    )
  }
}

const WHOLE_MS = 240_000

async function get<T>(url: string): Promise<T | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  return response?.ok ? ((await response.json().catch(() => undefined)) as T | undefined) : undefined
}
