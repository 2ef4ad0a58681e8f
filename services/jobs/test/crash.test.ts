import type { ChildProcess } from 'node:child_process'
import { CALLER_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOf, startVictim, urlOf } from './support/crashing-process.ts'
import { bootJobs, DAY_MS, type Jobs } from './support/setup.ts'

// The observer is a second replica on the same database: what it sees is what is left after the crash.
let observer: Jobs
const started: ChildProcess[] = []
beforeAll(async () => {
  observer = await bootJobs()
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await observer.stop()
})

const recruiter = {
  kind: 'recruiter',
  employerId: 1,
  userId: null,
  keyId: 1,
  scopes: ['JobPosting'],
} as const

async function publishAndDie(failpoint: string, id: number, body: unknown, headers: Record<string, string>) {
  const victim = startVictim(observer, failpoint)
  started.push(victim)
  const url = await urlOf(victim)
  const signed = { [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, { ...recruiter, scopes: [] }) }
  await expect(client(url, signed).post(`/api/v1/jobs/${id}/publish`, body, headers)).rejects.toThrow()
  expect(await endOf(victim)).toBe('SIGKILL')
}

test('kill -9 between debit and state: neither is there, and the repeated request does both once', async () => {
  await observer.grant(1, 1)
  const id = await observer.draft(1)
  const body = { expiryDate: observer.inMs(DAY_MS) }
  const key = { 'idempotency-key': 'after-debit' }
  const debits = await observer.debits(1)
  await publishAndDie('publish-after-debit', id, body, key)
  expect((await observer.of(1).get(`/api/v1/jobs/${id}`)).body.status).toBe('Draft')
  expect(await observer.debits(1)).toBe(debits)
  expect(await observer.events(id)).toEqual(['job.created'])
  const again = await eventually('the dead request has let go', async () => {
    const answer = await observer.of(1).post(`/api/v1/jobs/${id}/publish`, body, key)
    return answer.status === 409 ? undefined : answer
  })
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null])
  expect(await observer.debits(1)).toBe(debits + 1)
})

test('kill -9 after the commit, before the answer: the repeated request gets the first answer, one debit', async () => {
  await observer.grant(1, 2)
  const id = await observer.draft(1)
  const body = { expiryDate: observer.inMs(DAY_MS) }
  const key = { 'idempotency-key': 'after-commit' }
  const debits = await observer.debits(1)
  await publishAndDie('publish-after-commit', id, body, key)
  const read = await observer.of(1).get(`/api/v1/jobs/${id}`)
  expect(read.body.status).toBe('Active')
  expect(await observer.debits(1)).toBe(debits + 1)
  expect(await observer.events(id)).toEqual(['job.created', 'job.published'])
  const again = await observer.of(1).post(`/api/v1/jobs/${id}/publish`, body, key)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(again.body).toEqual(read.body)
  expect(await observer.debits(1)).toBe(debits + 1)
})
