import { openLog } from '@jobboard/service/lifecycle/log'
import type { OpenLog } from '@jobboard/testkit/boot'
import type { Client, HttpResponse } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { jobDraft } from '@jobboard/testkit/job-draft'
import { type Network, network } from '@jobboard/testkit/network'
import { openReceiver, type Receiver } from '@jobboard/testkit/receiver'
import { retrying } from '@jobboard/testkit/retrying-client'
import { openOperator } from './operator.ts'

const expiryDate = new Date(Date.now() + 20 * 86_400_000).toISOString()
export const SCOPES = ['JobPosting', 'Applications', 'CvSearch', 'Webhooks']
const QUERIES = [
  'weld*',
  'welder OR baker',
  '"arc welding"',
  'zq*',
  'java NOT welder',
  'weldr',
  'electriciann nurze',
]

/** A system with two live employers and three candidates. */
export interface Live {
  system: Network
  receiver: Receiver
  employers: { id: number; api: Client; jobIds: number[] }[]
  candidate: Client
  candidateIds: number[]
  /** Jobs that were made, for titles. */
  made: number
}

/** A sandbox, whose texts all have its token. */
export interface Sandbox {
  token: string
  /** URL of its receiver of webhooks. */
  url: string
  api: Client
  /** A client with a `ck_test_` key. */
  as(apiKey: string): Client
  jobIds: number[]
}

/** Opens a system whose log lines are written to `write`; `env` is added to that of each service. */
export async function openLive(
  write: (line: string) => void,
  env: Record<string, string> = {},
): Promise<Live> {
  const log: OpenLog = (name) => openLog(name, 'debug', { write })
  const [system, receiver] = await Promise.all([network({ log, env }), openReceiver()])
  const { make, newEmployer } = openOperator({ admin: retrying(system.admin) })
  const employers: Live['employers'] = []
  for (const name of ['Nord', 'Syd']) {
    const id = await newEmployer()
    for (const kind of ['JobPosting', 'CvSearch', 'CvDownload'])
      await make('POST', `/employers/${id}/credits`, { kind, amount: 100 })
    const user = { name: `Rex ${name}`, email: 'rex@live.example', role: 'EmployerAdmin' }
    const userId = (await make('POST', `/employers/${id}/users`, user)).id
    const { apiKey } = await make('POST', `/employers/${id}/api-keys`, { name: 'k', scopes: SCOPES, userId })
    const api = retrying(system.api(apiKey))
    await api.post('/api/v1/webhook-subscriptions', { url: receiver.url })
    employers.push({ id, api, jobIds: [] })
  }
  const candidateIds: number[] = []
  for (const [firstName, headline] of [
    ['Ada', 'Welder, arc welding'],
    ['Bea', 'Baker and java developer'],
    ['Cec', 'Java developer'],
  ]) {
    const name = { firstName, lastName: 'Livmore', email: `${firstName}@live.example` }
    const form = { ...name, headline, country: 'NO' }
    candidateIds.push((await make('POST', '/candidates', form)).id)
  }
  const key = { name: 'k', scopes: ['Profile', 'Applications', 'Apply'] }
  const { apiKey } = await make('POST', `/candidates/${candidateIds[0]}/api-keys`, key)
  const candidate = retrying(system.api(apiKey))
  const live = { system, receiver, employers, candidate, candidateIds, made: 0 }
  for (const id of candidateIds) {
    await eventually('the candidates are found', async () => {
      return (await employers[0]!.api.get(`/api/v1/candidates/${id}/preview`)).status === 200
    })
  }
  return live
}

type Step = (live: Live, of: number) => Promise<HttpResponse[]>

/** What is done at the same time in both systems. */
export const liveSteps: Record<string, Step> = {
  async publish(live, of) {
    const { api, jobIds } = live.employers[of]!
    const title = `Welder livmore ${++live.made}`
    const created = await api.post('/api/v1/jobs', { ...jobDraft, title })
    const published = await api.post(`/api/v1/jobs/${created.body.id}/publish`, { expiryDate })
    jobIds.push(created.body.id)
    await eventually('candidates find the job', async () => {
      const { body } = await live.candidate.get('/api/v1/me/jobs?query=welder')
      return body.items.some((job: { title: string }) => job.title === title)
    })
    return [created, published]
  },
  async apply(live, of) {
    const { api, jobIds } = live.employers[of]!
    const jobId = jobIds.at(-1)
    if (jobId === undefined) return []
    const applied = await live.candidate.post('/api/v1/me/applications', { jobId, confirm: true })
    await eventually('the employer sees the application, also in the profile', async () => {
      const { body } = await api.get(`/api/v1/jobs/${jobId}/applications`)
      if (body.total === 0) return false
      const { body: profile } = await api.get(`/api/v1/candidates/${body.items[0].candidateId}/preview`)
      return profile.applications.some((one: { jobId: number }) => one.jobId === jobId)
    })
    return [applied]
  },
  async search({ employers, made }, of) {
    const query = QUERIES[made % QUERIES.length]
    const body = { query, facets: ['country', 'careerStatus'], matches: true }
    return [await employers[of]!.api.post('/api/v1/candidates/search', body)]
  },
  async profiles({ employers, candidateIds, made }, of) {
    const id = candidateIds[made % candidateIds.length]
    const { api } = employers[of]!
    return [await api.get(`/api/v1/candidates/${id}/preview`), await api.get(`/api/v1/candidates/${id}`)]
  },
  async lists({ employers, candidate }, of) {
    const { api } = employers[of]!
    const paths = ['/jobs', '/applications', '/events', '/employer/credits']
    paths.push('/employer/users', '/tags', '/key')
    return [
      ...(await Promise.all(paths.map((path) => api.get(`/api/v1${path}`)))),
      ...(await Promise.all(['/me/jobs', '/me/applications'].map((path) => candidate.get(`/api/v1${path}`)))),
    ]
  },
  async operators({ system }) {
    const paths = ['/employers', '/candidates', '/events/dead-letters', '/erasures']
    const admin = retrying(system.admin)
    return Promise.all(paths.map((path) => admin.get(`/admin/v1${path}`)))
  },
}

/** What sandboxes do meanwhile. */
export const sandboxSteps: Record<string, (sandbox: Sandbox) => Promise<HttpResponse[]>> = {
  async publish({ api, token, jobIds }) {
    const created = await api.post('/api/v1/jobs', { ...jobDraft, title: `Welder ${token} ${jobIds.length}` })
    if (created.status !== 201) return [created]
    jobIds.push(created.body.id)
    return [created, await api.post(`/api/v1/jobs/${created.body.id}/publish`, { expiryDate })]
  },
  apply: async ({ api, jobIds }) =>
    jobIds.length > 0
      ? [await api.post('/api/v1/sandbox/applications', { jobId: jobIds.at(-1), count: 3 })]
      : [],
  async search({ api, token }) {
    const found = await api.post('/api/v1/candidates/search', { query: 'weld* OR java', facets: ['country'] })
    const first = found.body.items?.[0]?.candidateId
    const nothing = await api.post('/api/v1/candidates/search', { query: `${token}x` })
    return [found, nothing, ...(first ? [await api.get(`/api/v1/candidates/${first}`)] : [])]
  },
  expire: async ({ api, jobIds }) =>
    jobIds.length > 0 ? [await api.post(`/api/v1/sandbox/jobs/${jobIds[0]}/expire`)] : [],
  webhook: async ({ api, token, url }) => [
    await api.post('/api/v1/webhook-subscriptions', { url: `${url}/${token}` }),
    await api.get('/api/v1/webhook-subscriptions'),
  ],
  lists: async ({ api }) =>
    Promise.all(
      ['/jobs', '/applications', '/events', '/employer/users', '/sandbox'].map((path) =>
        api.get(`/api/v1${path}`),
      ),
    ),
  async candidate({ api, token, as }) {
    const found = await api.post('/api/v1/candidates/search', { query: 'weld* OR java' })
    const id = found.body.items?.[0]?.candidateId
    if (!id) return [found]
    const form = { name: 'k', scopes: ['Profile', 'Applications', 'Apply'] }
    const minted = await api.post(`/api/v1/sandbox/candidates/${id}/keys`, form)
    if (minted.status !== 201) return [found]
    const me = as(minted.body.apiKey)
    const profile = (await me.get('/api/v1/me/profile')).body
    const changed = await me.put('/api/v1/me/profile', { ...profile, headline: `Welder ${token}` })
    const paths = ['/me/profile', '/me/jobs?query=welder', '/me/applications', '/me/profile-views']
    return [changed, ...(await Promise.all(paths.map((path) => me.get(`/api/v1${path}`))))]
  },
  async reset(sandbox) {
    const done = await sandbox.api.post('/api/v1/sandbox/reset')
    sandbox.jobIds.length = 0
    return [done]
  },
}
