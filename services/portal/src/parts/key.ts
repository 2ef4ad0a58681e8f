import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listKeysForReview } from '@jobboard/contracts/keys/admin'
import { badge, type Tone } from '../html/blocks.ts'
import { type Html, html } from '../html/html.ts'
import { texts } from './key-texts.ts'

type Key = ResponseBody<typeof listKeysForReview>['items'][number]

/** Why a key waits (Spec §5.5). */
export function whyOf({ scopes }: Pick<Key, 'scopes'>): string {
  return scopes.includes('CvSearch') ? texts.why.cvSearch : texts.why.noContract
}

/** The scopes of a key. */
export function scopeBadges(scopes: readonly string[]): Html {
  return html`<span class="jb-badges">${scopes.map((text) => badge({ text }))}</span>`
}

const tones: Record<Key['status'], Tone | 'neutral'> = {
  Active: 'success',
  PendingApproval: 'warning',
  Revoked: 'danger',
  Expired: 'neutral',
}

/** The status of a key. */
export function keyStatusBadge(status: Key['status']): Html {
  return badge({ text: texts.statuses[status], tone: tones[status] })
}
