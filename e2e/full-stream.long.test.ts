import { randomBytes } from 'node:crypto'
import { streamName } from '@jobboard/events/nats/topology'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { retrying } from '@jobboard/testkit/retrying-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOperator } from './support/operator.ts'

// One scenario in order. The streams have 16 MiB, the least; an attacker has one candidate key.
const LIMIT = 16_777_216
/** The large profiles before it are handled first; on a busy machine that takes minutes. */
const DEADLINE_MS = 400_000

let system: Network
let operator: ReturnType<typeof openOperator>
let attacker: Client
beforeAll(async () => {
  system = await network({ env: { STREAM_MAX_BYTES: String(LIMIT) } })
  operator = openOperator({ admin: retrying(system.admin) })
  attacker = (await newCandidate()).client
})
afterAll(() => system?.stop())

async function newCandidate(): Promise<{ id: number; client: Client }> {
  const id = await operator.newCandidate()
  const { apiKey } = await operator.make('POST', `/candidates/${id}/api-keys`, {
    name: 'k',
    scopes: ['Profile', 'Applications', 'Apply'],
  })
  return { id, client: system.api(apiKey) }
}

/** Profiles of about 240 KiB, incompressible, as fast as the API accepts them. Returns the statuses. */
async function attack(count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < count; i++) {
    const employmentHistory = Array.from({ length: 25 }, (_, n) => ({
      title: `Keeper ${n}`,
      description: randomBytes(4_800).toString('hex'),
    }))
    statuses.push((await attacker.put('/api/v1/me/profile', { employmentHistory })).status)
  }
  return statuses
}

const candidateStream = () => system.services.candidate.deps.bus.jsm.streams.info(streamName('candidate'))
const searchHas = async (id: number, headline: string) => {
  const rows = await system.services.search.deps.db.sql`
    select 1 from candidate where id = ${id} and profile ->> 'headline' = ${headline}`
  return rows.length === 1
}
const outboxPart = async (name: 'candidate') => {
  const response = await fetch(`${system.services[name].url}/healthz/ready`)
  const { status, parts } = (await response.json()) as {
    status: string
    parts: { name: string; error?: string }[]
  }
  return { code: response.status, status, error: parts.find((part) => part.name === 'outbox')?.error }
}

test('profiles of one key, more than the stream takes: changes of others and an erasure get through (P-282)', async () => {
  const statuses = await attack(75)
  expect(statuses.every((status) => status === 200)).toBe(true)
  const other = await newCandidate()
  expect((await other.client.put('/api/v1/me/profile', { headline: 'Lamp lighter' })).status).toBe(200)
  await eventually('the profile in search', () => searchHas(other.id, 'Lamp lighter'), DEADLINE_MS)
  const { erasureId } = await operator.make('DELETE', `/candidates/${other.id}`)
  await eventually(
    'the erasure is complete',
    async () => {
      return (await operator.make('GET', `/erasures/${erasureId}`)).completedAt !== null
    },
    DEADLINE_MS,
  )
  const { state } = await candidateStream()
  expect(state.bytes).toBeLessThan(LIMIT)
}, 900_000)

test('while a service reads nothing the stream fills, and an erasure is still published and confirmed (P-283)', async () => {
  // The durable of a reader that is down: accounts does not read its audit rows.
  const { jsm } = system.services.candidate.deps.bus
  await jsm.consumers.add(streamName('candidate'), {
    durable_name: 'search_candidate_profile_99',
    filter_subject: 'evt.candidate.profile.>',
    ack_policy: 'explicit',
  } as Parameters<typeof jsm.consumers.add>[1])
  const fill = randomBytes(120_000).toString('hex')
  // Imports by operators have no budget.
  for (let i = 0; i < 75; i++) {
    const employmentHistory = Array.from({ length: 25 }, (_, n) => ({
      title: 'Keeper',
      description: fill.slice(n * 9_500, n * 9_500 + 9_500),
    }))
    await operator.make('POST', '/candidates', {
      firstName: 'Ada',
      lastName: 'Lind',
      email: `ada${i}@large.example`,
      employmentHistory,
    })
  }
  const full = await eventually('the stream is full', async () => {
    const part = await outboxPart('candidate')
    return part.error?.startsWith('StreamFull') && part
  })
  expect(full).toMatchObject({ code: 200, status: 'degraded' })
  expect(full.error).toContain('search_candidate_profile_99 has not acknowledged')
  const victim = await newCandidate()
  const erased = await victim.client.send('DELETE', '/api/v1/me', { body: { confirm: true } })
  expect(erased.status).toBe(202)
  await eventually(
    'the erasure is complete',
    async () => {
      return (await operator.make('GET', `/erasures/${erased.body.erasureId}`)).completedAt !== null
    },
    DEADLINE_MS,
  )
  expect((await outboxPart('candidate')).error).toMatch(/^StreamFull/)
  await jsm.consumers.delete(streamName('candidate'), 'search_candidate_profile_99')
  await eventually('the outbox is empty', async () => (await outboxPart('candidate')).status === 'ready')
}, 900_000)
