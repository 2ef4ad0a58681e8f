import * as endpoints from '@jobboard/contracts/jobs/endpoints'
import { jobChanged, jobClosed, jobCreated, jobPublished } from '@jobboard/contracts/jobs/events'
import { getJobFacts, listJobFacts } from '@jobboard/contracts/jobs/internal'
import { offsetOf } from '@jobboard/db/page'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { debit, estimateDebit } from '@jobboard/ledger/entries'
import { failpoint } from '@jobboard/process/failpoint'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { sandboxOf } from '@jobboard/service/auth/caller'
import { checkMatch, etagOf, withEtag } from '@jobboard/service/http/etag'
import { type Context, type Route, route } from '@jobboard/service/http/route'
import {
  change,
  changeable,
  close,
  copyOf,
  draft,
  keepIds,
  tooManyUnpublished,
  type WantedPosting,
} from './change.ts'
import {
  checkExpiryDate,
  nextVersion,
  publish,
  toChargedEvent,
  toDetail,
  toEvent,
  toFacts,
  toSummary,
} from './job.ts'
import { placeAfter, readPlace, wordCondition } from './list.ts'
import { listJobs } from './list-store.ts'
import { getAnyJob, getJob, insertJob, listAnyJobs, lockAnyJob, lockJob, saveJob, withIds } from './store.ts'

/** Spec §4.1: a new Draft. */
const createJob = route(endpoints.createJob, (context) =>
  context.commit((sql) => storeDraft(sql, context, draft(context.body))),
)

/** A Draft with the fields and the questions of a job in any state. */
const duplicateJob = route(endpoints.duplicateJob, (context) =>
  context.commit(async (sql) =>
    storeDraft(sql, context, copyOf(await getJob(sql, context.employerId, context.params.id))),
  ),
)

async function storeDraft(
  sql: Tx,
  { caller, employerId, now }: Pick<Context, 'caller' | 'employerId' | 'now'>,
  posting: WantedPosting,
) {
  const screeningQuestions = await withIds(sql, posting.screeningQuestions)
  const owner = { employerId, sandboxId: sandboxOf(caller) ?? null }
  const job = await insertJob(sql, owner, { ...posting, screeningQuestions }, now)
  if (!job) throw tooManyUnpublished()
  await appendEvent(sql, jobCreated, toChargedEvent(job, now))
  return { body: toDetail(job, now) }
}

/** D-23; a patch that changes nothing stores nothing and publishes nothing. */
const updateJob = route(endpoints.updateJob, ({ commit, employerId, params, body, headers, now }) =>
  commit(async (sql) => {
    const before = await lockJob(sql, employerId, params.id)
    checkMatch(headers, toDetail(before, now))
    const wanted = body.screeningQuestions && keepIds(before.screeningQuestions, body.screeningQuestions)
    const screeningQuestions = wanted && (await withIds(sql, wanted))
    const job = change(before, { ...body, screeningQuestions }, now)
    if (job.version !== before.version) {
      await saveJob(sql, job)
      await appendEvent(sql, jobChanged, toChargedEvent(job, now))
    }
    const detail = toDetail(job, now)
    return { body: detail, headers: { etag: etagOf(detail) } }
  }),
)

/** D-22: state, debit and event commit together or not at all. The dry run has the same checks in the same order. */
const publishJob = route(
  endpoints.publishJob,
  async (context) => {
    const { commit, employerId, params, body, requestId, now } = context
    checkExpiryDate(body.expiryDate, now)
    const reply = await commit(async (sql) => {
      const job = publish(await lockJob(sql, employerId, params.id), now, body.expiryDate)
      const cause = `publish-job ${job.id}`
      const { remaining } = await debit(sql, { employerId, kind: 'JobPosting', cause, requestId, now })
      failpoint('publish-after-debit')
      await saveJob(sql, job)
      await appendEvent(sql, jobPublished, toEvent(job, now))
      return { body: toDetail(job, now), credits: { cost: 1, remaining } }
    })
    failpoint('publish-after-commit')
    return reply
  },
  async ({ read, employerId, params, body, now }) => {
    checkExpiryDate(body.expiryDate, now)
    return read(async (sql) => {
      publish(await getJob(sql, employerId, params.id), now, body.expiryDate)
      return { credits: await estimateDebit(sql, { employerId, kind: 'JobPosting' }) }
    })
  },
)

/** D-24: one event however often it is called. The row lock serializes it with expiry. */
const closeJob = route(endpoints.closeJob, ({ commit, employerId, params, now }) =>
  commit(async (sql) => {
    const job = close(await lockJob(sql, employerId, params.id), now)
    if (!job) return {}
    await saveJob(sql, job)
    await appendEvent(sql, jobClosed, toEvent(job, now))
    return {}
  }),
)

/** For operators; unchanged questions keep their ids. */
const replaceScreeningQuestions = route(endpoints.replaceScreeningQuestions, (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const before = changeable(await lockAnyJob(sql, params.jobId), now)
    const screeningQuestions = await withIds(sql, keepIds(before.screeningQuestions, body))
    const job = nextVersion(before, { screeningQuestions }, now)
    await saveJob(sql, job)
    await appendEvent(sql, jobChanged, toEvent(job, now))
    await recordAudit(sql, context, {
      action: 'replace-screening-questions',
      entity: { type: 'job', id: job.id },
      before: before.screeningQuestions,
      after: screeningQuestions,
      employerId: job.employerId,
    })
    return { body: screeningQuestions }
  }),
)

// By page, or by cursor so that a client misses and repeats nothing while jobs change.
const list = route(endpoints.listJobs, async ({ sql, employerId, query, now }) => {
  const { page, pageSize, cursor, q, sort = '-createdAt', ...filter } = query
  const after = cursor === undefined ? undefined : readPlace(cursor, sort, page)
  const words = q === undefined ? undefined : wordCondition(q, employerId)
  // One row more than the page: whether another page follows.
  const { offset, limit } = offsetOf({ page, pageSize })
  const asked = { ...filter, words, sort, after, offset, limit: limit + 1, now }
  const found = await listJobs(sql, employerId, asked)
  const items = found.items.slice(0, pageSize)
  const last = found.items.length > pageSize ? items.at(-1) : undefined
  const nextCursor = last ? placeAfter(last, sort) : null
  return {
    body: { total: found.total, page, pageSize, items: items.map((job) => toSummary(job, now)), nextCursor },
  }
})

const get = route(endpoints.getJob, async ({ sql, employerId, params, headers, now }) => {
  return withEtag(headers, toDetail(await getJob(sql, employerId, params.id), now))
})

/** The jobs of the calling employer (Spec §4.1), their questions for operators, and a job for other services. */
export const jobRoutes: Route[] = [
  list,
  get,
  createJob,
  duplicateJob,
  updateJob,
  publishJob,
  closeJob,
  replaceScreeningQuestions,
  route(getJobFacts, async ({ sql, params, now }) => {
    const job = await getAnyJob(sql, params.jobId)
    return { body: { ...toFacts(job, now), employerName: job.employerName } }
  }),
  route(listJobFacts, async ({ sql, body, now }) => {
    const jobs = await listAnyJobs(sql, body.jobIds)
    return { body: jobs.map((job) => ({ ...toFacts(job, now), employerName: job.employerName })) }
  }),
]
