import type { Call } from '../api.ts'
import type { Query, RequestBody } from '../operation.ts'
import type { CallOptions, UpdateOptions, WriteOptions } from '../options.ts'
import { iterateCursor, iteratePages } from '../paginate.ts'

/** What a candidate does. Requires a candidate key. */
export const me = (call: Call) => ({
  /** Applies to a job; `confirm: true` is required. A key may apply 10 times a UTC day. */
  apply: (body: RequestBody<'apply'>, options?: WriteOptions) => call('apply', { body }, options),
  applications: ownApplications(call),
  jobs: openJobs(call),
  profile: {
    get: (options?: CallOptions) => call('get-profile', {}, options),
    /** Changes the given fields; `null` leaves a field unchanged, `""` clears it. */
    update: (body: RequestBody<'update-profile'>, options?: UpdateOptions) =>
      call('update-profile', { body }, options),
  },
  consent: {
    get: (options?: CallOptions) => call('get-consent', {}, options),
    renew: (body: RequestBody<'renew-consent'>, options?: UpdateOptions) =>
      call('renew-consent', { body }, options),
    withdraw: (options?: WriteOptions) => call('withdraw-consent', {}, options),
  },
  /** One page of the employers that read your profile. */
  profileViews: (query: Query<'list-profile-views'> = {}, options?: CallOptions) =>
    call('list-profile-views', { query }, options),
  /** Everything that is stored about you. */
  export: (options?: CallOptions) => call('export-own-data', {}, options),
  /** Erases you for good; `confirm: true` is required. */
  erase: (body: RequestBody<'erase-me'>, options?: WriteOptions) => call('erase-me', { body }, options),
})

const ownApplications = (call: Call) => {
  const list = (query: Query<'list-own-applications'> = {}, options?: CallOptions) =>
    call('list-own-applications', { query }, options)
  return {
    /** One page of your applications, newest first. */
    list,
    /** All your applications, newest first. */
    iterate: (query: Query<'list-own-applications'> = {}, options?: CallOptions) =>
      iteratePages((page) => list({ pageSize: 100, ...query, page }, options), query.page),
    get: (id: number, options?: CallOptions) => call('get-own-application', { path: { id } }, options),
    /** Withdraws an application for good. */
    withdraw: (id: number, options?: WriteOptions) =>
      call('withdraw-own-application', { path: { id } }, options),
  }
}

const openJobs = (call: Call) => {
  const list = (query: Query<'list-open-jobs'> = {}, options?: CallOptions) =>
    call('list-open-jobs', { query }, options)
  return {
    /** One page of the open jobs that match. */
    list,
    /** All open jobs that match, each once. */
    iterate: (query: Query<'list-open-jobs'> = {}, options?: CallOptions) =>
      iterateCursor((from) => list({ limit: 100, ...query, ...from }, options), query.cursor),
    get: (id: number, options?: CallOptions) => call('get-open-job', { path: { id } }, options),
    screeningQuestions: (jobId: number, options?: CallOptions) =>
      call('list-screening-questions', { path: { jobId } }, options),
  }
}
