import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, pathId } from '../text.ts'
import { candidateKey, recruiterKey } from './api-keys.ts'

const admin = { plane: 'admin', service: 'accounts' } as const

/** Admin API */
export const listCandidateKeys = endpoint({
  ...admin,
  name: 'list-candidate-keys',
  method: 'GET',
  path: '/admin/v1/candidates/{candidateId}/api-keys',
  summary: 'List the keys of a candidate, newest first',
  params: z.object({ candidateId: pathId() }),
  status: 200,
  response: z.array(candidateKey),
})

/** Admin API: a key of either kind, without its text. */
export const readKey = endpoint({
  ...admin,
  name: 'read-key',
  method: 'GET',
  path: '/admin/v1/api-keys/{keyId}',
  summary: 'Read a key and whose it is',
  params: z.object({ keyId: pathId() }),
  status: 200,
  response: z.union([
    recruiterKey.extend({ kind: z.literal('recruiter'), employerId: id() }),
    candidateKey.extend({ kind: z.literal('candidate'), candidateId: id() }),
  ]),
})
