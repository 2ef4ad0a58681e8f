import { type listApplicationRecords, MAX_RECORDS_PER_CALL } from '@jobboard/contracts/applications/internal'
import { exportOwnData, listProfileViews } from '@jobboard/contracts/candidates/me'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { fetchEmployerNames } from '@jobboard/service/employer-names/employer-names'
import type { Context } from '@jobboard/service/http/route'
import { spool } from '@jobboard/service/http/spool'
import { type OwnRoute, own } from '../activity/routes.ts'
import { type Application, toOwnApplication } from '../applications/application.ts'
import { listApplicationsBefore, listDailyApplies } from '../applications/store.ts'
import { toRecord } from '../profiles/candidate.ts'
import { getCandidate } from '../profiles/store.ts'
import { fetchAllUnlocks, fetchApplicationRecords, fetchKeys, fetchUnlocks } from './peers.ts'

/** Runs at most `count` tasks at a time; further ones wait, the oldest first. */
export function openSlots(count: number): { run<T>(task: () => Promise<T>): Promise<T> } {
  const waiting: (() => void)[] = []
  let free = count
  return {
    async run(task) {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await task()
      } finally {
        // The next task takes over the slot.
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}

type Export = ResponseBody<typeof exportOwnData>
type ApplicationRecord = ResponseBody<typeof listApplicationRecords>[number]

/** An application with what pipeline holds about it; without a record pipeline has not received it yet. */
function toExportedApplication(
  application: Application,
  record: ApplicationRecord | undefined,
): Export['applications'][number] {
  const { employerId, applicationType, isAiAssisted, screeningAnswers } = application
  return {
    ...toOwnApplication(application),
    employerId,
    applicationType,
    isAiAssisted,
    screeningAnswers,
    profile: record?.profile ?? null,
    statusHistory: record?.statusHistory ?? [],
    assessment: record?.assessment ?? null,
  }
}

type ProfileView = ResponseBody<typeof listProfileViews>['items'][number]

/** Unlocks with the names of their employers. */
function toProfileViews(
  unlocks: Omit<ProfileView, 'employerName'>[],
  names: Map<number, string>,
): ProfileView[] {
  return unlocks.map(({ employerId, unlockedAt }) => ({
    employerId,
    employerName: names.get(employerId)!,
    unlockedAt,
  }))
}

/** Which employers unlocked the profile: search owns the unlocks. */
export const profileViewRoutes: OwnRoute[] = [
  own(listProfileViews, async ({ service, candidateId, query, requestId }) => {
    const page = await fetchUnlocks(service, candidateId, query, requestId)
    const employerIds = page.items.map(({ employerId }) => employerId)
    const names = await fetchEmployerNames(service, employerIds, requestId)
    return { body: { ...page, items: toProfileViews(page.items, names) } }
  }),
]

type ExportContext = Context<typeof exportOwnData>

/** Exports at a time of one process: each holds up to 50 applications in memory. Further ones wait. */
const slots = openSlots(4)

/** Everything that is held about the candidate, gathered from its owners. Complete, or an error: the response
 * begins when the last part is there. */
export const exportRoutes: OwnRoute[] = [
  own(exportOwnData, (context) => slots.run(async () => ({ spooled: await spool(chunksOf(context)) }))),
]

async function* chunksOf(context: ExportContext): AsyncGenerator<string> {
  // An object without its closing brace, to which the applications are appended.
  yield JSON.stringify(await headOf(context)).slice(0, -1)
  let separator = ',"applications":['
  for await (const applications of pagesOf(context)) {
    for (const application of applications) {
      yield separator + JSON.stringify(application)
      separator = ','
    }
  }
  yield separator === ',' ? ']}' : `${separator}]}`
}

async function headOf({ service, sql, candidateId, requestId, now }: ExportContext) {
  const candidate = await getCandidate(sql, candidateId)
  const apiKeys = await fetchKeys(service, candidateId, requestId)
  const unlocks = await fetchAllUnlocks(service, candidateId, requestId)
  const employerIds = unlocks.map(({ employerId }) => employerId)
  const profileViews = toProfileViews(unlocks, await fetchEmployerNames(service, employerIds, requestId))
  const dailyApplies = await listDailyApplies(sql, candidateId)
  return { exportedAt: now.toISOString(), profile: toRecord(candidate), apiKeys, profileViews, dailyApplies }
}

async function* pagesOf({ service, sql, candidateId, requestId }: ExportContext) {
  let last: number | undefined
  for (;;) {
    const applications = await listApplicationsBefore(sql, candidateId, last, MAX_RECORDS_PER_CALL)
    const ids = applications.map(({ id }) => id)
    if (ids.length === 0 && last !== undefined) return
    // Also without an application: a part that cannot be reached must not look like an empty one.
    const records = await fetchApplicationRecords(service, candidateId, ids, requestId)
    yield applications.map((application) => toExportedApplication(application, records.get(application.id)))
    if (ids.length < MAX_RECORDS_PER_CALL) return
    last = ids.at(-1)
  }
}
