import type { ErasingService } from '@jobboard/contracts/erasure'
import { bootNamed } from '@jobboard/network/network'
import { CALLER_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { type Booted, TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { openDatabase } from '@jobboard/testkit/database'
import { eventually } from '@jobboard/testkit/eventually'
import { findTextInDatabase, findTextInStreams } from '@jobboard/testkit/find-text'
import { openNats } from '@jobboard/testkit/infra'
import { endOf, startServiceProcess, urlOf } from '@jobboard/testkit/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'

const NAME = 'Ottokarine'
const person = { firstName: NAME, lastName: 'Brundt', email: 'ottokarine@erased.example', isSearchable: true }
const admin = { kind: 'admin', actor: 'operator' } as const

let nats: Awaited<ReturnType<typeof openNats>>
let candidate: Booted
beforeAll(async () => {
  nats = await openNats()
  candidate = await bootNamed('candidate', { natsUrl: nats.url })
})
afterAll(async () => {
  await candidate?.stop()
  await nats?.stop()
})

const newCandidate = async () =>
  (await candidate.as(admin).post('/admin/v1/candidates', person)).body.id as number
const erase = async (id: number) =>
  (await candidate.as(admin).delete(`/admin/v1/candidates/${id}`)).body.erasureId as number

async function confirmed(
  service: ErasingService,
  erasureId: number,
  api = candidate.as(admin),
): Promise<void> {
  await eventually(
    `the confirmation of ${service}`,
    async () =>
      (await api.get(`/admin/v1/erasures/${erasureId}`)).body.services.some(
        (one: { service: string; confirmedAt: string | null }) => one.service === service && one.confirmedAt,
      ),
    60_000,
  )
}

test.each(['pipeline', 'search', 'webhook', 'accounts'] as const)(
  'SIGKILL of %s in the first and in the second pass: it confirms after the restart',
  async (service) => {
    const database = await openDatabase()
    const on = { databaseUrl: database.url, natsUrl: nats.url }
    // Before its first start the service has no durable; it reads the stream from the start.
    const erasureId = await erase(await newCandidate())
    for (const failpoint of ['erasure-first-pass', 'erasure-second-pass']) {
      const killed = startServiceProcess(service, on, { FAILPOINTS: failpoint })
      expect(await endOf(killed)).toBe('SIGKILL')
    }
    const restarted = startServiceProcess(service, on, {})
    await confirmed(service, erasureId)
    expect(await findTextInDatabase(database.url, [NAME])).toEqual([])
    restarted.kill()
    await endOf(restarted)
    await database.drop()
  },
  120_000,
)

test('SIGKILL of candidate before the commit, after the messages and in the second pass: nothing is erased, then all of it', async () => {
  const database = await openDatabase()
  const ownNats = await openNats()
  const on = { databaseUrl: database.url, natsUrl: ownNats.url }
  const start = async (failpoint?: string) => {
    const child = startServiceProcess('candidate', on, failpoint ? { FAILPOINTS: failpoint } : {})
    const url = await urlOf(child)
    return { child, api: client(url, () => ({ [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, admin) })) }
  }

  const first = await start('erasure-before-commit')
  const { id } = (await first.api.post('/admin/v1/candidates', person)).body
  await expect(first.api.delete(`/admin/v1/candidates/${id}`)).rejects.toThrow()
  expect(await endOf(first.child)).toBe('SIGKILL')

  const second = await start('erasure-after-messages')
  expect((await second.api.put(`/admin/v1/candidates/${id}`, { headline: NAME })).status).toBe(200)
  await second.api.delete(`/admin/v1/candidates/${id}`).catch(() => {})
  expect(await endOf(second.child)).toBe('SIGKILL')

  const third = startServiceProcess('candidate', on, { FAILPOINTS: 'erasure-second-pass' })
  expect(await endOf(third)).toBe('SIGKILL')

  const last = await start()
  const { erasureId } = (await last.api.delete(`/admin/v1/candidates/${id}`)).body
  await confirmed('candidate', erasureId, last.api)
  expect(await findTextInDatabase(database.url, [NAME])).toEqual([])
  const observer = await bootNamed('jobs', { natsUrl: ownNats.url })
  expect(await findTextInStreams(observer.deps.bus, [NAME])).toEqual([])
  await observer.stop()
  last.child.kill()
  await endOf(last.child)
  await ownNats.stop()
  await database.drop()
}, 120_000)
