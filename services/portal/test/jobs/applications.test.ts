import { beforeAll, expect, test } from 'vitest'
import { openHiring } from '../board/hiring.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await sharedPortalSystem()
})

test('a job shows how many applications have each status, to Interviewers too; the list shows all of them', async () => {
  const hiring = await openHiring(system)
  const { jobId, browsers } = hiring
  const other = await hiring.anotherJob()
  const [id] = [await hiring.apply(), await hiring.apply(), await hiring.apply()]
  await hiring.move(id, 'Interviewing')
  for (const browser of [browsers.Recruiter, browsers.Interviewer]) {
    const { $ } = await browser.open(`/jobs/${jobId}`)
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
    expect(list.$(`a[href="/jobs/${jobId}/board"]`).first().text()).toBe('3')
    expect(list.$(`a[href="/jobs/${other}/board"]`)).toHaveLength(0)
  }
})
