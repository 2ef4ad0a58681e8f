import { id, pathId } from './text.ts'

// What an id names and where a client finds it, described once for bodies, paths and webhooks.
const descriptions = {
  job: 'Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.',
  application:
    'Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.',
  candidate: 'Id of the candidate, as in applications and CV search results.',
  employer: 'Id of the employer.',
  user: 'Id of a user of the employer, as in `GET /api/v1/employer/users`.',
  staff: 'Id of a member of the platform staff, as in `GET /admin/v1/staff`.',
  key: 'Id of the API key. It is not the key itself.',
  note: 'Id of the note, as in `GET /api/v1/applications/{id}/notes`.',
  question:
    'Id of the screening question. It changes when the text, the type or the options of the question change.',
  subscription: 'Id of the webhook subscription.',
  erasure: 'Id of the erasure, as returned by the request that started it.',
  reindex: 'Id of the reindex, as returned by the request that started it.',
} as const
export type IdKind = keyof typeof descriptions

/** An id in a body, described by what it names. */
export const idOf = (kind: IdKind) => id().describe(descriptions[kind])

/** An id in a path or a query, described by what it names (D-04). */
export const pathIdOf = (kind: IdKind) => pathId().describe(descriptions[kind])
