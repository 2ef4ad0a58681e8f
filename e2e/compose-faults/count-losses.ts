import { eventually } from '@jobboard/testkit/eventually'
import { GRANTED, type People } from '../faults/support/people.ts'
import type { Receiver } from '../faults/support/receiver.ts'
import type { Workload } from '../faults/support/workload.ts'
import type { PlainLoad } from './plain-load.ts'
import type { Operators } from './prepare.ts'

/** What is missing, and what happened more often than it was acknowledged, by kind. */
export interface Losses {
  lost: Record<string, number>
  doubled: Record<string, number>
}

const WEBHOOK_WAIT_MS = 120_000

/** Compares what was acknowledged with what is stored and what the receiver got. Both loads must be at rest. */
export async function countLosses(
  { admin }: Operators,
  { employerId, employerKeys, jobIds }: People,
  { published, applied, moved, searches, unlocked }: Workload,
  plain: PlainLoad,
  receiver: Receiver,
): Promise<Losses> {
  const employer = employerKeys[published.length % employerKeys.length]!
  const read = (path: string, api = employer) =>
    eventually(`200 from ${path}`, async () => {
      const { status, body } = await api.get(path)
      return status === 200 ? { body } : undefined
    })
  const total = async (path: string) => Number((await read(path)).body.total)
  const credits = (await read(`/admin/v1/employers/${employerId}/credits`, admin)).body

  const losses: Losses = { lost: {}, doubled: {} }
  const compare = (kind: string, expected: number, found: number, tolerated = 0) => {
    losses.lost[kind] = Math.max(0, expected - found)
    losses.doubled[kind] = Math.max(0, found - expected - tolerated)
  }
  const publications = published.length + jobIds.length
  compare('jobs', publications, await total('/api/v1/jobs?pageSize=1&status=Active'))
  compare('drafts', plain.created, await total('/api/v1/jobs?pageSize=1&status=Draft'), plain.uncertain)
  const spent = 2 * GRANTED - credits.JobPosting - credits.CvSearch
  compare('credits', publications + searches, spent)
  compare('unlocks', unlocked.size, GRANTED - credits.CvDownload)

  const events = [
    ...applied.map((id) => `${id} application.submitted`),
    ...moved.map((id) => `${id} application.status_changed`),
  ]
  const missing = () => events.filter((name) => !receiver.eventIds.has(name))
  await eventually('every webhook has arrived', async () => missing().length === 0, WEBHOOK_WAIT_MS).catch(
    () => {},
  )
  losses.lost.webhooks = missing().length
  // One event per change, however often it was delivered.
  losses.doubled.webhooks = events.filter((name) => (receiver.eventIds.get(name)?.size ?? 0) > 1).length

  const totals = await Promise.all(jobIds.map((id) => total(`/api/v1/jobs/${id}/applications?pageSize=1`)))
  const applications = totals.reduce((sum, one) => sum + one, 0)
  compare('applications', applied.length, applications)
  return losses
}
