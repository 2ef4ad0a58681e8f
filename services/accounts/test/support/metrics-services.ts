import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { EmployerMetrics } from '@jobboard/contracts/employers/employers'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { HttpResponse } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { jobDraft } from '@jobboard/testkit/job-draft'
import { type Network, network } from '@jobboard/testkit/network'
import { retrying } from '@jobboard/testkit/retrying-client'
import { expectedMetrics } from './expected-metrics.ts'

type Entry = { id: number; amount: number; reversedEntryId?: number; reversedByEntryId?: number }
type Name = 'accounts' | 'jobs' | 'candidate' | 'pipeline' | 'search'

/** The five services behind employer metrics, called without the gateway and its rate limits; 503 is retried. */
export interface MetricsServices {
  newEmployer(): Promise<number>
  /** Creates candidates and waits until search has them as searchable. */
  newCandidates(count: number): Promise<number[]>
  createJob(employerId: number): Promise<number>
  publish(employerId: number, jobId: number, forMs: number): Promise<void>
  close(employerId: number, jobId: number): Promise<void>
  /** The application's id; undefined when it was rejected: applied before, job expired, or daily limit
   * reached. */
  apply(candidateId: number, jobId: number): Promise<number | undefined>
  changeStatus(employerId: number, applicationId: number, status: string): Promise<void>
  unlock(employerId: number, candidateId: number): Promise<void>
  /** Adds credits, or takes some back with a negative amount; an amount above the balance changes nothing. */
  grant(employerId: number, kind: CreditKind, amount: number): Promise<void>
  /** Reverses the newest unreversed entry of at most 5 credits. Returns whether one was reversed. */
  reverse(employerId: number, kind: CreditKind): Promise<boolean>
  /** Moves the business clock of all services. */
  advance(ms: number): Promise<void>
  /** The metrics without `asOf`. */
  metrics(employerId: number): Promise<Omit<EmployerMetrics, 'asOf'>>
  /** The metrics as soon as they equal `expectedMetrics`. Throws with both when they never do. */
  matchingMetrics(employerId: number): Promise<Omit<EmployerMetrics, 'asOf'>>
  rebuild(): Promise<void>
  /** Deletes the rows that metrics are counted from, as if their events had never arrived. */
  deleteCopies(): Promise<void>
  /** Starts a resync of the service and returns its id. */
  startResync(name: Name): Promise<string>
  /** Resolves when the resync has published everything. */
  resyncEnds(resyncId: string): Promise<void>
  readonly net: Network
  stopService(name: Name): Promise<void>
  stop(): Promise<void>
}

/** Boots the five services; `stop` removes everything they created. */
export async function bootMetricsServices(env: Record<string, string> = {}): Promise<MetricsServices> {
  const names: Name[] = ['accounts', 'jobs', 'candidate', 'pipeline', 'search']
  const net = await network({ only: names, env })
  const { services } = net
  const admin = (name: Name) => retrying(services[name].as({ kind: 'admin', actor: 'olga' }))
  const recruiter = (name: Name, employerId: number) =>
    retrying(services[name].as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: [] }))
  const advance = async (ms: number) => {
    for (const name of names) {
      const { clock } = services[name].deps
      clock.advanceTo(clock.offsetMs + ms)
    }
  }
  const metrics = async (employerId: number) => {
    const path = '/api/v1/employer/metrics'
    const { asOf: _, ...numbers } = ok<EmployerMetrics>(await recruiter('accounts', employerId).get(path))
    return numbers
  }
  /** Pipeline has an application some milliseconds after the 201; before, its rows and the metrics agree without it. */
  const arrived = async (applicationId: number) => {
    await eventually('pipeline has the application', async () => {
      const rows = await services.pipeline.deps.db.sql`select 1 from application where id = ${applicationId}`
      return rows.length > 0
    })
    return applicationId
  }
  return {
    advance,
    metrics,
    async newEmployer() {
      const { id } = ok(await admin('accounts').post('/admin/v1/employers', { name: 'Fjord Lamps' }))
      for (const kind of ['JobPosting', 'CvDownload'])
        ok(await admin('accounts').post(`/admin/v1/employers/${id}/credits`, { kind, amount: 1_000 }))
      const reasons = ['a', 'b'].map((code) => ({ code, label: code }))
      ok(await recruiter('pipeline', id).put('/api/v1/rejection-reasons', reasons))
      return id
    },
    async newCandidates(count) {
      const ids: number[] = []
      for (let i = 0; i < count; i++) {
        const person = { firstName: 'Ada', lastName: 'Lind', email: `${randomUUID()}@example.test` }
        const { id } = ok(await admin('candidate').post('/admin/v1/candidates', person))
        ids.push(id)
      }
      await eventually('the candidates are searchable', async () => {
        const rows = await services.search.deps.db.sql`
          select 1 from candidate where id = any(${ids}) and is_searchable`
        return rows.length === count
      })
      return ids
    },
    createJob: async (employerId) =>
      ok(await recruiter('jobs', employerId).post('/api/v1/jobs', jobDraft)).id,
    async publish(employerId, jobId, forMs) {
      const path = `/api/v1/jobs/${jobId}/publish`
      // The clock may move past the date before it arrives.
      await eventually('the job is published', async () => {
        const expiryDate = new Date(services.jobs.deps.clock.now().getTime() + forMs)
        const response = await recruiter('jobs', employerId).post(path, { expiryDate })
        if (response.status !== 400) ok(response)
        return response.status === 200
      })
    },
    async close(employerId, jobId) {
      ok(await recruiter('jobs', employerId).delete(`/api/v1/jobs/${jobId}`))
    },
    async apply(candidateId, jobId) {
      const me = retrying(services.candidate.as({ kind: 'candidate', candidateId, keyId: 1, scopes: [] }))
      const response = await me.post('/api/v1/me/applications', { jobId, confirm: true })
      if (response.status === 201) return arrived(response.body.application.id)
      if ([400, 409, 429].includes(response.status)) return undefined
      return ok(response)
    },
    async changeStatus(employerId, applicationId, status) {
      await eventually('pipeline has the application', async () => {
        const path = `/api/v1/applications/${applicationId}/status`
        // Two of three rejections have a reason, always the same of an application.
        const code = [null, 'a', 'b'][applicationId % 3]
        const reason = status === 'Rejected' && code ? { rejectionReason: { code } } : {}
        return (await recruiter('pipeline', employerId).post(path, { status, ...reason })).status === 200
      })
    },
    async unlock(employerId, candidateId) {
      ok(await recruiter('search', employerId).get(`/api/v1/candidates/${candidateId}`))
    },
    async grant(employerId, kind, amount) {
      const response = await admin('accounts').post(`/admin/v1/employers/${employerId}/credits`, {
        kind,
        amount,
      })
      if (response.status !== 400) ok(response)
    },
    async reverse(employerId, kind) {
      const path = `/admin/v1/employers/${employerId}/credits/entries`
      const { items } = ok<{ items: Entry[] }>(await admin('accounts').get(`${path}?kind=${kind}`))
      const entry = items.find(
        ({ amount, reversedEntryId, reversedByEntryId }) =>
          Math.abs(amount) <= 5 && !reversedEntryId && !reversedByEntryId,
      )
      if (!entry) return false
      const response = await admin('accounts').post(`${path}/${entry.id}/reverse`, { kind })
      if (response.status === 400) return false
      ok(response)
      return true
    },
    async matchingMetrics(employerId) {
      let expected: unknown
      let actual: Awaited<ReturnType<typeof metrics>> | undefined
      await eventually('the expected metrics', async () => {
        expected = await expectedMetrics(net, employerId)
        actual = await metrics(employerId)
        return isDeepStrictEqual(actual, expected)
      }).catch(() => {
        throw new Error(`actual   ${JSON.stringify(actual)}\nexpected ${JSON.stringify(expected)}`)
      })
      return actual!
    },
    async rebuild() {
      ok(await admin('accounts').post('/admin/v1/metrics/rebuild', {}))
    },
    async deleteCopies() {
      await services.accounts.deps.db.sql`
        truncate job_copy, application_copy, application_stay, unlock_copy`
    },
    net,
    async startResync(name) {
      return ok(await net.admin.post('/admin/v1/resync', { service: name })).resyncId
    },
    async resyncEnds(resyncId) {
      await eventually(
        `the end of ${resyncId}`,
        async () => ok(await net.admin.get(`/admin/v1/resync/${resyncId}`)).finishedAt !== null,
        60_000,
      )
    },
    async stopService(name) {
      await services[name].stop()
      services[name].stop = async () => {}
    },
    stop: () => net.stop(),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of a response themselves
function ok<Body = any>(response: HttpResponse<Body>): Body {
  if (response.status >= 300) throw new Error(`${response.status} ${response.text}`)
  return response.body
}
