import * as endpoints from '@jobboard/contracts/applications/bulk'
import type { BulkItem } from '@jobboard/contracts/applications/shown'
import { isBlank } from '@jobboard/contracts/characters'
import { ApiError } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'
import { failpoint } from '@jobboard/process/failpoint'
import type { Caller } from '@jobboard/service/auth/caller'
import { userIdOf } from '@jobboard/service/http/author'
import { type Route, route } from '@jobboard/service/http/route'
import { lockCandidate } from '../applications/store.ts'
import { createNote, tryNote } from '../notes/create-actions.ts'
import { authorOf, moveApplication, tryMove } from '../status/change-actions.ts'
import { lockApplication } from '../status/store.ts'
import { lockTagsOf } from '../tags/store.ts'
import { assignTag, removeTag } from '../tags/tag-actions.ts'

type Change = Pick<BulkItem, 'status'>

interface Request {
  employerId: number
  caller: Caller
  body: endpoints.BulkChange
  now: Date
}

/** One after the other, so that the events are in the order of the request. */
const changeApplications = route(
  endpoints.changeApplications,
  async (context) => {
    const items = await changeEach(context, (id) =>
      context.commitPart(`/api/v1/applications/${id}/bulk`, (sql) => change(sql, context, id, single)),
    )
    return context.commit(async () => ({ body: { items } }))
  },
  async (context) => ({
    items: await changeEach(context, (id) =>
      context.service.db.tried((sql) => change(sql, context, id, tries)),
    ),
  }),
)

async function changeEach(
  { body: { ids } }: Request,
  changeOne: (id: number) => Promise<Change>,
): Promise<BulkItem[]> {
  const items: BulkItem[] = []
  for (const id of ids) {
    items.push(await changeOne(id).then((changed) => ({ id, ok: true, ...changed }), refused(id)))
    failpoint('bulk-after-item')
  }
  return items
}

/** The item of an application that is not changed. Throws what is wrong with the whole bulk, or with this service. */
const refused = (id: number) => (error: unknown) => {
  const isOfItem = error instanceof ApiError && error.status < 500 && !OF_WHOLE.has(error.code)
  if (!isOfItem) throw error
  return { id, ok: false, code: error.code, message: error.message }
}

const OF_WHOLE: ReadonlySet<string> = new Set(['idempotency_in_progress', 'idempotency_key_reused'])

/** What the single calls do. */
const single = { move: moveApplication, note: createNote }
/** The same without what takes an id, for a dry run. */
const tries = { move: tryMove, note: tryNote }

/** Changes one application in one transaction. */
async function change(
  sql: Tx,
  { employerId, caller, body, now }: Request,
  id: number,
  act: typeof single | typeof tries,
): Promise<Change> {
  const { status, expectedStatus, note, rejectionReason, addTags, removeTags } = body
  const noteText = !status && note && !isBlank(note) ? note : undefined
  const userId = noteText === undefined ? undefined : userIdOf(caller)
  const labels = [...addTags, ...removeTags].sort()
  // Locks in the order of all who take more than one of them: candidate, application, tags of the employer, tags by label, the
  // budget of bytes, the number of the change.
  if (labels.length > 0) {
    const candidateId = await lockCandidate(sql, employerId, id)
    if (status) await lockApplication(sql, { employerId }, id)
    if (labels.length > 1 && addTags.length > 0) await lockTagsOf(sql, employerId)
    for (const label of labels) {
      if (addTags.includes(label)) await assignTag(sql, { employerId, candidateId }, label, now)
      else await removeTag(sql, { employerId, candidateId }, label)
    }
  }
  if (noteText !== undefined)
    await act.note(sql, { employerId, userId: userId! }, id, { text: noteText, level: 'application' }, now)
  if (!status) return {}
  const by = { employerId, author: authorOf(caller) }
  const moved = await act.move(sql, by, id, { status, expectedStatus, note, rejectionReason }, now)
  return { status: moved.status }
}

/** One change of many applications (D-70). */
export const bulkRoutes: Route[] = [changeApplications]
