import type { Endpoint } from '@jobboard/contracts/endpoint'
import * as endpoints from '@jobboard/contracts/jobs/open-jobs'
import { LINKED_DATA_TYPE } from '@jobboard/contracts/jobs/open-jobs'
import { cursorAfter, newest, readCursor } from '@jobboard/contracts/page'
import { sandboxOf } from '@jobboard/service/auth/caller'
import { withEtag } from '@jobboard/service/http/etag'
import { responseType } from '@jobboard/service/http/media-type'
import { type Action, type Reply, type Route, route } from '@jobboard/service/http/route'
import type { BaseEnv } from '@jobboard/service/lifecycle/env'
import { toJobPosting, toJobPostingList, toOpenJob, toOpenJobSummary } from './open-job.ts'
import { type PendingActivity, recordActivity, withEmployerNames } from './peers.ts'
import { requiredLexemes, wordQuery } from './search.ts'
import { getOpenJob, listOpenJobs } from './store.ts'

type OwnRoute = Route<BaseEnv, PendingActivity>

/** An endpoint of candidates. Every successful call counts as activity (D-42). */
function own<E extends Endpoint>(endpoint: E, action: Action<E>): OwnRoute {
  return route<E, BaseEnv, PendingActivity>(endpoint, async (context) => {
    const reply = await action(context)
    recordActivity(context.service, context.candidateId, context.now)
    return reply
  })
}

// Active jobs, newest first, that match `query`; a schema.org ItemList on request.
const list = own(endpoints.listOpenJobs, async (context) => {
  const { service, caller, sql, query, headers, requestId, now } = context
  const { query: words, cursor, limit, ...filters } = query
  const conditions = [
    ...(words === undefined ? [] : [wordQuery(words)]),
    ...requiredLexemes(filters).map((lexeme) => `'${lexeme}'`),
  ]
  const after = cursor === undefined ? newest(now) : readCursor(cursor)
  // One row more than the page shows whether another page follows.
  const sandboxId = sandboxOf(caller)
  const found = await listOpenJobs(sql, { conditions, after, limit: limit + 1, now, sandboxId })
  const items = await withEmployerNames(service, found.slice(0, limit), requestId)
  const nextCursor =
    found.length > limit ? cursorAfter({ at: found[limit - 1]!.postedAt, id: found[limit - 1]!.id }) : null
  if (responseType(headers.accept, [LINKED_DATA_TYPE]) !== LINKED_DATA_TYPE) {
    return { body: { items: items.map(toOpenJobSummary), nextCursor }, headers: { vary: 'Accept' } }
  }
  const headersOfPage: Record<string, string> = { vary: 'Accept' }
  if (nextCursor !== null) headersOfPage.link = linkToNext({ ...query, cursor: nextCursor })
  return inLinkedData({ body: toJobPostingList(items), headers: headersOfPage })
})

// 404 unless Active; a schema.org JobPosting on request.
const get = own(endpoints.getOpenJob, async ({ service, caller, sql, params, headers, requestId, now }) => {
  const open = await getOpenJob(sql, params.id, now, sandboxOf(caller))
  const [job] = await withEmployerNames(service, [open], requestId)
  const isLinked = responseType(headers.accept, [LINKED_DATA_TYPE]) === LINKED_DATA_TYPE
  const reply: Reply = withEtag(headers, isLinked ? toJobPosting(job!) : toOpenJob(job!))
  const varying = { ...reply, headers: { ...reply.headers, vary: 'Accept' } }
  return isLinked ? inLinkedData(varying) : (varying as Reply<never>)
})

// The body has the schema of `linkedData` of the endpoint, not of `response`.
function inLinkedData(reply: Reply): Reply<never> {
  return { ...reply, headers: { ...reply.headers, 'content-type': LINKED_DATA_TYPE } } as Reply<never>
}

function linkToNext(query: Record<string, string | number | undefined>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return `<${endpoints.listOpenJobs.path}?${parameters}>; rel="next"`
}

/** The jobs that a candidate can apply to. */
export const meJobRoutes: OwnRoute[] = [list, get]
