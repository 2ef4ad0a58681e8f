import type { Booted } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { findTextInDatabase } from '@jobboard/testkit/find-text'
import { openNats } from '@jobboard/testkit/infra'
import { bootNamed, openDatabaseOf } from '@jobboard/testkit/network'
import { endOf, startServiceProcess } from '@jobboard/testkit/service-process'
import { afterAll, beforeAll, test } from 'vitest'
import { isConfirmed } from './support/operator.ts'

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

// At once: a pass waits for 10 s until NATS delivers again what the killed process had not acknowledged.
test.concurrent.for(['pipeline', 'search', 'webhook', 'accounts'] as const)(
  'SIGKILL of %s in the first and in the second pass: it confirms after the restart',
  async (service, { expect }) => {
    const database = await openDatabaseOf(service)
    const on = { databaseUrl: database.url, natsUrl: nats.url }
    // Before its first start the service has no durable; it reads the stream from the start.
    const erasureId = await erase(await newCandidate())
    for (const failpoint of ['erasure-first-pass', 'erasure-second-pass']) {
      const killed = startServiceProcess(service, on, { FAILPOINTS: failpoint })
      expect(await endOf(killed)).toBe('SIGKILL')
    }
    const restarted = startServiceProcess(service, on, {})
    await eventually(
      `the confirmation of ${service}`,
      () => isConfirmed(candidate.as(admin), service, erasureId),
      60_000,
    )
    expect(await findTextInDatabase(database.url, [NAME])).toEqual([])
    restarted.kill()
    await endOf(restarted)
    await database.drop()
  },
)
