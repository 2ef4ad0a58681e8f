import { natsUsers, permissionsOf } from '@jobboard/stack/nats-permissions/permissions'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { calledEndpoints } from './called-endpoints.ts'
import { connectionsOf, outletsOf } from './connections.ts'
import { ROOT, readCalls } from './document.ts'
import { loadedBy, readSources } from './modules.ts'
import { differences } from './print.ts'

/** What a process of these sources, the main file first, calls and opens. */
async function read(texts: Record<string, string>) {
  const main = Object.keys(texts)[0]!
  const sources = readSources(ROOT, [main], texts)
  const loaded = loadedBy(sources, main)
  const { endpoints, problems } = await calledEndpoints(sources, loaded.files)
  const called = [...endpoints].map(({ service, name }) => `${service} ${name}`).sort()
  return { called, problems: [...problems, ...outletsOf(loaded).problems] }
}

const MAIN = 'services/jobs/src/main.ts'

test('a call is found where it is made: directly, through a package, by a service of several, and not where it is served (P-541)', async () => {
  const { called, problems } = await read({
    [MAIN]: `
      import type { Call } from '@jobboard/service/lifecycle/call'
      import { getEmployerFacts } from '@jobboard/contracts/employers/internal'
      import { type getCandidateFacts } from '@jobboard/contracts/candidates/internal'
      import { addCredits, readBalances } from '@jobboard/contracts/credits/internal'
      import * as keys from '@jobboard/contracts/keys/internal'
      import { getJob } from '@jobboard/contracts/jobs/endpoints'
      import { route } from '@jobboard/service/http/route'
      import { startResync } from '@jobboard/service/every-service/every-service'
      export const later = () => import('./later.ts')
      export type Facts = typeof getCandidateFacts
      export const served = [route(getJob, async () => ({})), route(addCredits('jobs'), async () => ({}))]
      export const schema = keys.recordKeyUse.body
      export async function run(call: Call, owner: 'jobs' | 'search') {
        await call(getEmployerFacts, { params: { employerId: 1 } })
        await call(keys.findKeys, { body: { hashes: [] } })
        return [await call(readBalances(owner), { params: { employerId: 1 } }), startResync]
      }`,
    'services/jobs/src/later.ts': `
      import type { Call } from '@jobboard/service/lifecycle/call'
      import { recordActivity } from '@jobboard/contracts/candidates/internal'
      export const send = (call: Call) => call(recordActivity, { body: { activity: [] } })`,
  })
  expect(problems).toEqual([])
  expect(called).toEqual(
    expect.arrayContaining([
      'accounts find-keys',
      'accounts get-employer-facts',
      'candidate record-activity',
      'jobs read-balances',
      'search read-balances',
      'search start-own-resync',
    ]),
  )
  for (const other of [
    'jobs get-job',
    'jobs add-credits',
    'accounts record-key-use',
    'candidate get-candidate-facts',
  ])
    expect(called).not.toContain(other)
})

test('a call whose service no type says, and a connection past call, are problems (P-541)', async () => {
  const { problems } = await read({
    [MAIN]: `
      import type { Call } from '@jobboard/service/lifecycle/call'
      import { setClock } from '@jobboard/contracts/operators/internal'
      import { request } from 'undici'
      export const anyOne = (call: Call, name: string) => call(setClock(name as never), { body: { offsetMs: 0 } })
      export const past = (url: string) => Promise.all([request(url), fetch(url)])`,
  })
  expect(problems).toEqual([
    `${MAIN}:5: setClock of which service?`,
    `${MAIN} opens connections by itself: use call, or add it to tools/calls/src/connections.ts`,
  ])
})

test('an address in the environment that nobody has named is a problem (P-541)', () => {
  const env = z.object({
    DATABASE_URL: z.string(),
    CACHE_URL: z.string().optional(),
    JOBS_URL: z.string(),
    HOST: z.string(),
  })
  expect(connectionsOf('jobs', env, new Set(['JOBS_URL']))).toEqual({
    connections: [{ to: 'postgres', variable: 'DATABASE_URL', isRequired: true }],
    problems: ['jobs: what is CACHE_URL the address of? Add it to tools/calls/src/connections.ts'],
  })
})

test('a call more or less, and an arrow that ARCHITECTURE.md lacks, are differences (P-541)', () => {
  const committed = readCalls()
  const added = { from: 'search', to: 'webhook', requests: ['GET /internal/v1/new'] } as const
  const changed = { ...committed, calls: [...committed.calls, { ...added, requests: [...added.requests] }] }
  const read = (file: string) => (file.endsWith('.json') ? `${JSON.stringify(committed, null, 2)}\n` : '')
  expect(differences(committed, read).join('\n')).not.toContain('deploy/calls.json')
  expect(differences(changed, read).join('\n')).toContain('deploy/calls.json differs from the code')
  expect(differences(changed, read).join('\n')).toContain(
    '| `search` | accounts, pipeline, webhook | accounts, candidate, pipeline |',
  )
})

test('NATS lets each process publish and consume what the contract says, and no other subject of it (P-541)', () => {
  const { events } = readCalls()
  for (const user of natsUsers) {
    const { publish } = permissionsOf(user)
    const mayPublish = events.filter(({ subject }) => publish.some((pattern) => matches(pattern, subject)))
    expect(mayPublish).toEqual(events.filter(({ publisher }) => publisher === user))
    const filters = publish.flatMap(
      (subject) => /^\$JS\.API\.CONSUMER\.CREATE\.\w+\.\w+\.((?:evt|state)\..+)$/.exec(subject)?.[1] ?? [],
    )
    const consumed = events.filter(({ consumers }) => (consumers as string[]).includes(user))
    const unread = filters.filter((filter) => !consumed.some(({ subject }) => matches(filter, subject)))
    expect([user, unread]).toEqual([user, []])
    const unreadable = consumed.filter(({ subject }) => !filters.some((filter) => matches(filter, subject)))
    expect([user, unreadable]).toEqual([user, []])
  }
})

/** Whether a subject matches a pattern of NATS. */
function matches(pattern: string, subject: string): boolean {
  const parts = subject.split('.')
  const wanted = pattern.split('.')
  const isOpen = wanted.at(-1) === '>'
  const fixed = isOpen ? wanted.slice(0, -1) : wanted
  if (isOpen ? parts.length <= fixed.length : parts.length !== fixed.length) return false
  return fixed.every((part, i) => part === '*' || part === parts[i])
}
