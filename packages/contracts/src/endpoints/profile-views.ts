import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idOf } from '../ids.ts'
import { pageOf, pageQuery } from '../page.ts'
import { wireTimestamp } from '../text.ts'

/** An employer that paid to read a profile, and when it last did. */
export const profileView = z
  .object({
    employerId: idOf('employer'),
    employerName: z.string().describe('Name of the employer.'),
    unlockedAt: wireTimestamp().describe('When the employer last paid to read the profile.'),
  })
  .describe('An employer that paid to read the profile.')

/** Additive. */
export const listProfileViews = endpoint({
  plane: 'public',
  service: 'candidate',
  keys: ['candidate'],
  limit: 'me',
  scopes: ['Profile'],
  name: 'list-profile-views',
  method: 'GET',
  path: '/api/v1/me/profile-views',
  summary: 'List which employers unlocked your profile, newest first',
  description:
    'One entry for each employer, with its latest unlock. Free reads within 30 days, searches and previews are not listed.',
  query: z.object(pageQuery),
  status: 200,
  response: pageOf(profileView),
})
