import { beforeAll, expect, test } from 'vitest'
import { jobsOf } from '../support/jobs.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await sharedPortalSystem()
})

/** Stores applications whose statuses stand in this order, the last changed first. */
async function applicationsOf(employerId: number, jobId: number, statuses: readonly string[]) {
  const { sql } = system.network.services.pipeline.deps.db
  await sql`insert into job_owner (job_id, employer_id) values (${jobId}, ${employerId}) on conflict do nothing`
  await sql`
    insert into application (id, employer_id, job_id, job_title, candidate_id, candidate, name, email, status,
      application_type, is_ai_assisted, screening_answers, applied_at, updated_at, version, change_number)
    select ${jobId} * 10000 + place, ${employerId}, ${jobId}, 'Keeper', place, '{}', 'Ada ' || place, 'ada@post.example', status,
      'Web', false, '[]', now(), now() - place * interval '1 minute', 1, place
    from unnest(${statuses}::text[]) with ordinality as made (status, place)`
}

const many = (status: string, count: number) => Array.from({ length: count }, () => status)

test.each([
  ['a column that the last changed ones fill', [...many('New', 130), ...many('Hired', 3)]],
  ['one that they fill in part', [...many('Screened', 60), ...many('New', 130), ...many('Screened', 50)]],
  ['at most 100 applications', [...many('Offered', 40), ...many('New', 60)]],
])(
  'the board has the last 100 changed of each status, and how many there are: %s',
  async (_what, statuses) => {
    const recruiter = await system.employerWithUser('Recruiter')
    const jobId = await jobsOf(system).draft(recruiter.employerId)
    await applicationsOf(recruiter.employerId, jobId, statuses)
    const { $ } = await (await system.signedIn(recruiter)).open(`/jobs/${jobId}/board`)
    for (const status of ['New', 'Screened', 'Offered', 'Hired', 'Rejected']) {
      const places = statuses.flatMap((one, i) => (one === status ? [i + 1] : []))
      const column = $(`[data-column=${status}]`)
      expect([status, column.find('[data-count]').text()]).toEqual([status, String(places.length)])
      const cards = column
        .find('[id^=card-]')
        .map((_, card) => Number($(card).attr('id')!.slice('card-'.length)))
        .get()
      expect(cards).toEqual(places.slice(0, 100).map((place) => jobId * 10_000 + place))
    }
  },
)
