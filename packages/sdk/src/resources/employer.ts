import type { Call } from '../api.ts'
import type { Query, RequestBody } from '../operation.ts'
import type { CallOptions, UpdateOptions, WriteOptions } from '../options.ts'
import { iterateCursor, iteratePages } from '../paginate.ts'

/** The employer of a recruiter key. */
export const employer = (call: Call) => {
  const creditEntries = (query: Query<'list-credit-entries'> = {}, options?: CallOptions) =>
    call('list-credit-entries', { query }, options)
  return {
    /** What is left of each kind of credit. */
    credits: (options?: CallOptions) => call('get-credits', {}, options),
    /** One page of the entries of the ledger, newest first. */
    creditEntries,
    /** All entries of the ledger, each once. */
    iterateCreditEntries: (query: Omit<Query<'list-credit-entries'>, 'page'> = {}, options?: CallOptions) =>
      iterateCursor((from) => creditEntries({ pageSize: 100, ...query, ...from }, options), query.cursor),
    metrics: (options?: CallOptions) => call('get-employer-metrics', {}, options),
    users: (options?: CallOptions) => call('list-employer-users', {}, options),
  }
}

/** An employer's jobs. Requires a recruiter key with scope JobPosting. */
export const jobs = (call: Call) => {
  const list = (query: Query<'list-jobs'> = {}, options?: CallOptions) =>
    call('list-jobs', { query }, options)
  return {
    /** One page of your jobs, newest first unless `sort` says otherwise. */
    list,
    /** All your jobs, page by page. */
    iterate: (query: Query<'list-jobs'> = {}, options?: CallOptions) =>
      iteratePages((page) => list({ pageSize: 100, ...query, page }, options), query.page),
    get: (id: number, options?: CallOptions) => call('get-job', { path: { id } }, options),
    /** Creates a draft. */
    create: (body: RequestBody<'create-job'>, options?: WriteOptions) =>
      call('create-job', { body }, options),
    /** Creates a draft with the fields and questions of a job, without its reference. */
    duplicate: (id: number, options?: WriteOptions) => call('duplicate-job', { path: { id } }, options),
    /** Changes the given fields; `null` leaves a field unchanged, `""` clears it. */
    update: (id: number, body: RequestBody<'update-job'>, options?: UpdateOptions) =>
      call('update-job', { path: { id }, body }, options),
    /** Publishes a draft. Costs one JobPosting credit. */
    publish: (id: number, body: RequestBody<'publish-job'>, options?: WriteOptions) =>
      call('publish-job', { path: { id }, body }, options),
    /** Closes a job; its applications remain. */
    close: (id: number, options?: WriteOptions) => call('close-job', { path: { id } }, options),
  }
}

/** CV search. Requires a recruiter key with scope CvSearch. */
export const search = (call: Call) => {
  const candidates = (body: RequestBody<'search-candidates'>, options?: WriteOptions) =>
    call('search-candidates', { body }, options)
  const unlocked = (query: Query<'list-unlocked-candidates'> = {}, options?: CallOptions) =>
    call('list-unlocked-candidates', { query }, options)
  return {
    /** One page of the candidates that match a boolean query, masked. Costs one CvSearch credit. */
    candidates,
    /** All candidates that match. Every page of 100 costs one CvSearch credit; `break` stops the spending. */
    iterateCandidates: (
      { page, pageNumber: first = page, ...body }: RequestBody<'search-candidates'>,
      options?: CallOptions,
    ) =>
      iteratePages(
        (pageNumber) => candidates({ pageSize: 100, ...body, pageNumber }, options),
        first ?? undefined,
      ),
    /** One page of the candidates whom you unlocked, last paid first; free. */
    unlocked,
    /** All candidates whom you unlocked; free. */
    iterateUnlocked: (query: Query<'list-unlocked-candidates'> = {}, options?: CallOptions) =>
      iterateCursor((from) => unlocked({ limit: 100, ...query, ...from }, options), query.cursor),
    /** One page of your searches of the last 90 days, last made first; free. */
    past: (query: Query<'list-past-searches'> = {}, options?: CallOptions) =>
      call('list-past-searches', { query }, options),
    /** One of them. */
    getPast: (id: number, options?: CallOptions) => call('get-past-search', { path: { id } }, options),
    /** Removes one of them. */
    deletePast: (id: number, options?: WriteOptions) => call('delete-past-search', { path: { id } }, options),
    /** Removes all of them. */
    deleteAllPast: (options?: WriteOptions) => call('delete-past-searches', {}, options),
    /** An anonymous preview of a profile; free. */
    preview: (candidateId: number, options?: CallOptions) =>
      call('preview-candidate', { path: { id: candidateId } }, options),
    /** The full profile. Costs one CvDownload credit and unlocks it: free for 30 days. */
    unlock: (candidateId: number, options?: CallOptions) =>
      call('get-candidate', { path: { id: candidateId } }, options),
  }
}
