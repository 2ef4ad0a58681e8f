import type { Cluster } from '@jobboard/cluster/cluster'
import { upstreamNames } from '@jobboard/contracts/services'
import { eventually } from '@jobboard/testkit/eventually'

interface Led {
  cluster?: { leader?: string }
}
interface Jsz {
  meta_cluster?: { leader?: string }
  account_details?: { stream_detail: (Led & { name: string; consumer_detail?: Led[] })[] }[]
}
type Find = (cluster: Cluster) => Promise<string>

const TIMEOUT_MS = 2_000
const WHOLE_MS = 240_000
const LEADERS_MS = 60_000

/** The response when it is a success. */
async function ok(url: string, init: RequestInit = {}): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { ...init, signal }).catch(() => undefined)
  return response?.ok ? response : undefined
}
async function read<T>(url: string, init?: RequestInit): Promise<T | undefined> {
  return (await ok(url, init))?.json().catch(() => undefined) as Promise<T | undefined>
}

/** Reads until a server of the cluster reports the name of a leader. */
const leader =
  (what: string, query: string, find: (jsz: Jsz) => string | undefined): Find =>
  ({ natsMonitors }) =>
    eventually(`a leader of ${what}`, async () => {
      for (const url of natsMonitors) {
        const jsz = await read<Jsz>(`${url}/jsz?${query}`)
        const name = jsz && find(jsz)
        if (name) return name
      }
      return undefined
    })

const streamOf = ({ account_details = [] }: Jsz, stream: string) =>
  account_details.flatMap(({ stream_detail }) => stream_detail).find(({ name }) => name === stream)

/** Names of the NATS servers that lead a stream, one of its consumers, and the cluster. */
export const leaderOf = {
  stream: (name: string) => leader(name, 'streams=true', (jsz) => streamOf(jsz, name)?.cluster?.leader),
  consumer: (name: string) =>
    leader(`a consumer of ${name}`, 'streams=true&consumers=true', (jsz) =>
      streamOf(jsz, name)
        ?.consumer_detail?.map(({ cluster }) => cluster?.leader)
        .find(Boolean),
    ),
  meta: leader('the cluster', '', (jsz) => jsz.meta_cluster?.leader),
}

/** Name of the Postgres that Patroni has as its primary. */
export const primaryOf: Find = ({ patroniUrls }) =>
  eventually('a primary', async () => {
    for (const [name, url] of patroniUrls) if (await ok(`${url}/primary`)) return name
    return undefined
  })

/** Name of the etcd that leads. */
export const etcdLeader: Find = ({ etcdUrls }) =>
  eventually('a leader of etcd', async () => {
    for (const [name, url] of etcdUrls) {
      const post = { method: 'POST', body: '{}' }
      const status = await read<{ leader: string; header: { member_id: string } }>(
        `${url}/v3/maintenance/status`,
        post,
      )
      if (status && status.leader === status.header.member_id) return name
    }
    return undefined
  })

/** Waits until the cluster is whole: a primary with a synchronous standby, and every NATS server healthy. */
export async function waitUntilWhole({ patroniUrls, natsMonitors }: Cluster): Promise<void> {
  const hasStandby = async () => {
    for (const url of patroniUrls.values()) {
      const found = await read<{ members: { role: string }[] }>(`${url}/cluster`)
      const roles = found?.members.map(({ role }) => role) ?? []
      if (roles.includes('leader') && roles.includes('sync_standby')) return true
    }
    return false
  }
  await eventually('a primary and a synchronous standby', hasStandby, WHOLE_MS)
  for (const url of natsMonitors)
    await eventually(`health of ${url}`, async () => (await ok(`${url}/healthz`)) !== undefined, WHOLE_MS)
}

/** Says which services have none or several relay leaders after a minute; a replica that does not respond counts as none. */
export async function checkLeaders({ serviceUrls }: Cluster): Promise<string[]> {
  let leaders: string[] = []
  const isOne = async () => {
    leaders = []
    for (const [name, url] of serviceUrls) {
      const metrics = (await (await ok(`${url}/metrics`))?.text()) ?? ''
      if (/^relay_leader(?:\{[^}]*\})? 1$/m.test(metrics)) leaders.push(name.replace(/-\d+$/, ''))
    }
    return leaders.sort().join() === [...upstreamNames].sort().join()
  }
  return eventually('one relay leader of each service', isOne, LEADERS_MS).then(
    () => [],
    () => [`relay leaders: ${leaders.join(', ')}`],
  )
}
