import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JobFacts } from '@jobboard/contracts/jobs/events'
import { boot } from '@jobboard/testkit/boot'
import { expect, onTestFinished, test } from 'vitest'
import { service } from '../src/service.ts'

const job: JobFacts = {
  ...{ jobId: 5, employerId: 1, status: 'Active', title: 'Keeper', reference: null, description: null },
  ...{ city: null, country: null, employmentType: null, remoteType: null, screeningQuestions: [] },
  ...{ postedDate: '2030-01-01T00:00:00.000Z', expiryDate: '2999-01-01T00:00:00.000Z', version: 2 },
}

test('201: a replica of jobs of the release before leaves out the name of the employer: the own copy has it', async () => {
  const jobs = createServer((request, response) => {
    response.writeHead(request.url === '/internal/v1/jobs/5' ? 200 : 404, {
      'content-type': 'application/json',
    })
    response.end(JSON.stringify(job))
  })
  await once(jobs.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(jobs.address() as AddressInfo).port}`
  const candidate = await boot(service, { env: { JOBS_URL: url } })
  onTestFinished(async () => {
    await candidate.stop()
    jobs.close()
  })
  await candidate.deps.db
    .sql`insert into employer_copy (employer_id, name, version) values (1, 'Own copy', 1)`
  const admin = candidate.as({ kind: 'admin', actor: 'test' })
  const person = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
  const { id } = (await admin.post('/admin/v1/candidates', person)).body
  const me = candidate.as({ kind: 'candidate', candidateId: id, keyId: 1, scopes: [] })
  const applied = await me.post('/api/v1/me/applications', { jobId: 5, confirm: true })
  expect([applied.status, applied.body.application?.employerName]).toEqual([201, 'Own copy'])
})
