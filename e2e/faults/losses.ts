import { eventually } from '@jobboard/testkit/eventually'
import type { System } from './fault.ts'
import { addEvent, type EventIds, type Load } from './load.ts'
import { GRANTED, type People } from './people.ts'

/** What is missing, and what happened more often than it was accepted, by kind; only counts above zero. */
export interface Losses {
  lost: Record<string, number>
  doubled: Record<string, number>
}

const EVENTS_WAIT_MS = 120_000
const ERASURES_WAIT_MS = 60_000

/** Compares what was accepted with what the system holds and sent. The load must be paused. */
export async function countLosses(system: System, people: People, load: Load): Promise<Losses> {
  const { admin, receiver } = system
  const { employerId, keys, jobIds } = people
  const { accepted, feed } = load
  const { published, applied, moved, searches, unlocked } = accepted
  const losses: Losses = { lost: {}, doubled: {} }
  const count = (kind: string, lost: number, doubled: number) => {
    if (lost > 0) losses.lost[kind] = lost
    if (doubled > 0) losses.doubled[kind] = doubled
  }
  const compare = (kind: string, expected: number, found: number, tolerated = 0) =>
    count(kind, expected - found, found - expected - tolerated)

  // Another key each time: the lists below are within the limit of one.
  const employer = keys[published.length % keys.length]!
  const read = (path: string, api = employer) =>
    eventually(`200 from ${path}`, async () => {
      const { status, body } = await api.get(path)
      return status === 200 && { body }
    })
  const total = async (path: string, api = employer) => Number((await read(path, api)).body.total)

  compare('jobs', published.length + jobIds.length, await total('/api/v1/jobs?pageSize=1&status=Active'))
  const drafts = await total('/api/v1/jobs?pageSize=1&status=Draft')
  compare('drafts', accepted.drafts, drafts, accepted.uncertainDrafts)
  const credits = (await read(`/admin/v1/employers/${employerId}/credits`, admin)).body
  compare('debits for jobs', published.length + jobIds.length, GRANTED - credits.JobPosting)
  compare('debits for searches', searches, GRANTED - credits.CvSearch)
  compare('debits for unlocks', unlocked.size, GRANTED - credits.CvDownload)

  const names = [
    ...applied.map((id) => `${id} application.submitted`),
    ...moved.map((id) => `${id} application.status_changed`),
  ]
  const missing = (events: EventIds) => names.filter((name) => !events.has(name)).length
  const distinct = (events: EventIds, name: string) => new Set(events.get(name)).size
  let delivered: EventIds = new Map()
  const haveArrived = async () => {
    delivered = new Map()
    for (const { body } of receiver.received) addEvent(delivered, body)
    return missing(delivered) === 0
  }
  await eventually('every webhook has arrived', haveArrived, EVENTS_WAIT_MS, 200).catch(() => {})
  // One event for each change, however often it was delivered.
  count('webhooks', missing(delivered), names.filter((name) => distinct(delivered, name) > 1).length)
  const isInFeed = async () => {
    await load.readFeed()
    return missing(feed) === 0
  }
  await eventually('the feed has every event', isInFeed, EVENTS_WAIT_MS, 500).catch(() => {})
  const repeated = names.filter((name) => (feed.get(name)?.length ?? 0) > 1)
  count('events of the feed', missing(feed), repeated.length)

  const lists = await Promise.all(jobIds.map((id) => total(`/api/v1/jobs/${id}/applications?pageSize=1`)))
  const applications = lists.reduce((sum, one) => sum + one, 0)
  compare('applications', applied.length, applications)
  count('confirmed erasures', (await unconfirmed(system, accepted.erasures)).length, 0)
  count('dead letters', await total('/admin/v1/events/dead-letters?pageSize=1', admin), 0)
  return losses
}

/** The erasures that some service has not confirmed after a minute. */
async function unconfirmed({ admin }: System, erasures: readonly number[]): Promise<readonly number[]> {
  let rest = erasures
  const areConfirmed = async () => {
    while (rest.length > 0) {
      const { body } = await admin.get(`/admin/v1/erasures/${rest[0]}`)
      if (!body?.completedAt) return false
      rest = rest.slice(1)
    }
    return true
  }
  await eventually('every erasure is confirmed', areConfirmed, ERASURES_WAIT_MS).catch(() => {})
  return rest
}
