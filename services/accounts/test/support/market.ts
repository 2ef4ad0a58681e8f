import { randomUUID } from 'node:crypto'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { EmployerMetrics } from '@jobboard/contracts/metrics'
import type { HttpResponse } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { network } from '@jobboard/testkit/network'
import { truthOf } from './metrics-truth.ts'

type Entry = { id: number; amount: number; reversedEntryId?: number; reversedByEntryId?: number }
type Name = 'accounts' | 'jobs' | 'candidate' | 'pipeline' | 'search'

/** Five real services and what employers and candidates do with them, without the gateway and its limits. */
export interface Market {
  newEmployer(): Promise<number>
  /** Candidates that search knows and may show. */
  newCandidates(count: number): Promise<number[]>
  createJob(employerId: number): Promise<number>
  publish(employerId: number, jobId: number, forMs: number): Promise<void>
  close(employerId: number, jobId: number): Promise<void>
  /** The application's id, or undefined when the candidate was refused. */
  apply(candidateId: number, jobId: number): Promise<number | undefined>
  move(employerId: number, applicationId: number, status: string): Promise<void>
  unlock(employerId: number, candidateId: number): Promise<void>
  /** Credits added or, with a negative amount, taken back as far as they are there. */
  grant(employerId: number, kind: CreditKind, amount: number): Promise<void>
  /** Undoes the newest entry of at most 5 credits that stands. Whether one could be undone. */
  reverse(employerId: number, kind: CreditKind): Promise<boolean>
  /** Moves the business clock of all. */
  advance(ms: number): Promise<void>
  /** The numbers without `asOf`. */
  metrics(employerId: number): Promise<Omit<EmployerMetrics, 'asOf'>>
  /** The numbers once they are what the owners' databases say. Throws with the difference when they never are. */
  settledMetrics(employerId: number): Promise<Omit<EmployerMetrics, 'asOf'>>
  rebuild(fromScratch: boolean): Promise<void>
  stopService(name: Name): Promise<void>
  stop(): Promise<void>
}

/** Boots it; `stop` leaves nothing behind. */
export async function openMarket(): Promise<Market> {
  const names: Name[] = ['accounts', 'jobs', 'candidate', 'pipeline', 'search']
  const net = await network({ only: names })
  const { services } = net
  const admin = (name: Name) => services[name].as({ kind: 'admin', actor: 'olga' })
  const of = (name: Name, employerId: number) =>
    services[name].as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: [] })
  const advance = async (ms: number) => {
    for (const name of names) {
      const { clock } = services[name].deps
      clock.advanceTo(clock.offsetMs + ms)
    }
  }
  const metrics = async (employerId: number) => {
    const path = '/api/v1/employer/metrics'
    const { asOf: _, ...numbers } = done<EmployerMetrics>(await of('accounts', employerId).get(path))
    return numbers
  }
  return {
    advance,
    metrics,
    async newEmployer() {
      const { id } = done(await admin('accounts').post('/admin/v1/employers', { name: 'Fjord Lamps' }))
      for (const kind of ['JobPosting', 'CvDownload'])
        done(await admin('accounts').post(`/admin/v1/employers/${id}/credits`, { kind, amount: 1_000 }))
      return id
    },
    async newCandidates(count) {
      const ids: number[] = []
      for (let i = 0; i < count; i++) {
        const person = { firstName: 'Ada', lastName: 'Lind', email: `${randomUUID()}@example.test` }
        const { id } = done(await admin('candidate').post('/admin/v1/candidates', person))
        ids.push(id)
      }
      await eventually('the candidates in search', async () => {
        const rows = await services.search.deps.db.sql`
          select 1 from candidate where id = any(${ids}) and is_searchable`
        return rows.length === count
      })
      return ids
    },
    createJob: async (employerId) => done(await of('jobs', employerId).post('/api/v1/jobs', JOB)).id,
    async publish(employerId, jobId, forMs) {
      const expiryDate = new Date(services.jobs.deps.clock.now().getTime() + forMs)
      done(await of('jobs', employerId).post(`/api/v1/jobs/${jobId}/publish`, { expiryDate }))
    },
    async close(employerId, jobId) {
      done(await of('jobs', employerId).delete(`/api/v1/jobs/${jobId}`))
    },
    async apply(candidateId, jobId) {
      const me = services.candidate.as({ kind: 'candidate', candidateId, keyId: 1, scopes: [] })
      const answer = await me.post('/api/v1/me/applications', { jobId, confirm: true })
      if (answer.status === 201) return answer.body.application.id
      // Applied already, the job has expired, or the tenth of the day.
      if ([400, 409, 429].includes(answer.status)) return undefined
      return done(answer)
    },
    async move(employerId, applicationId, status) {
      await eventually('the application at the recruiter', async () => {
        const answer = await of('pipeline', employerId).post(`/api/v1/applications/${applicationId}/status`, {
          status,
        })
        return answer.status === 200
      })
    },
    async unlock(employerId, candidateId) {
      done(await of('search', employerId).get(`/api/v1/candidates/${candidateId}`))
    },
    async grant(employerId, kind, amount) {
      const answer = await admin('accounts').post(`/admin/v1/employers/${employerId}/credits`, {
        kind,
        amount,
      })
      if (answer.status !== 400) done(answer)
    },
    async reverse(employerId, kind) {
      const path = `/admin/v1/employers/${employerId}/credits/entries`
      const { items } = done<{ items: Entry[] }>(await admin('accounts').get(`${path}?kind=${kind}`))
      const entry = items.find(
        ({ amount, reversedEntryId, reversedByEntryId }) =>
          Math.abs(amount) <= 5 && !reversedEntryId && !reversedByEntryId,
      )
      if (!entry) return false
      const answer = await admin('accounts').post(`${path}/${entry.id}/reverse`, { kind })
      if (answer.status === 400) return false
      done(answer)
      return true
    },
    async settledMetrics(employerId) {
      let wanted: unknown
      let numbers: Awaited<ReturnType<typeof metrics>> | undefined
      await eventually('the truth in the numbers', async () => {
        wanted = await truthOf(net, employerId)
        numbers = await metrics(employerId)
        return isSame(numbers, wanted)
      }).catch(() => {
        throw new Error(`numbers ${JSON.stringify(numbers)}\ntruth   ${JSON.stringify(wanted)}`)
      })
      return numbers!
    },
    async rebuild(fromScratch) {
      done(await admin('accounts').post('/admin/v1/metrics/rebuild', { fromScratch }))
    },
    async stopService(name) {
      await services[name].stop()
      services[name].stop = async () => {}
    },
    stop: () => net.stop(),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads an answer before its shape is proved
function done<Body = any>(answer: HttpResponse<Body>): Body {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body
}

function isSame(left: unknown, right: unknown): boolean {
  return sorted(left) === sorted(right)
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

const JOB = {
  title: 'Lighthouse Keeper',
  description: 'Keep the lamp burning.',
  city: 'Bergen',
  country: 'NO',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  applyMethod: 'PlatformApply',
}
