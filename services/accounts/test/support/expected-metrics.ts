import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import type { EmployerMetrics } from '@jobboard/contracts/employers/employers'
import { type JobStatus, jobStatuses } from '@jobboard/contracts/jobs/job'
import type { Network } from '@jobboard/testkit/network'

type Application = {
  id: number
  jobId: number
  status: ApplicationStatus
  appliedAt: Date
  rejectionCode: string | null
}
type Change = { applicationId: number; status: ApplicationStatus; changedAt: Date }

// An independent implementation: plain loops over the rows of the services that own them.
const STAGES: [keyof EmployerMetrics['conversion'], ApplicationStatus[]][] = [
  ['Interviewing', ['Interviewing', 'Interviewed', 'Offered', 'Hired']],
  ['Offered', ['Offered', 'Hired']],
  ['Hired', ['Hired']],
]

/** The metrics of an employer, computed from the databases of jobs, pipeline and search. */
export async function expectedMetrics(
  net: Network,
  employerId: number,
): Promise<Omit<EmployerMetrics, 'asOf'>> {
  const { jobs, pipeline, search } = net.services
  const now = jobs.deps.clock.now()
  const postings = await jobs.deps.db.sql<{ id: number; title: string; status: JobStatus; due: boolean }>`
    select id, title, status, coalesce(expiry_date <= ${now}, false) as due from job
    where employer_id = ${employerId} order by created_at desc, id desc`
  const applications = await pipeline.deps.db.sql<Application>`
    select id, job_id, status, applied_at, rejection_code from application where employer_id = ${employerId}`
  const changes = await pipeline.deps.db.sql<Change>`
    select application_id, c.status, changed_at from status_change c join application a on a.id = application_id
    where employer_id = ${employerId} order by c.id`
  const [unlocks] = await search.deps.db.sql<{ count: number }>`
    select count(*) as count from unlock
    where employer_id = ${employerId} and unlocked_at > ${new Date(now.getTime() - 30 * 86_400_000)}`
  const ledgers = [jobs, search].map(
    ({ deps }) => deps.db.sql<Balance>`
      select kind, sum(amount)::int as amount from credit_entry where employer_id = ${employerId} group by kind`,
  )
  const balances = (await Promise.all(ledgers)).flat()

  const seen = new Map<number, ApplicationStatus[]>()
  const stays = Object.fromEntries(applicationStatuses.map((status) => [status, [] as number[]]))
  for (const { id, appliedAt } of applications) {
    let status: ApplicationStatus = 'New'
    let since = appliedAt
    const all: ApplicationStatus[] = [status]
    for (const change of changes) {
      if (change.applicationId !== id) continue
      stays[status]!.push((change.changedAt.getTime() - since.getTime()) / 1_000)
      status = change.status
      since = change.changedAt
      all.push(status)
    }
    seen.set(id, all)
  }
  const asNow = postings.map((job) => ({
    jobId: job.id,
    title: job.title,
    status: job.status === 'Active' && job.due ? ('Expired' as const) : job.status,
    applications: count(applications.filter(({ jobId }) => jobId === job.id)),
  }))
  const share = (statuses: ApplicationStatus[]) => {
    const reached = [...seen.values()].filter((all) => all.some((status) => statuses.includes(status)))
    return applications.length === 0 ? null : reached.length / applications.length
  }
  return {
    jobs: Object.fromEntries(
      jobStatuses.map((status) => [status, asNow.filter((job) => job.status === status).length]),
    ) as EmployerMetrics['jobs'],
    applications: count(applications),
    conversion: Object.fromEntries(
      STAGES.map(([stage, statuses]) => [stage, share(statuses)]),
    ) as EmployerMetrics['conversion'],
    medianSecondsInStatus: Object.fromEntries(
      Object.entries(stays).map(([status, seconds]) => [status, median(seconds)]),
    ) as EmployerMetrics['medianSecondsInStatus'],
    rejectionReasons: countReasons(applications.filter(({ status }) => status === 'Rejected')),
    newestJobs: asNow.slice(0, 50),
    unlocksLast30Days: unlocks!.count,
    credits: {
      JobPosting: balanceOf(balances, 'JobPosting'),
      CvSearch: balanceOf(balances, 'CvSearch'),
      CvDownload: balanceOf(balances, 'CvDownload'),
    },
  }
}

type Balance = { kind: string; amount: number }

function balanceOf(balances: Balance[], kind: string): number {
  return balances.find((balance) => balance.kind === kind)?.amount ?? 0
}

function count(applications: { status: ApplicationStatus }[]): EmployerMetrics['applications'] {
  const byStatus = applicationStatuses.map((status) => [
    status,
    applications.filter((application) => application.status === status).length,
  ])
  return { total: applications.length, byStatus: Object.fromEntries(byStatus) }
}

function countReasons(rejected: Application[]): EmployerMetrics['rejectionReasons'] {
  const counts = Map.groupBy(rejected, ({ rejectionCode }) => rejectionCode)
  return [...counts]
    .map(([code, { length }]) => ({ code, applications: length }))
    .sort((a, b) => b.applications - a.applications || ((a.code ?? '~') < (b.code ?? '~') ? -1 : 1))
}

function median(values: number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const value = Number.isInteger(middle)
    ? (sorted[middle - 1]! + sorted[middle]!) / 2
    : sorted[Math.floor(middle)]!
  return Math.round(value)
}
