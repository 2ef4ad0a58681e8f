import type { Call } from '../api.ts'
import type { Query, RequestBody } from '../operation.ts'
import type { CallOptions, UpdateOptions, WriteOptions } from '../options.ts'
import { iterateCursor, iteratePages } from '../paginate.ts'

/** Which applications to list: those to one job. */
export type ApplicationQuery = { jobId: number } & Query<'list-applications'>

/** Applications to an employer's jobs. Requires a recruiter key with scope Applications. */
export const applications = (call: Call) => {
  const list = ({ jobId, ...query }: ApplicationQuery, options?: CallOptions) =>
    call('list-applications', { path: { jobId }, query }, options)
  const listAll = (query: Query<'list-all-applications'> = {}, options?: CallOptions) =>
    call('list-all-applications', { query }, options)
  const history = (id: number, query: Query<'list-application-history'> = {}, options?: CallOptions) =>
    call('list-application-history', { path: { id }, query }, options)
  return {
    /** One page of the applications to a job. */
    list,
    /** All applications to a job, each once; by default newest first. */
    iterate: (query: Omit<ApplicationQuery, 'page'>, options?: CallOptions) =>
      iterateCursor((from) => list({ pageSize: 100, ...query, ...from }, options), query.cursor),
    /** One page of the applications to all of your jobs. */
    listAll,
    /** All applications to all of your jobs, each once; by default newest first. */
    iterateAll: (query: Omit<Query<'list-all-applications'>, 'page'> = {}, options?: CallOptions) =>
      iterateCursor((from) => listAll({ pageSize: 100, ...query, ...from }, options), query.cursor),
    /** How many applications some of your jobs have, by status. */
    count: ({ jobIds }: { jobIds: readonly number[] }, options?: CallOptions) =>
      call('count-applications', { query: { jobIds: jobIds.join(',') } }, options),
    get: (id: number, options?: CallOptions) => call('get-application', { path: { id } }, options),
    /** Moves an application to another status. */
    changeStatus: (id: number, body: RequestBody<'change-application-status'>, options?: WriteOptions) =>
      call('change-application-status', { path: { id }, body }, options),
    /** Moves, tags or notes up to 100 applications; each item of the result says what became of one. */
    bulk: (body: RequestBody<'change-applications'>, options?: WriteOptions) =>
      call('change-applications', { body }, options),
    /** Your reasons to reject an application. */
    rejectionReasons: (options?: CallOptions) => call('list-rejection-reasons', {}, options),
    /** Replaces the whole list of reasons. */
    replaceRejectionReasons: (body: RequestBody<'replace-rejection-reasons'>, options?: UpdateOptions) =>
      call('replace-rejection-reasons', { body }, options),
    /** One page of the changes of status, newest first. */
    history,
    iterateHistory: (id: number, options?: CallOptions) =>
      iteratePages((page) => history(id, { pageSize: 100, page }, options)),
    /** The AI assessment, which is computed once when the application arrives. */
    aiAssessment: (id: number, options?: CallOptions) => call('get-ai-assessment', { path: { id } }, options),
    /** New and moved applications of all your jobs since a cursor; store `nextCursor` for the next call. */
    changes: (query: Query<'list-application-changes'> = {}, options?: CallOptions) =>
      call('list-application-changes', { query }, options),
  }
}

/** Notes on applications. A change requires a key with a user, who is the author. */
export const notes = (call: Call) => ({
  list: (applicationId: number, options?: CallOptions) =>
    call('list-notes', { path: { id: applicationId } }, options),
  create: (applicationId: number, body: RequestBody<'create-note'>, options?: WriteOptions) =>
    call('create-note', { path: { id: applicationId }, body }, options),
  get: (noteId: number, options?: CallOptions) => call('get-note', { path: { noteId } }, options),
  update: (noteId: number, body: RequestBody<'update-note'>, options?: UpdateOptions) =>
    call('update-note', { path: { noteId }, body }, options),
  delete: (noteId: number, options?: WriteOptions) => call('delete-note', { path: { noteId } }, options),
})

/** Scorecards of applications: one per author and stage. A change requires a key with a user. */
export const scorecards = (call: Call) => ({
  list: (applicationId: number, options?: CallOptions) =>
    call('list-scorecards', { path: { id: applicationId } }, options),
  /** Your scorecard of this stage. */
  get: (applicationId: number, stage: string, options?: CallOptions) =>
    call('get-scorecard', { path: { id: applicationId, stage } }, options),
  /** Creates or replaces your scorecard of this stage. */
  put: (applicationId: number, stage: string, body: RequestBody<'put-scorecard'>, options?: UpdateOptions) =>
    call('put-scorecard', { path: { id: applicationId, stage }, body }, options),
  delete: (applicationId: number, stage: string, options?: WriteOptions) =>
    call('delete-scorecard', { path: { id: applicationId, stage } }, options),
  /** What scorecards are asked to rate, of all jobs without a template of their own. */
  template: (options?: CallOptions) => call('get-scorecard-template', {}, options),
  replaceTemplate: (body: RequestBody<'replace-scorecard-template'>, options?: UpdateOptions) =>
    call('replace-scorecard-template', { body }, options),
  /** What those of a job are asked to rate: its own template, or yours for all jobs. */
  templateOfJob: (jobId: number, options?: CallOptions) =>
    call('get-job-scorecard-template', { path: { jobId } }, options),
  /** Gives the job a template of its own, or replaces it. */
  replaceTemplateOfJob: (
    jobId: number,
    body: RequestBody<'replace-job-scorecard-template'>,
    options?: UpdateOptions,
  ) => call('replace-job-scorecard-template', { path: { jobId }, body }, options),
  deleteTemplateOfJob: (jobId: number, options?: WriteOptions) =>
    call('delete-job-scorecard-template', { path: { jobId } }, options),
})

/** Tags of the candidates behind applications. */
export const tags = (call: Call) => ({
  /** Your tags, each with the number of candidates that have it. */
  list: (options?: CallOptions) => call('list-tags', {}, options),
  listForApplication: (applicationId: number, options?: CallOptions) =>
    call('list-application-tags', { path: { id: applicationId } }, options),
  assign: (applicationId: number, body: RequestBody<'assign-tag'>, options?: WriteOptions) =>
    call('assign-tag', { path: { id: applicationId }, body }, options),
  remove: (applicationId: number, label: string, options?: WriteOptions) =>
    call('remove-tag', { path: { id: applicationId, label } }, options),
})
