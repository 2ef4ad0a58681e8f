import type { Call } from '../api.ts'
import type { Query, RequestBody } from '../operation.ts'
import type { CallOptions, UpdateOptions, WriteOptions } from '../options.ts'
import { iteratePages } from '../paginate.ts'

/** An employer's jobs. Requires a recruiter key with scope JobPosting. */
export const jobs = (call: Call) => {
  const list = (query: Query<'list-jobs'> = {}, options?: CallOptions) =>
    call('list-jobs', { query }, options)
  return {
    /** One page of your jobs, newest first. */
    list,
    /** All your jobs, newest first. */
    iterate: (query: Query<'list-jobs'> = {}, options?: CallOptions) =>
      iteratePages((page) => list({ pageSize: 100, ...query, page }, options), query.page),
    get: (id: number, options?: CallOptions) => call('get-job', { path: { id } }, options),
    /** Creates a draft. */
    create: (body: RequestBody<'create-job'>, options?: WriteOptions) =>
      call('create-job', { body }, options),
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
