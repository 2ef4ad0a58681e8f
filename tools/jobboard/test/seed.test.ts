import { peerVariable, type UpstreamName } from '@jobboard/contracts/services'
import { openCall } from '@jobboard/service/http/call'
import type { Call } from '@jobboard/service/lifecycle/call'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLedgerDifferences } from '../src/database/connect.ts'
import type { Demo } from '../src/demo/demo-file.ts'
import { makePortalLinks, printedLinks } from '../src/demo/portal-links.ts'
import { seed } from '../src/demo/seed.ts'

// One scenario in order: the second test continues the first.
let net: Network
let first: Demo
beforeAll(async () => {
  net = await network()
})
afterAll(() => net?.stop())

const log = () => {}
const addresses = ({ gateway, adminToken }: Network) => ({
  baseUrl: gateway.url,
  adminUrl: gateway.adminUrl,
  adminToken,
})

/** The ids of the demo data, and what they name. */
async function idsOf({ employers, candidates }: Demo) {
  const ids = []
  for (const { id, name, apiKey } of employers) {
    const api = net.api(apiKey)
    const key = (await api.get('/api/v1/key')).body
    const jobs = (await api.get('/api/v1/jobs')).body.items as { id: number; title: string }[]
    const titles = jobs.map((job) => `${job.id} ${job.title}`).sort()
    ids.push({ employer: `${id} ${name}`, user: key.userId, key: key.id, titles })
  }
  return { ids, candidates: candidates.map(({ id, name }) => `${id} ${name}`) }
}

test('the demo has the same ids on every fresh installation', async () => {
  const titles = (first: number) => [
    `${first} Backend Engineer (TypeScript)`,
    `${first + 1} Warehouse Shift Lead`,
  ]
  first = await seed(addresses(net), undefined, log)
  expect(await idsOf(first)).toEqual({
    ids: [
      { employer: '1 Harbour Light Software', user: 1, key: 1, titles: titles(1) },
      { employer: '2 Meadow & Mill Foods', user: 2, key: 3, titles: titles(3) },
    ],
    candidates: ['1 Inês Carvalho', '2 Tomasz Zieliński', '3 Amara Okafor'],
  })
})

test('a demo candidate who was erased comes back with a new id and key; the others stay', async () => {
  const [erased, ...others] = first.candidates
  const me = net.api(erased!.apiKey)
  expect((await me.send('DELETE', '/api/v1/me', { body: { confirm: true } })).status).toBe(202)
  await eventually('the key is refused', async () => (await me.get('/api/v1/key')).status === 401)

  const lines: string[] = []
  const mended = await seed(addresses(net), first, (line) => lines.push(line))
  expect(mended.employers).toEqual(first.employers)
  expect(mended.candidates.slice(1)).toEqual(others)
  const [replaced] = mended.candidates
  expect(replaced).toMatchObject({ id: 4, name: erased!.name })
  const profile = await net.api(replaced!.apiKey).get('/api/v1/me/profile')
  expect(profile).toMatchObject({ status: 200, body: { id: 4, email: 'ines.carvalho@example.com' } })
  expect(lines).toEqual(['Inês Carvalho was erased: adding the demo candidate again…'])

  const unchanged: Demo = await seed(addresses(net), mended, log)
  expect(unchanged).toEqual(mended)
})

test('links of the portal: the persons are found again, and created where an earlier demo has none', async () => {
  const admins = async (id: number) =>
    (await net.admin.get(`/admin/v1/employers/${id}/users`)).body.filter(
      ({ role }: { role: string }) => role === 'EmployerAdmin',
    ).length
  const [employer] = first.employers
  const links = await makePortalLinks(addresses(net), first)
  expect(links.portalUrl).toBe('http://127.0.0.1:8082')
  expect(links.employerAdmin).not.toBe(links.operator)
  const again = await makePortalLinks(addresses(net), first)
  expect(again.operator).not.toBe(links.operator)
  expect([(await net.admin.get('/admin/v1/staff')).body.length, await admins(employer!.id)]).toEqual([1, 1])
  expect(printedLinks(again, first)).toContain(
    `# EmployerAdmin of ${employer!.name}\n  ${again.employerAdmin}\n`,
  )

  const { id } = (await net.admin.post('/admin/v1/employers', { name: 'Of an earlier release' })).body
  await makePortalLinks(addresses(net), { employers: [{ ...employer!, id }] })
  expect(await admins(id)).toBe(1)
})

describe('the employer that has hired for weeks', () => {
  let own: Network
  let call: Call
  beforeAll(async () => {
    own = await network({ env: { DATED_CALLS: 'true', TEST_CLOCK: 'false' } })
    const urls = Object.entries(own.services).map(([name, { url }]) => {
      return [peerVariable(name as UpstreamName), [url]]
    })
    call = openCall('gateway', { CALLER_SECRET: TEST_CALLER_SECRET, ...Object.fromEntries(urls) })
  })
  afterAll(async () => {
    await call?.close()
    await own?.stop()
  })

  /** Every number that a second seed would change. */
  async function contentOf({ employers }: Demo) {
    const api = own.api(employers[0]!.apiKey)
    const get = async (path: string) => (await api.get(`/api/v1${path}`)).body
    const items = async (path: string) => (await get(path)).items as Record<string, unknown>[]
    const applications = await items('/applications?pageSize=100&include=tags,scorecards')
    const included = applications.map((one) => one.included as { tags: []; scorecards: [] })
    const notes = await own.services.pipeline.deps.db.sql<{
      count: number
    }>`select count(*)::int as count from note`
    const changes = await own.services.pipeline.deps.db.sql<{ count: number }>`
      select count(*)::int as count from status_change`
    return {
      jobs: (await items('/jobs')).map(({ id, status }) => `${id} ${status}`).sort(),
      statuses: count(applications.map(({ status }) => String(status))),
      times: applications.map(({ appliedAt }) => String(appliedAt)).sort(),
      tags: sum(included.map(({ tags }) => tags.length)),
      scorecards: sum(included.map(({ scorecards }) => scorecards.length)),
      notes: notes[0]!.count,
      changes: changes[0]!.count,
      reasons: (await get('/rejection-reasons')).length,
      searches: (await items('/candidates/searches')).length,
      unlocks: (await items('/candidates/unlocks')).length,
      entries: (await get('/employer/credits/entries')).total,
      webhooks: (await items('/webhook-subscriptions')).length,
      users: (await own.admin.get(`/admin/v1/employers/${employers[0]!.id}/users`)).body.length,
    }
  }

  test('a seed that breaks off is completed by the next one, as if it had not; a third one does nothing', async () => {
    const stored: Demo[] = []
    const save = (demo: Demo) => void stored.push(structuredClone(demo))
    const abort = new AbortController()
    let calls = 0
    const breaking = Object.assign(
      ((...args: Parameters<Call>) => {
        if (++calls === 250) abort.abort(new Error('Ctrl-C'))
        return call(...args)
      }) as Call,
      { close: call.close },
    )
    const webhookUrl = 'http://127.0.0.1:9/receiver'
    const history = { call, webhookUrl }
    await expect(
      seed(addresses(own), undefined, log, {
        save,
        signal: abort.signal,
        history: { ...history, call: breaking },
      }),
    ).rejects.toThrow('Ctrl-C')
    const whole = await seed(addresses(own), stored.at(-1), log, { save, history })
    expect([whole.begunAt, stored.at(-1)?.begunAt]).toEqual([undefined, stored[0]!.begunAt])
    const content = await contentOf(whole)
    expect(content).toMatchObject({
      jobs: ['1 Active', '2 Active', '5 Active', '6 Closed', '7 Draft'],
      statuses: {
        ...{ New: 14, Screened: 8, Shortlisted: 7, Interviewing: 5, Interviewed: 3 },
        ...{ Offered: 2, Hired: 2, Rejected: 16, Withdrawn: 3 },
      },
      ...{ reasons: 4, searches: 4, unlocks: 1, webhooks: 1, users: 3, entries: 12 },
    })
    for (const name of ['tags', 'scorecards', 'notes'] as const)
      expect(content[name], name).toBeGreaterThan(8)
    // Over weeks, and in the past.
    const begunMs = Date.parse(stored[0]!.begunAt!)
    const days = content.times.map((time) => (begunMs - Date.parse(time)) / 86_400_000)
    expect([Math.max(...days) > 30, Math.min(...days) > 0]).toEqual([true, true])
    expect(whole.employers.map(({ id }) => id)).toEqual([1, 2])

    const refusing = Object.assign(() => Promise.reject(new Error('called')), { close: call.close }) as Call
    expect(await seed(addresses(own), whole, log, { history: { call: refusing } })).toEqual(whole)
    expect(await contentOf(whole)).toEqual(content)
  })

  test('a move comes after its application and its history is in order; the ledger adds up', async () => {
    const { sql } = own.services.pipeline.deps.db
    const [wrong] = await sql<{ count: number }>`
      select count(*)::int as count from status_change join application on application.id = application_id
      where changed_at < applied_at or changed_at > now()`
    expect(wrong!.count).toBe(0)
    for (const name of ['jobs', 'search'] as const) {
      const client = new pg.Client({ connectionString: own.services[name].databaseUrl })
      await client.connect()
      expect(await findLedgerDifferences(client), name).toEqual([])
      await client.end()
    }
  })
})

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const count = (values: readonly string[]) =>
  Object.fromEntries(
    [...new Set(values)].map((value) => [value, values.filter((one) => one === value).length]),
  )
