import { afterEach } from 'vitest'
import { service } from '../../src/service.ts'
import { bootJobs, DAY_MS, type Jobs } from './setup.ts'

const open: Jobs[] = []
afterEach(async () => {
  for (const jobs of open.splice(0).reverse()) await jobs.stop()
})

/** The service until the end of the test. */
export async function start(...settings: Parameters<typeof bootJobs>): Promise<Jobs> {
  const jobs = await bootJobs(...settings)
  open.push(jobs)
  return jobs
}

/** One or more processes' worth of it on one database; the first owns it. */
export async function replicas(count: number): Promise<Jobs[]> {
  const all = [await start()]
  while (all.length < count) all.push(await start(all[0]))
  return all
}

/** One that expires nothing by itself. */
export const withoutTimer = () => start({}, { ...service, timers: [] })

/** That many jobs of one employer, due in a day. */
export function activeJobs(jobs: Jobs, count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => jobs.active(1, DAY_MS)))
}

/** The ids of the jobs in this state. */
export const stored = (jobs: Jobs, status: string) => jobs.deps.db.sql<{ id: number }>`
  select id from job where status = ${status}`
