import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { erasingServices } from '../erasure.ts'
import { id, pathId, wireTimestamp } from '../text.ts'

const started = z.object({ erasureId: id() })
const admin = { plane: 'admin', service: 'candidate' } as const

/** Admin API, P-118: erases a candidate in every service. A repetition returns the same erasure. */
export const eraseCandidate = endpoint({
  ...admin,
  name: 'erase-candidate',
  method: 'DELETE',
  path: '/admin/v1/candidates/{candidateId}',
  summary: 'Erase a candidate in every service; final',
  params: z.object({ candidateId: pathId() }),
  status: 202,
  response: started,
})

/** Admin API, P-119: which service has confirmed, and when. */
export const getErasure = endpoint({
  ...admin,
  name: 'get-erasure',
  method: 'GET',
  path: '/admin/v1/erasures/{erasureId}',
  summary: 'Read which services have confirmed an erasure',
  params: z.object({ erasureId: pathId() }),
  status: 200,
  response: z.object({
    erasureId: id(),
    candidateId: id(),
    requestedAt: wireTimestamp(),
    completedAt: wireTimestamp().nullable(),
    services: z.array(
      z.object({ service: z.enum(erasingServices), confirmedAt: wireTimestamp().nullable() }),
    ),
  }),
})

/** P-118: the candidate's own erasure. Final, so `confirm` must be true. */
export const eraseMe = endpoint({
  plane: 'public',
  service: 'candidate',
  keys: ['candidate'],
  limit: 'me',
  name: 'erase-me',
  scopes: ['Profile'],
  method: 'DELETE',
  path: '/api/v1/me',
  summary: 'Erase your profile and everything about you; final, and ends your keys',
  body: z.object({ confirm: z.boolean().nullish() }),
  status: 202,
  response: started,
  errors: ['confirmation_required', 'not_found'],
})
