// biome-ignore-all lint/plugin: a load has pauses, a fault lasts for a while, and both are reported in milliseconds
import type { Network } from '@jobboard/testkit/network'
import { retrying } from '@jobboard/testkit/retrying-client'

/** An employer with a key and credits, and candidates who can apply. */
export interface DemoEmployer {
  id: number
  apiKey: string
  /** Several, because a key may make 100 calls a minute. */
  loadKeys: string[]
  /** Several, because a candidate may apply 10 times a day. */
  candidateKeys: string[]
  job: Record<string, unknown>
}

const JOB = {
  title: 'Keeper',
  description: 'Keeps the light.',
  city: 'Lisbon',
  country: 'PT',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  applyMethod: 'PlatformApply',
}
const LOAD_KEYS = 8
const CANDIDATES = 30
const PAUSE_MS = 200
const DAY_MS = 86_400_000

/** Creates one through the Admin API. */
export async function addEmployer(
  { admin }: Network,
  { candidates = CANDIDATES } = {},
): Promise<DemoEmployer> {
  const { body: employer } = await admin.post('/admin/v1/employers', {
    name: 'Nordlys',
    isTrustedPartner: true,
  })
  const path = `/admin/v1/employers/${employer.id}`
  await admin.post(`${path}/credits`, { kind: 'JobPosting', amount: 1_000 })
  const mint = async () =>
    (await admin.post(`${path}/api-keys`, { name: 'load', scopes: ['JobPosting', 'Applications'] })).body
      .apiKey
  const loadKeys: string[] = []
  for (let index = 0; index < LOAD_KEYS; index++) loadKeys.push(await mint())
  const candidateKeys: string[] = []
  for (let index = 0; index < candidates; index++) {
    const profile = { firstName: 'Ada', lastName: `Keeper ${index}`, email: `ada-${index}@example.com` }
    const { body: candidate } = await admin.post('/admin/v1/candidates', profile)
    const body = { name: 'load', scopes: ['Profile', 'Applications', 'Apply'] }
    candidateKeys.push((await admin.post(`/admin/v1/candidates/${candidate.id}/api-keys`, body)).body.apiKey)
  }
  return { id: employer.id, apiKey: await mint(), loadKeys, candidateKeys, job: JOB }
}

/** Publishes jobs and applies to them, one after the other, until it is stopped. A call is repeated after a 503, as a client
 * does: a busy machine has some. */
export function startPublishing(net: Network, { loadKeys, candidateKeys, job }: DemoEmployer) {
  const ids: number[] = []
  let isStopped = false
  const expectStatus = (
    what: string,
    status: number,
    { status: got, body }: { status: number; body: unknown },
  ) => {
    if (got !== status) throw new Error(`${what}: ${got} ${JSON.stringify(body)}`)
  }
  const running = (async () => {
    const expiryDate = new Date(Date.now() + 60 * DAY_MS).toISOString()
    while (!isStopped) {
      const api = retrying(net.api(loadKeys[ids.length % loadKeys.length]!))
      const created = await api.post('/api/v1/jobs', job)
      expectStatus('create', 201, created)
      expectStatus('publish', 200, await api.post(`/api/v1/jobs/${created.body.id}/publish`, { expiryDate }))
      const candidate = retrying(net.api(candidateKeys[ids.length % candidateKeys.length]!))
      const body = { jobId: created.body.id, confirm: true }
      expectStatus('apply', 201, await candidate.post('/api/v1/me/applications', body))
      ids.push(created.body.id)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })()
  // A failure is thrown by `after` or `stop`.
  running.catch(() => {})
  return {
    /** Resolves when `count` more jobs have an application. */
    async after(count: number) {
      const until = ids.length + count
      const reached = async () => {
        while (ids.length < until) await new Promise((resolve) => setTimeout(resolve, 20))
      }
      await Promise.race([reached(), running])
    },
    /** Stops and returns the ids of the jobs. Throws when a call did not succeed. */
    async stop() {
      isStopped = true
      await running
      return ids
    },
  }
}
