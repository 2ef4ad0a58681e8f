import type { ChildProcess } from 'node:child_process'
import { CALLER_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { endOf, startServiceProcess, urlOf } from '@jobboard/testkit/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, DAY_MS, type Jobs } from './support/setup.ts'

// A second replica on the same database reads the state after the crash.
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

async function publishAndCrash(
  failpoint: string,
  id: number,
  body: unknown,
  headers: Record<string, string>,
) {
  const child = startServiceProcess('jobs', observer, { FAILPOINTS: failpoint })
  started.push(child)
  const url = await urlOf(child)
  const signed = { [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, { ...recruiter, scopes: [] }) }
  await expect(client(url, signed).post(`/api/v1/jobs/${id}/publish`, body, headers)).rejects.toThrow()
  expect(await endOf(child)).toBe('SIGKILL')
}

test('SIGKILL between debit and state change: neither is stored, and the repeated request does both once', async () => {
  await observer.grant(1, 1)
  const id = await observer.createDraft(1)
  const body = { expiryDate: observer.inMs(DAY_MS) }
  const key = { 'idempotency-key': 'after-debit' }
  const debits = await observer.debits(1)
  await publishAndCrash('publish-after-debit', id, body, key)
  expect((await observer.recruiter(1).get(`/api/v1/jobs/${id}`)).body.status).toBe('Draft')
  expect(await observer.debits(1)).toBe(debits)
  expect(await observer.eventTypes(id)).toEqual(['job.created'])
  const again = await eventually('the idempotency lock of the crashed request is released', async () => {
    const response = await observer.recruiter(1).post(`/api/v1/jobs/${id}/publish`, body, key)
    return response.status === 409 ? undefined : response
  })
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null])
  expect(await observer.debits(1)).toBe(debits + 1)
})

test('SIGKILL after the commit, before the response: the repeated request gets the stored response and one debit', async () => {
  await observer.grant(1, 2)
  const id = await observer.createDraft(1)
  const body = { expiryDate: observer.inMs(DAY_MS) }
  const key = { 'idempotency-key': 'after-commit' }
  const debits = await observer.debits(1)
  await publishAndCrash('publish-after-commit', id, body, key)
  const read = await observer.recruiter(1).get(`/api/v1/jobs/${id}`)
  expect(read.body.status).toBe('Active')
  expect(await observer.debits(1)).toBe(debits + 1)
  expect(await observer.eventTypes(id)).toEqual(['job.created', 'job.published'])
  const again = await observer.recruiter(1).post(`/api/v1/jobs/${id}/publish`, body, key)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(again.body).toEqual(read.body)
  expect(await observer.debits(1)).toBe(debits + 1)
})
