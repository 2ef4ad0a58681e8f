import { eventually } from '@jobboard/testkit/eventually'
import { bootPortal } from '@jobboard/testkit/portal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_STREAMS_PER_PERSON } from '../../src/http/streams.ts'
import { cookieName } from '../../src/session/cookies.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import { type Hiring, type OpenedStream, openHiring, openStream } from './hiring.ts'

let system: PortalSystem
let hiring: Hiring
beforeAll(async () => {
  system = await openPortalSystem({ only: ['accounts', 'jobs', 'pipeline', 'candidate'] })
  hiring = await openHiring(system)
})
afterAll(() => system?.stop())

type Change = { id: number; status: string; version: string }
const changes = ({ events }: OpenedStream): Change[] =>
  events.filter((event) => event.startsWith('change: ')).flatMap((event) => JSON.parse(event.slice(8)))
const open = (of: Hiring = hiring, role: keyof Hiring['browsers'] = 'Recruiter', query = '') =>
  openStream(system, of.browsers[role], `/jobs/${of.jobId}/board/live${query}`)
const reported = (stream: OpenedStream, id: number, status: string) =>
  eventually(`the stream reports ${id} in ${status}`, async () =>
    changes(stream).find((change) => change.id === id && change.status === status),
  )

test.concurrent('an application that a candidate sends arrives on the open board, and its card can be read', async () => {
  const stream = await open(hiring, 'Interviewer')
  expect(stream.status).toBe(200)
  await eventually('the stream is live', async () => stream.events.includes('state: live'))
  const id = await hiring.apply()
  const { version } = await reported(stream, id, 'New')
  await hiring.move(id, 'Offered')
  await reported(stream, id, 'Offered')
  const card = await hiring.browsers.Interviewer.open(`/jobs/${hiring.jobId}/board/cards/${id}`)
  expect(card.$(`#card-${id}`).attr('data-version')).toBe(changes(stream).at(-1)!.version)
  expect(card.$(`#card-${id}`).attr('data-version')).not.toBe(version)
  // What has not changed is sent once; names and addresses never.
  expect(changes(stream).filter((change) => change.id === id && change.status === 'Offered')).toHaveLength(1)
  expect(stream.events.join()).not.toMatch(/Ada|@/)
  stream.close()
})

test.concurrent('a page that was hidden gets what it missed, however long ago, and what it has by its version', async () => {
  const own = await openHiring(system)
  const [first, second] = [await own.apply(), await own.apply()]
  const board = await own.browsers.Recruiter.open(`/jobs/${own.jobId}/board`)
  const since = board.$('[data-board]').attr('data-since')!
  await own.move(first, 'Screened')
  const stream = await open(own, 'Recruiter', `?since=${encodeURIComponent(since)}`)
  await reported(stream, first, 'Screened')
  const unchanged = changes(stream).find(({ id }) => id === second)
  expect(unchanged?.version).toBe(board.$(`#card-${second}`).attr('data-version'))
  stream.close()
})

test('viewers of one board share its calls, each tick', async () => {
  const own = await openHiring(system)
  await own.apply()
  const before = await lists()
  const streams = await Promise.all(Array.from({ length: 5 }, () => open(own)))
  await eventually('each has looked three times', async () => (await lists()) - before >= 5 + 3)
  // Each asks once what it has missed; then five viewers make one call a tick.
  const ticks = (await lists()) - before - 5
  expect(ticks).toBeLessThan(5)
  for (const stream of streams) stream.close()
  await eventually('all have left', async () => streams.every(({ isEnded }) => isEnded))
})

test.concurrent('the numbers by status come first, and again with each change of them, as the API has them', async () => {
  const own = await openHiring(system)
  const id = await own.apply()
  const stream = await open(own, 'Interviewer')
  const counts = () =>
    stream.events.filter((event) => event.startsWith('counts: ')).map((event) => JSON.parse(event.slice(8)))
  await eventually('the numbers are there', async () => counts().at(-1)?.New === 1)
  await own.move(id, 'Rejected')
  await eventually('the move is counted', async () => counts().at(-1)?.Rejected === 1)
  expect(counts().at(-1)).toEqual((await own.counts(own.jobId)).byStatus)
  expect(counts()).toHaveLength(2)
  stream.close()
})

/** Lists of applications to a job that pipeline has served. */
async function lists(): Promise<number> {
  const metrics = await (await fetch(`${system.network.services.pipeline.url}/metrics`)).text()
  const lines = metrics
    .split('\n')
    .filter((line) => line.includes('_count{') && line.includes('"list-applications"'))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

test.concurrent('a stream ends with the session, with the role, and with the person (P-472)', async () => {
  const { employerId } = hiring
  const ended = (stream: OpenedStream) => eventually('the stream has ended', async () => stream.isEnded)
  const streamOf = async (role: 'Recruiter' | 'EmployerAdmin') => {
    const person = await system.employerWithUser(role, { employerId })
    const browser = await system.signedIn(person)
    return { person, browser, stream: await openStream(system, browser, `/jobs/${hiring.jobId}/board/live`) }
  }
  const [left, changed, removed, stays] = await Promise.all([
    streamOf('Recruiter'),
    streamOf('Recruiter'),
    streamOf('Recruiter'),
    streamOf('Recruiter'),
  ])
  const users = `/admin/v1/employers/${employerId}/users`
  const page = await left.browser.open('/applications')
  await left.browser.submit(page, '/sign-out')
  expect((await system.admin.put(`${users}/${changed.person.id}`, { role: 'Interviewer' })).status).toBe(200)
  expect((await system.admin.delete(`${users}/${removed.person.id}`)).status).toBe(204)
  for (const { stream } of [left, changed, removed]) {
    await ended(stream)
    expect(stream.events.at(-1)).toBe('end: ended')
  }
  expect(stays.stream.isEnded).toBe(false)
  stays.stream.close()
})

test('an open board does not keep a session alive that nobody uses', async () => {
  const own = await openHiring(system)
  const stream = await open(own)
  await eventually('it is live', async () => stream.events.some((event) => event.startsWith('state')))
  const used = async () =>
    (
      await system.portal.deps.db.sql<{ lastUsedAt: Date }>`
        select last_used_at from session where person_id = ${own.people.Recruiter.id}`
    )[0]!.lastUsedAt
  const before = await used()
  system.advance(90_000)
  const id = await own.apply()
  await reported(stream, id, 'New')
  expect(await used()).toEqual(before)
  stream.close()
})

test('the newest streams of a person stay live, the oldest one ends and says so (P-472)', async () => {
  const own = await openHiring(system)
  const streams: OpenedStream[] = []
  for (let i = 0; i < MAX_STREAMS_PER_PERSON + 3; i++) streams.push(await open(own))
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  const [oldest, others] = [streams.slice(0, 3), streams.slice(3)]
  await eventually('the oldest have ended', async () => oldest.every(({ isEnded }) => isEnded))
  for (const { events } of oldest) expect(events.at(-1)).toBe('paused: paused')
  // A session more is no stream more.
  const elsewhere = await openStream(
    system,
    await system.signedIn(own.people.Recruiter),
    `/jobs/${own.jobId}/board/live`,
  )
  await eventually('one more has ended', async () => others[0]!.isEnded)
  expect(others.slice(1).every(({ isEnded }) => !isEnded)).toBe(true)
  for (const stream of [...streams, elsewhere]) stream.close()
})

test('a portal that stops ends its streams, so that it does stop', async () => {
  const second = await bootPortal(system.network.services, { databaseUrl: system.portal.databaseUrl })
  const at = { ...system, baseUrl: second.pagesUrl }
  const { cookies } = hiring.browsers.Recruiter
  const env = second.deps.env
  const token = cookies.get(cookieName(system.portal.deps.env, 'session'))!
  const browser = { ...hiring.browsers.Recruiter, cookies: new Map([[cookieName(env, 'session'), token]]) }
  const stream = await openStream(at, browser, `/jobs/${hiring.jobId}/board/live`)
  await eventually('it is live', async () => stream.events.some((event) => event.startsWith('state')))
  await second.stop()
  await eventually('the browser knows', async () => stream.isEnded)
})
