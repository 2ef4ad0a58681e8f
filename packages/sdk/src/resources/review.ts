import type { Call } from '../api.ts'
import type { RequestBody } from '../operation.ts'
import type { CallOptions, UpdateOptions, WriteOptions } from '../options.ts'

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
