import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { JobFacts } from '@jobboard/contracts/jobs/events'
import { boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { openJobLookUps } from '../src/jobs/peers.ts'
import { service } from '../src/service.ts'

const MISSING = 404

/** The look-ups of candidate against a jobs service without job 404, whose responses wait for `release`. */
async function start() {
  const calls: number[][] = []
  const held = Promise.withResolvers<void>()
  let status: JobFacts['status'] = 'Active'
  const factsOf = (jobId: number) => ({
    ...{ jobId, employerId: 1, employerName: 'Lamps', status, title: 'Keeper', reference: null },
    ...{ description: null, city: null, country: null, employmentType: null, remoteType: null },
    ...{ screeningQuestions: [], postedDate: null, expiryDate: null, version: 2 },
  })
  const jobs = createServer(async (request, response) => {
    const isOne = request.method === 'GET'
    const respond = (code: number, body: unknown, headers = {}) => {
      response.writeHead(code, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    }
    const ids = isOne
      ? [Number(request.url?.split('/').at(-1))]
      : ((await json(request)) as { jobIds: number[] }).jobIds
    const found = ids.filter((id) => id !== MISSING).map(factsOf)
    calls.push(ids)
    await held.promise
    if (!isOne) respond(200, found, { 'x-request-id': 'x' })
    else if (found[0]) respond(200, found[0], { 'x-request-id': 'x' })
    else respond(404, { code: 'not_found', message: 'No.' }, { 'x-request-id': 'x' })
  })
  await once(jobs.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(jobs.address() as AddressInfo).port}`
  const candidate = await boot(service, { env: { JOBS_URL: url } })
  onTestFinished(async () => {
    await candidate.stop()
    jobs.close()
  })
  const { call } = candidate.deps
  // However busy the machine is, no call is given up.
  const patient = ((endpoint, input, options) =>
    call(endpoint, input, { ...options, timeoutMs: 30_000 })) as typeof call
  const { lookUpJob } = openJobLookUps(patient)
  /** The status of the job, or the code of the error. */
  const lookUp = (jobId: number) =>
    lookUpJob(jobId, 'test').then(
      (job) => job.status,
      (error) => error.code,
    )
  const first = lookUp(1)
  await eventually('the first call of jobs', async () => calls.length === 1)
  return {
    ...{ calls, lookUp, first },
    close() {
      status = 'Closed'
    },
    release: () => held.resolve(),
  }
}

test('those who wait for a look-up share the next one; a job that does not exist is not found alone', async () => {
  const { calls, lookUp, first, release } = await start()
  const waiting = [2, 2, 3, MISSING, 1].map(lookUp)
  release()
  expect(await first).toBe('Active')
  expect(await Promise.all(waiting)).toEqual(['Active', 'Active', 'Active', 'not_found', 'Active'])
  expect(calls).toEqual([[1], [2, 3, MISSING, 1]])
  expect(await lookUp(MISSING)).toBe('not_found')
})

test('a job that was closed while a look-up of it is in flight is closed for each apply after that', async () => {
  const { calls, lookUp, first, close, release } = await start()
  close()
  const [later, beside] = [lookUp(1), lookUp(2)]
  release()
  expect(await first).toBe('Active')
  expect([await later, await beside]).toEqual(['Closed', 'Closed'])
  expect(calls).toEqual([[1], [1, 2]])
})

test('a call has up to 50 jobs, and the others are in the next one', async () => {
  const { calls, lookUp, first, release } = await start()
  const waiting = Array.from({ length: 120 }, (_, i) => lookUp(1_000 + i))
  release()
  await first
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['Active']))
  expect(calls.map(({ length }) => length)).toEqual([1, 50, 50, 20])
})
