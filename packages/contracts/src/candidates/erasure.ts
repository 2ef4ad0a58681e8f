import { z } from 'zod'
import { endpoint, unconfirmed } from '../endpoint.ts'
import { pageOf, pageQuery } from '../page.ts'
import { worldQuery } from '../sandbox/sandbox.ts'
import type { UpstreamName } from '../services.ts'
import { idOf, pathIdOf, wireTimestamp } from '../text.ts'
import { emptyProfile, type Profile } from './profile.ts'

/** The services that hold data of candidates: each confirms that it has erased its part. */
export const erasingServices = [
  'candidate',
  'pipeline',
  'search',
  'webhook',
  'accounts',
] as const satisfies UpstreamName[]
export type ErasingService = (typeof erasingServices)[number]

/** The name of an erased candidate where a name is required. */
const ERASED_NAME = { firstName: 'Erased', lastName: 'candidate' } as const

/** The profile of an erased candidate: the id and nothing else about the person. `at` is the time of the
 * erasure, or of the application that carries the profile. */
export function erasedProfile(id: number, at: string): Profile {
  return {
    id,
    ...ERASED_NAME,
    email: '',
    ...emptyProfile,
    completeness: 0,
    createdAt: at,
    updatedAt: at,
  }
}

const started = z
  .object({ erasureId: idOf('erasure') })
  .describe('The erasure that was started, or was started before.')
const erasure = z
  .object({
    erasureId: idOf('erasure'),
    candidateId: idOf('candidate'),
    requestedAt: wireTimestamp().describe('When the erasure was requested.'),
    completedAt: wireTimestamp().nullable().describe('When the last service confirmed; null until then.'),
    services: z
      .array(
        z.object({
          service: z.enum(erasingServices).describe('Name of the service.'),
          confirmedAt: wireTimestamp()
            .nullable()
            .describe('When the service confirmed that it holds no more personal data; null until then.'),
        }),
      )
      .describe('Every service that holds data of candidates.'),
  })
  .meta({
    description: 'An erasure and which services have confirmed it.',
    example: {
      erasureId: 1,
      candidateId: 12,
      requestedAt: '2026-03-01T14:00:00.000Z',
      completedAt: null,
      services: [
        { service: 'candidate', confirmedAt: '2026-03-01T14:00:01.000Z' },
        { service: 'pipeline', confirmedAt: null },
      ],
    },
  })

export const eraseCandidate = endpoint('DELETE /admin/v1/candidates/{candidateId}', {
  service: 'candidate',
  name: 'erase-candidate',
  summary: 'Erase a candidate in every service; final',
  description:
    'Deletes all personal data of the candidate in every service and ends the keys. Applications stay with the employers, without the person. A repetition returns the same erasure.',
  params: z.object({ candidateId: pathIdOf('candidate') }),
  status: 202,
  response: started,
})

export const getErasure = endpoint('GET /admin/v1/erasures/{erasureId}', {
  service: 'candidate',
  name: 'get-erasure',
  summary: 'Read which services have confirmed an erasure',
  params: z.object({ erasureId: pathIdOf('erasure') }),
  response: erasure,
})

export const listErasures = endpoint('GET /admin/v1/erasures', {
  service: 'candidate',
  name: 'list-erasures',
  summary: 'List erasures and which services have confirmed them, newest first',
  query: z.object({
    ...pageQuery,
    completed: z
      .enum(['true', 'false'])
      .optional()
      .describe(
        'true: only those that every service has confirmed. false: only those that some service has not. Absent: all.',
      ),
    candidateId: pathIdOf('candidate').optional().describe('Only the erasure of this candidate.'),
    world: worldQuery,
  }),
  response: pageOf(erasure),
  example: { query: { completed: 'false' } },
})

export const eraseMe = endpoint('DELETE /api/v1/me', {
  service: 'candidate',
  keys: ['candidate'],
  limit: 'me',
  name: 'erase-me',
  scopes: ['Profile'],
  summary: 'Erase your profile and everything about you; final, and ends your keys',
  description:
    'Cannot be undone. Employers keep your applications without your name, contact data, letters and answers. Your keys end within seconds, so the progress cannot be read with them.',
  body: z
    .object({
      confirm: z.boolean().nullish().describe('Must be true: you want everything about you erased.'),
    })
    .meta({ description: 'The confirmation.', example: { confirm: true } }),
  status: 202,
  response: started,
  refusals: {
    confirmation_required: unconfirmed('erase your data; nothing was erased.'),
    not_found: { when: 'Your profile does not exist.' },
  },
})
