import { afterEach } from 'vitest'
import { service } from '../../src/service.ts'
import { bootJobs, DAY_MS, type Jobs } from './setup.ts'

const running: Jobs[] = []
afterEach(async () => {
  for (const jobs of running.splice(0).reverse()) await jobs.stop()
})

/** Boots the service until the end of the test. */
export async function startJobsOfTest(...settings: Parameters<typeof bootJobs>): Promise<Jobs> {
  const jobs = await bootJobs(...settings)
  running.push(jobs)
  return jobs
}

/** Boots replicas on one database; the first owns it. */
export async function startReplicas(count: number): Promise<Jobs[]> {
  const all = [await startJobsOfTest()]
  while (all.length < count) all.push(await startJobsOfTest(all[0]))
  return all
}

/** Boots the service without the expiry timer. */
export const startWithoutTimer = () => startJobsOfTest({}, { ...service, timers: [] })

/** Creates Active jobs of one employer that are due in a day, 20 in parallel: on a busy machine, more of them
 * wait for a database connection until they are 503. */
export async function createActiveJobs(jobs: Jobs, count: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(20, count - ids.length) }, () => jobs.createActive(1, DAY_MS))
    ids.push(...(await Promise.all(batch)))
  }
  return ids
}

/** Adds copies of an Active job, due when it is, without the events of their creation. They have their words: the timer that
 * folds those would lock them, and expiry leaves out what is locked until its next run. */
export async function copyActiveJob(jobs: Jobs, id: number, copies: number): Promise<void> {
  await jobs.deps.db.sql`
    insert into job (employer_id, status, title, posted_date, expiry_date, created_at, updated_at, version,
      words, title_key, words_version)
    select employer_id, status, title, posted_date, expiry_date, created_at, updated_at, version, words, title_key, words_version
    from job, generate_series(1, ${copies}::int) where id = ${id}`
}

/** Ids of the jobs whose stored status is this one. */
export const jobsWithStatus = (jobs: Jobs, status: string) => jobs.deps.db.sql<{ id: number }>`
  select id from job where status = ${status}`
