import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listRecruiterKeys } from '@jobboard/contracts/keys/admin'
import { badge, notice, type Tone } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import { texts } from './texts.ts'

export type Key = ResponseBody<typeof listRecruiterKeys>[number]

const tones: Record<Key['status'], Tone | 'neutral'> = {
  Active: 'success',
  PendingApproval: 'warning',
  Revoked: 'neutral',
  Expired: 'neutral',
}

/** The status of a key in words. */
export function statusBadge({ status, refusedReason }: Pick<Key, 'status' | 'refusedReason'>): Html {
  return refusedReason
    ? badge({ text: texts.refusedStatus, tone: 'danger' })
    : badge({ text: texts.statuses[status], tone: tones[status] })
}

/** The rule by which a key waits for a review (D-15). */
function whyWaiting({ scopes }: Pick<Key, 'scopes'>): string {
  return scopes.includes('CvSearch') ? texts.waits.cvSearch : texts.waits.noContract
}

/** What keeps a key from working, if the platform does. */
export function reviewNotice(key: Pick<Key, 'status' | 'refusedReason' | 'scopes'>): Html | null {
  if (key.refusedReason) {
    const body = html`<div class="jb-key-reason">
      <blockquote>${userText(key.refusedReason, { lines: 5 })}</blockquote>
      <p>${texts.refusedNext}</p>
    </div>`
    return notice({ tone: 'danger', title: texts.refused, body })
  }
  if (key.status !== 'PendingApproval') return null
  return notice({
    tone: 'warning',
    title: texts.statuses.PendingApproval,
    body: html`<p>${whyWaiting(key)} ${texts.waits.until}</p>`,
  })
}

/** How a key begins and ends, which a person compares with the one in a system; nothing for keys of older releases. */
export function keyEnds({ lastFour }: Pick<Key, 'lastFour'>): Html | null {
  return lastFour ? html`<code>pk_live_…${lastFour}</code>` : null
}

/** The keys that this one replaces and is replaced by, of all keys of the employer. */
export function rotationOf(key: Key, keys: readonly Key[]): Html | null {
  const before = keys.find(({ replacedBy }) => replacedBy === key.id)
  const after = keys.find(({ id }) => id === key.replacedBy)
  const link = (text: string, to: Key | undefined) =>
    to && html`<span>${text} <a href=${`/keys/${to.id}`}>${keyEnds(to) ?? texts.keyId(to.id)}</a></span>`
  if (!before && !after) return null
  return html`<span class="jb-marks jb-muted">${[link(texts.replaces, before), link(texts.replacedBy, after)]}</span>`
}

/** Scopes as badges. */
export function scopeBadges({ scopes }: Pick<Key, 'scopes'>): Html {
  return html`<span class="jb-marks">${scopes.map((scope) => badge({ text: scope }))}</span>`
}
