import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listRecruiterKeys } from '@jobboard/contracts/keys/admin'
import { getKey } from '@jobboard/contracts/keys/own'
import { badge, linkButton, notice } from '../../html/blocks.ts'
import { curlOf, secretOnce } from '../../html/copy.ts'
import { type Child, type Html, html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import type { View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { screen } from '../../kit/screen.ts'
import { keyStatusBadge, keyStatuses } from '../../parts/key.ts'
import { copyable } from '../../peers/ask.ts'

export type Key = ResponseBody<typeof listRecruiterKeys>[number]

/** What each scope allows. */
export const scopeTexts: Record<Key['scopes'][number], string> = {
  JobPosting: 'Write, publish and close jobs. Publishing spends JobPosting credits.',
  Applications: 'Read applications and the event feed, move candidates, write tags, notes and scorecards.',
  CvSearch: 'Search CVs and unlock candidates. Both spend credits.',
  Webhooks:
    'Manage webhook endpoints and their deliveries. What events say needs the scope of the event too: Applications or JobPosting.',
}

/** The page that shows a new key once, with a call that uses it. */
export function secretPage(
  visit: Visit,
  { apiKey, ...key }: Pick<Key, 'id' | 'status' | 'refusedReason' | 'scopes'> & { apiKey: string },
  { title, lead, more }: { title: string; lead: string; more?: Child },
): View {
  const page = `/keys/${key.id}`
  const snippet = `API_KEY=${apiKey}\n${keyCall(visit)}`
  return screen(visit, {
    title,
    lead: userText(lead, { lines: 2 }),
    body: [
      more && notice({ tone: 'info', body: more }),
      secretOnce({ label: 'API key', secret: apiKey, page, snippet }),
      reviewNotice(key),
      html`<p>You will not see it again. When you leave or close this page, only the name of the key remains; a lost key is replaced by rotating it.</p>`,
      html`<div>${linkButton({ href: page, label: 'I have stored it: to the key', tone: 'primary', icon: 'next' })}</div>`,
    ],
  })
}

/** A call that says what the key in API_KEY may do. */
export function keyCall({ deps }: Visit): string {
  return curlOf(copyable(deps.env, getKey, {}))
}

/** The status of a key, or that the platform has refused it. */
export function statusBadge({ status, refusedReason }: Pick<Key, 'status' | 'refusedReason'>): Html {
  return refusedReason ? badge({ text: 'Refused', tone: 'danger' }) : keyStatusBadge(status)
}

/** What keeps a key from working, if the platform does (D-15). */
export function reviewNotice(key: Pick<Key, 'status' | 'refusedReason' | 'scopes'>): Html | null {
  if (key.refusedReason) {
    const body = html`<div class="vstack gap-2">
      <blockquote class="mb-0 ps-3 border-start border-3">${userText(key.refusedReason, { lines: 5 })}</blockquote>
      <p>A refused key stays refused. Mend what the reason says, then mint a new one.</p>
    </div>`
    return notice({ tone: 'danger', title: 'The platform has refused this key', body })
  }
  if (key.status !== 'PendingApproval') return null
  const why = key.scopes.includes('CvSearch')
    ? 'Every key with CvSearch is looked at by the platform before it works, unless the employer is a trusted partner.'
    : 'Your employer had neither an active contract nor a credit when this key was minted, so the platform looks at it first.'
  const until =
    'Until it is approved, every call with it is refused with 401. Nothing more is needed from you.'
  return notice({
    tone: 'warning',
    title: keyStatuses.PendingApproval,
    body: html`<p>${why} ${until}</p>`,
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
    to && html`<span>${text} <a href=${`/keys/${to.id}`}>${keyEnds(to) ?? `key ${to.id}`}</a></span>`
  if (!before && !after) return null
  return html`<span class="hstack flex-wrap gap-1 text-body-secondary">${[link('replaces', before), link('replaced by', after)]}</span>`
}

/** The user who is the author of what is written with a key; `nobody` where it has none. */
export function authorOf(
  { userId }: Key,
  users: readonly { id: number; name: string }[],
  nobody: string,
): Child {
  if (userId === null) return nobody
  return userText(users.find(({ id }) => id === userId)?.name ?? `User ${userId}, who was removed`, {
    lines: 2,
  })
}
