import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idOf, pathIdOf } from '../ids.ts'
import { candidateKey, recruiterKey } from './api-keys.ts'

const admin = { plane: 'admin', service: 'accounts' } as const

/** Admin API */
export const listCandidateKeys = endpoint({
  ...admin,
  name: 'list-candidate-keys',
  method: 'GET',
  path: '/admin/v1/candidates/{candidateId}/api-keys',
  summary: 'List the keys of a candidate, newest first',
  params: z.object({ candidateId: pathIdOf('candidate') }),
  status: 200,
  response: z.array(candidateKey).describe('The keys, newest first, without their texts.'),
})

/** Admin API: a key of either kind, without its text. */
export const readKey = endpoint({
  ...admin,
  name: 'read-key',
  method: 'GET',
  path: '/admin/v1/api-keys/{keyId}',
  summary: 'Read a key and whose it is',
  params: z.object({ keyId: pathIdOf('key') }),
  status: 200,
  response: z
    .union([
      recruiterKey
        .extend({
          kind: z.literal('recruiter').describe('A key of an employer.'),
          employerId: idOf('employer'),
        })
        .describe('A key of an employer, and whose it is.'),
      candidateKey
        .extend({
          kind: z.literal('candidate').describe('A key of a candidate.'),
          candidateId: idOf('candidate'),
        })
        .describe('A key of a candidate, and whose it is.'),
    ])
    .describe('The key without its text, and whose it is.'),
})
