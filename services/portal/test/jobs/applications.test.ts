import { eventually } from '@jobboard/testkit/eventually'
import { beforeAll, expect, test } from 'vitest'
import { type JobsBeside, jobsOf } from '../support/jobs.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
let jobs: JobsBeside
beforeAll(async () => {
  system = await sharedPortalSystem()
  jobs = jobsOf(system)
})

async function apply(jobId: number): Promise<number> {
  const person = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
  const { body } = await system.admin.post('/admin/v1/candidates', person)
  const scopes = ['Profile', 'Applications', 'Apply']
  const caller = { kind: 'candidate' as const, candidateId: body.id, keyId: 1, scopes }
  const candidate = system.network.services.candidate.as(caller)
  const applied = await candidate.post('/api/v1/me/applications', { jobId, confirm: true })
  if (applied.status !== 201) throw new Error(applied.text)
  return applied.body.application.id
}

test('a job shows how many applications have each status, to Interviewers too; the list shows all of them', async () => {
  const recruiter = await system.employerWithUser('Recruiter')
  const { employerId } = recruiter
  const interviewer = await system.employerWithUser('Interviewer', { employerId })
  const [id, other] = [await jobs.active(employerId), await jobs.active(employerId)]
  const applications = [await apply(id), await apply(id), await apply(id)]
  const scopes = ['Applications']
  const caller = { kind: 'recruiter' as const, employerId, userId: recruiter.id, keyId: null, scopes }
  const pipeline = system.network.services.pipeline.as(caller)
  await eventually('pipeline has the applications', async () => {
    return (await pipeline.get(`/api/v1/jobs/${id}/applications`)).body.total === 3
  })
  await pipeline.post(`/api/v1/applications/${applications[0]}/status`, { status: 'Interviewing' })
  for (const person of [recruiter, interviewer]) {
    const browser = await system.signedIn(person)
    const { $ } = await browser.open(`/jobs/${id}`)
    const figures = $('.jb-stat')
      .map((_, stat) => $(stat).text().replace(/\s+/g, ' ').trim())
      .get()
    expect(figures.slice(0, 5)).toEqual([
      'New2',
      'Screened0',
      'Shortlisted0',
      'Interviewing1',
      'Interviewed0',
    ])
    const list = await browser.open('/jobs')
    expect(list.$(`a[href="/jobs/${id}/board"]`).first().text()).toBe('3')
    expect(list.$(`a[href="/jobs/${other}/board"]`)).toHaveLength(0)
  }
})
