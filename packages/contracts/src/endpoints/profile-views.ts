import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../page.ts'
import { id, wireTimestamp } from '../text.ts'

/** An employer that paid to read a profile, and when it last did. */
export const profileView = z.object({
  employerId: id(),
  employerName: z.string(),
  unlockedAt: wireTimestamp(),
})

/** Additive (P-132). */
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
  query: z.object(pageQuery),
  status: 200,
  response: pageOf(profileView),
})
