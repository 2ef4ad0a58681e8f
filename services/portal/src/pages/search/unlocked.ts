import { listCreditEntries } from '@jobboard/contracts/credits/endpoints'
import { ApiError } from '@jobboard/contracts/error'
import { UNLOCK_WINDOW_DAYS } from '@jobboard/contracts/limits'
import { getCandidate } from '@jobboard/contracts/search/search'
import { fullName } from '@jobboard/contracts/text'
import { badge, empty, linkButton, pageHead } from '../../html/blocks.ts'
import { html } from '../../html/html.ts'
import { more, table } from '../../html/table.ts'
import { userText, when } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { texts } from './texts.ts'

const DAY_MS = 86_400_000
// Each profile that is still open is read for its name.
const PAGE_SIZE = 10

interface Unlocked {
  candidateId: string
  at: Date
  until: Date
  isOpen: boolean
  name: string | undefined
  headline: string | null | undefined
}

/** What the employer has unlocked, from the entries of the ledger, newest first; names while reading is free. */
export const unlocked: Page[] = [
  {
    method: 'GET',
    path: '/search/unlocked',
    roles: ['EmployerAdmin', 'Recruiter'],
    async handle(visit) {
      const query = { kind: 'CvDownload', pageSize: PAGE_SIZE, cursor: visit.query.cursor }
      const { items, nextCursor } = await visit.ask(listCreditEntries, { query })
      const rows = await Promise.all(
        items.flatMap(({ amount, cause, createdAt }) => {
          const candidateId = amount < 0 && cause.startsWith(CAUSE) ? cause.slice(CAUSE.length) : undefined
          return candidateId === undefined ? [] : [readUnlocked(visit, candidateId, new Date(createdAt))]
        }),
      )
      return view({
        title: texts.unlockedTitle,
        body: html`<div class="jb-stack">
          ${pageHead({
            title: texts.unlockedTitle,
            lead: texts.unlockedLead,
            actions: linkButton({ href: '/search', label: texts.back, icon: 'previous' }),
          })}
          <div class="jb-panel">${rowsOf(rows, visit.zone)}</div>
          ${nextCursor && more({ href: `/search/unlocked?${new URLSearchParams({ cursor: nextCursor })}`, label: texts.earlier })}
        </div>`,
      })
    },
  },
]

const CAUSE = 'get-candidate '

function rowsOf(rows: Unlocked[], zone: string) {
  return table({
    caption: texts.unlockedTitle,
    rows,
    rowHref: ({ candidateId }) => `/search/candidates/${candidateId}`,
    columns: [
      {
        head: texts.candidateTitle,
        cell: ({ name, candidateId }) =>
          userText(name ?? `${texts.candidateTitle} ${candidateId}`, { lines: 1 }),
      },
      { head: texts.headline, cell: ({ headline }) => userText(headline, { lines: 2 }) },
      { head: texts.unlockedAt, cell: ({ at }) => when(at, zone, 'date') },
      {
        head: texts.freeUntil,
        cell: ({ until, isOpen }) => (isOpen ? when(until, zone, 'date') : badge({ text: texts.ended })),
      },
    ],
    empty: empty({
      title: texts.noneUnlocked,
      text: texts.noneUnlockedNext,
      action: linkButton({ href: '/search', label: texts.back }),
    }),
  })
}

async function readUnlocked(visit: Visit, candidateId: string, at: Date): Promise<Unlocked> {
  const until = new Date(at.getTime() + UNLOCK_WINDOW_DAYS * DAY_MS)
  const ended = { candidateId, at, until, isOpen: false, name: undefined, headline: undefined }
  if (until <= visit.now) return ended
  try {
    const options = { maxCredits: 0, isHidden: true }
    const profile = await visit.part('search', () =>
      visit.ask(getCandidate, { params: { id: candidateId } }, options),
    )
    if (!profile) return { ...ended, isOpen: true }
    return { ...ended, isOpen: true, name: fullName(profile), headline: profile.headline }
  } catch (error) {
    // Hidden or erased meanwhile, or the window has just ended.
    if (error instanceof ApiError && error.status < 500) return ended
    throw error
  }
}
