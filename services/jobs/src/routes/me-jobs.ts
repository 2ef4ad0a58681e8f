import * as endpoints from '@jobboard/contracts/endpoints/me-jobs'
import { LINKED_DATA_TYPE } from '@jobboard/contracts/job-posting'
import { withEtag } from '@jobboard/service/http/etag'
import { responseType } from '@jobboard/service/http/media-type'
import { type Reply, type Route, route } from '@jobboard/service/http/route'
import { requiredLexemes } from '../domain/job-terms.ts'
import { cursorAfter, newest, readCursor } from '../domain/open-job-position.ts'
import { wordQuery } from '../domain/word-query.ts'
import { withEmployerNames } from '../peers/employer.ts'
import { getOpenJob } from '../store/open-job.ts'
import { listOpenJobs } from '../store/open-job-list.ts'
import { toJobPosting } from '../wire/job-posting.ts'
import { toOpenJob, toOpenJobSummary } from '../wire/open-job.ts'

// P-127, P-128
const list = route(endpoints.listOpenJobs, async ({ service, sql, query, requestId, now }) => {
  const { query: words, cursor, limit, ...filters } = query
  const conditions = [
    ...(words === undefined ? [] : [wordQuery(words)]),
    ...requiredLexemes(filters).map((lexeme) => `'${lexeme}'`),
  ]
  const after = cursor === undefined ? newest(now) : readCursor(cursor)
  // One row more than the page shows whether another page follows.
  const found = await listOpenJobs(sql, { conditions, after, limit: limit + 1, now })
  const items = await withEmployerNames(service, found.slice(0, limit), requestId)
  const nextCursor = found.length > limit ? cursorAfter(found[limit - 1]!) : null
  return { body: { items: items.map(toOpenJobSummary), nextCursor } }
})

// P-129, P-130
const get = route(endpoints.getOpenJob, async ({ service, sql, params, headers, requestId, now }) => {
  const [job] = await withEmployerNames(service, [await getOpenJob(sql, params.id, now)], requestId)
  const type = responseType(headers.accept, [LINKED_DATA_TYPE])
  const reply: Reply = withEtag(headers, type === LINKED_DATA_TYPE ? toJobPosting(job!) : toOpenJob(job!))
  const contentType = type === LINKED_DATA_TYPE ? { 'content-type': type } : {}
  return { ...reply, headers: { ...reply.headers, vary: 'Accept', ...contentType } } as Reply<never>
})

/** The jobs that a candidate can apply to. */
export const meJobRoutes: Route[] = [list, get]
