import type { Client, HttpResponse } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { retrying } from '@jobboard/testkit/retrying-client'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOperator } from './support/operator.ts'

// Two systems get the same calls of two live employers and a candidate, in a random order. In the first, two sandboxes are busy
// meanwhile. Whatever live callers and operators read must be the same in both, and no text of one world may reach another.

const expiryDate = new Date(Date.now() + 20 * 86_400_000).toISOString()
const DRAFT = {
  ...{ description: 'Arc welding in the yard.', city: 'Oslo', country: 'NO', employmentType: 'FullTime' },
  ...{ remoteType: 'OnSite', applyMethod: 'PlatformApply' },
}
const SCOPES = ['JobPosting', 'Applications', 'CvSearch', 'Webhooks']
const QUERIES = ['weld*', 'welder OR baker', '"arc welding"', 'zq*', 'java NOT welder', 'weldr']

interface Live {
  system: Network
  employers: { id: number; api: Client; jobIds: number[] }[]
  candidate: Client
  candidateIds: number[]
  /** Jobs that were made, for titles. */
  made: number
}

interface Sandbox {
  token: string
  api: Client
  jobIds: number[]
}

let busy: Live
let quiet: Live
let sandboxes: Sandbox[]

async function openLive(): Promise<Live> {
  const system = await network()
  const { make, newEmployer } = openOperator({ admin: retrying(system.admin) })
  const employers: Live['employers'] = []
  for (const name of ['Nord', 'Syd']) {
    const id = await newEmployer()
    for (const kind of ['JobPosting', 'CvSearch', 'CvDownload'])
      await make('POST', `/employers/${id}/credits`, { kind, amount: 100 })
    const user = { name: `Rex ${name}`, email: 'rex@live.example', role: 'EmployerAdmin' }
    const userId = (await make('POST', `/employers/${id}/users`, user)).id
    const { apiKey } = await make('POST', `/employers/${id}/api-keys`, { name: 'k', scopes: SCOPES, userId })
    employers.push({ id, api: retrying(system.api(apiKey)), jobIds: [] })
  }
  const candidateIds: number[] = []
  for (const [firstName, headline] of [
    ['Ada', 'Welder, arc welding'],
    ['Bea', 'Baker and java developer'],
    ['Cec', 'Java developer'],
  ]) {
    const form = {
      firstName,
      lastName: 'Livmore',
      email: `${firstName}@live.example`,
      headline,
      country: 'NO',
    }
    candidateIds.push((await make('POST', '/candidates', form)).id)
  }
  const key = { name: 'k', scopes: ['Profile', 'Applications', 'Apply'] }
  const { apiKey } = await make('POST', `/candidates/${candidateIds[0]}/api-keys`, key)
  const live = { system, employers, candidate: retrying(system.api(apiKey)), candidateIds, made: 0 }
  await eventually('the candidates are found', async () => {
    const found = await employers[0]!.api.post('/api/v1/candidates/search', { query: 'welder OR java' })
    return found.body.total === 3
  })
  return live
}

type Step = (live: Live, of: number) => Promise<HttpResponse[]>

const liveSteps: Record<string, Step> = {
  async publish(live, of) {
    const { api, jobIds } = live.employers[of]!
    const title = `Welder livmore ${++live.made}`
    const created = await api.post('/api/v1/jobs', { ...DRAFT, title })
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
    await eventually('the employer sees the application', async () => {
      const { body } = await api.get(`/api/v1/jobs/${jobId}/applications`)
      return body.total > 0
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
    const paths = [
      '/jobs',
      '/applications',
      '/events',
      '/employer/credits',
      '/employer/users',
      '/tags',
      '/key',
    ]
    return [
      ...(await Promise.all(paths.map((path) => api.get(`/api/v1${path}`)))),
      ...(await Promise.all(['/me/jobs', '/me/applications'].map((path) => candidate.get(`/api/v1${path}`)))),
    ]
  },
  async operators({ system }) {
    const paths = ['/employers', '/candidates', '/webhook-deliveries', '/events/dead-letters', '/erasures']
    const admin = retrying(system.admin)
    return Promise.all(paths.map((path) => admin.get(`/admin/v1${path}`)))
  },
}

const sandboxSteps: Record<string, (sandbox: Sandbox) => Promise<HttpResponse[]>> = {
  async publish({ api, token, jobIds }) {
    const created = await api.post('/api/v1/jobs', { ...DRAFT, title: `Welder ${token} ${jobIds.length}` })
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
  webhook: async ({ api, token }) => [
    await api.post('/api/v1/webhook-subscriptions', { url: `http://127.0.0.1:9/${token}` }),
    await api.get('/api/v1/webhook-subscriptions'),
  ],
  lists: async ({ api }) =>
    Promise.all(
      ['/jobs', '/applications', '/events', '/employer/users', '/sandbox'].map((path) =>
        api.get(`/api/v1${path}`),
      ),
    ),
  async reset(sandbox) {
    const done = await sandbox.api.post('/api/v1/sandbox/reset')
    sandbox.jobIds.length = 0
    return [done]
  },
}

/** A response without what differs between two systems: ids, times and places in lists. */
function aligned({ status, body }: HttpResponse): unknown {
  const text = JSON.stringify(body, (name, value) => {
    if (typeof value === 'number' && /id$/i.test(name)) return '#'
    if (/^(nextCursor|nextAfter|lastFour|medianSecondsInStatus)$/.test(name))
      return value === null ? null : '*'
    return value
  })
  return {
    status,
    body: text?.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T').replace(/[\da-f]{8}-[\da-f-]{27}/g, 'U'),
  }
}

beforeAll(async () => {
  ;[busy, quiet] = await Promise.all([openLive(), openLive()])
  const { make } = openOperator({ admin: retrying(busy.system.admin) })
  sandboxes = await Promise.all(
    busy.employers.map(async ({ id }, index) => {
      const sandbox = await make('POST', `/employers/${id}/sandbox`)
      const { apiKey } = await make('POST', `/employers/${sandbox.id}/api-keys`, {
        name: 't',
        scopes: SCOPES,
      })
      expect(apiKey).toMatch(/^pk_test_/)
      return { token: `zq${index}token`, api: retrying(busy.system.api(apiKey)), jobIds: [] }
    }),
  )
})
afterAll(() => Promise.all([busy?.system.stop(), quiet?.system.stop()]))

const liveCommand = fc.record({
  step: fc.constantFrom(...Object.keys(liveSteps)),
  of: fc.constantFrom(0, 1),
  meanwhile: fc.array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(...Object.keys(sandboxSteps))), {
    minLength: 1,
    maxLength: 3,
  }),
})

test('live callers read the same whether sandboxes are busy or not, and no text crosses (P-930)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(liveCommand, { minLength: 8, maxLength: 12 }), async (commands) => {
      for (const { step, of, meanwhile } of [...commands, { step: 'lists', of: 0, meanwhile: [] }]) {
        const [onBusy, onQuiet] = await Promise.all([
          liveSteps[step]!(busy, of),
          liveSteps[step]!(quiet, of),
          ...meanwhile.map(async ([index, name]) => {
            const sandbox = sandboxes[index]!
            const others = [sandboxes[1 - index]!.token, 'livmore', 'live.example']
            for (const { status, text } of await sandboxSteps[name]!(sandbox)) {
              expect(status, `${name} ${text}`).toBeLessThan(500)
              for (const other of others) expect(text.toLowerCase()).not.toContain(other)
            }
          }),
        ])
        expect(onBusy.map(aligned)).toEqual(onQuiet.map(aligned))
        for (const { text } of onBusy) expect(text).not.toMatch(/zq\dtoken|sandbox/i)
      }
    }),
    { numRuns: 3, endOnFailure: true },
  )
})
