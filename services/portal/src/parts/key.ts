import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listKeysForReview } from '@jobboard/contracts/keys/admin'
import { badge, type Tone } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'

type Key = ResponseBody<typeof listKeysForReview>['items'][number]

export const keyStatuses: Record<Key['status'], string> = {
  Active: 'Active',
  PendingApproval: 'Waiting for review',
  Revoked: 'Revoked',
  Expired: 'Expired',
}
const tones: Record<Key['status'], Tone | 'neutral'> = {
  Active: 'success',
  PendingApproval: 'warning',
  Revoked: 'neutral',
  Expired: 'neutral',
}

export function keyStatusBadge(status: Key['status']): Html {
  return badge({ text: keyStatuses[status], tone: tones[status] })
}

/** Why a key waits (Spec §5.5). */
export function whyOf({ scopes }: Pick<Key, 'scopes'>): string {
  return scopes.includes('CvSearch')
    ? 'It has the scope CvSearch'
    : 'The employer had no contract and no credit'
}

export function scopeBadges(scopes: readonly string[]): Html {
  return html`<span class="hstack flex-wrap gap-1">${scopes.map((text) => badge({ text }))}</span>`
}

/** Whether calls with a key work or will work. */
export function isInUse({ status }: { status: string }): boolean {
  return status === 'Active' || status === 'PendingApproval'
}
