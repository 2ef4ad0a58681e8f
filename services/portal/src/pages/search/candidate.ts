import { listCreditEntries } from '@jobboard/contracts/credits/endpoints'
import { ApiError } from '@jobboard/contracts/error'
import { UNLOCK_WINDOW_DAYS } from '@jobboard/contracts/limits'
import { getCandidate, previewCandidate } from '@jobboard/contracts/search/search'
import { fullName } from '@jobboard/contracts/text'
import { badge, empty, linkButton, missingPart, notice, panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { more, table } from '@jobboard/html/table'
import { userText, when } from '@jobboard/html/values'
import { text } from '../../http/form.ts'
import { get, type Page, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { UNLOCK } from '../../parts/ledger.ts'
import { orNone } from '../../peers/ask.ts'
import { roles } from './find.ts'
import { noCredits, noneLeft, type Price, priceChanged, readPrice, spentBy } from './price.ts'
import { fullProfile, previewProfile } from './profile.ts'

const path = '/search/candidates/:candidateId'
const toSearch = { href: '/search', label: 'CV search' }
const WINDOW_MS = UNLOCK_WINDOW_DAYS * 86_400_000
const MAX_TITLE = 80
/** Characters of an address that a page of a candidate leads back to; the addresses of longer searches are left out. */
const MAX_BACK = 600
const RESULTS = '/search/results/'
// Each profile that is still open is read for its name.
const UNLOCKED_PER_PAGE = 10

/** The page of a candidate, which leads back to `back`. */
export function candidatePath(candidateId: number | string, back: string): string {
  const to = `/search/candidates/${encodeURIComponent(candidateId)}`
  return back.startsWith(RESULTS) && back.length <= MAX_BACK ? `${to}?${new URLSearchParams({ back })}` : to
}

/** Where to go back to: a result, or the form. Nothing else, whatever an address says. */
function backOf({ query, form }: Visit): string {
  const sent = query.back ?? text(form, 'back')
  return sent.startsWith(RESULTS) && sent.length <= MAX_BACK ? sent : '/search'
}

const inputOf = ({ params }: Visit) => ({ params: { id: params.candidateId! } })

/** A candidate as CV search shows them: the preview, and the whole profile while it is unlocked. */
async function showCandidate(visit: Visit): Promise<View> {
  const input = inputOf(visit)
  const back = backOf(visit)
  const up = { href: back, label: back === '/search' ? 'CV search' : 'Back to the result' }
  try {
    const [preview, price] = await Promise.all([
      visit.ask(previewCandidate, input),
      readPrice(visit, 'CvDownload', getCandidate, input),
    ])
    // Its window may have just ended: a GET never pays.
    const profile =
      price?.cost === 0 &&
      (await orNone(visit.ask(getCandidate, input, { maxCredits: 0 }), 'precondition_failed', 'no_credits'))
    const { name, headline } = profile ? { name: fullName(profile), headline: profile.headline } : preview
    const head = { heading: userText(name, { lines: 2 }), lead: userText(headline, { lines: 3 }), back: up }
    if (profile) {
      return screen(visit, {
        ...head,
        title: name.slice(0, MAX_TITLE),
        body: await fullProfile(profile, visit.zone),
      })
    }
    const isDearer = visit.refused?.code === 'precondition_failed'
    return screen(visit, {
      ...head,
      title: `Candidate ${name.slice(0, MAX_TITLE)}`,
      ...(isDearer && { status: 409 }),
      ...(isDearer && price && { refused: { ...visit.refused!, errors: { '': priceChanged(price) } } }),
      body: html`<div class="jb-columns jb-columns-side">
        ${await previewProfile(preview, visit)} ${unlockPanel(visit, price, back)}
      </div>`,
    })
  } catch (error) {
    if (error instanceof ApiError && ['not_found', 'invalid_request'].includes(error.code))
      return hidden(visit)
    throw error
  }
}

function unlockPanel(visit: Visit, price: Price | undefined, back: string): Html {
  if (!price) return missingPart({ service: 'search', what: 'The price of the profile' })
  const cost = price.text
  const until = when(new Date(visit.now.getTime() + WINDOW_MS), visit.zone, 'date')
  return panel({
    title: 'Unlock the whole profile',
    body: [
      html`<p>Name, e-mail address, phone, links, employers, schools and everything the candidate has written.</p>`,
      price.isAffordable
        ? unlock.form(visit, {
            price: price.cost,
            hidden: { back },
            submit: { label: `Unlock for ${cost}` },
            question: `Spend ${cost}?`,
            before: html`<div class="vstack gap-4">
              <p class="jb-price d-flex gap-2 align-items-baseline p-3 rounded bg-body-secondary"><span>${cost}; ${price.left} left after it. Free to read until ${until}.</span></p>
              <p class="form-text mt-0">Everybody of your employer can read the profile for ${UNLOCK_WINDOW_DAYS} days. The price is not returned.</p>
            </div>`,
          })
        : notice({ tone: 'warning', body: noCredits(price) }),
    ],
  })
}

const unlock = command({
  path: `${path}/unlock`,
  roles,
  call: getCandidate,
  isPriced: true,
  confirm: { question: 'Spend a credit?', tick: 'Yes, unlock this profile' },
  submit: { label: 'Unlock', icon: 'unlock' },
  // The page says that the candidate is gone, or what the profile costs now.
  refusals: { not_found: {}, precondition_failed: {}, no_credits: { '': noneLeft('CvDownload') } },
  again: showCandidate,
  done(visit, _profile, headers) {
    const spent = spentBy(headers, 'CvDownload')
    return redirect(
      candidatePath(visit.params.candidateId!, text(visit.form, 'back')),
      spent
        ? `The profile is unlocked. It cost ${spent.cost}; ${spent.left} left.`
        : 'The profile was unlocked already. Nothing was spent.',
    )
  },
})

function hidden(visit: Visit): View {
  return screen(visit, {
    title: 'This candidate cannot be seen',
    status: 404,
    body: empty({
      title: 'Nothing was spent',
      text: 'The candidate hides the profile from CV search, has not agreed to it any more, was erased, or never existed.',
      action: linkButton(toSearch),
    }),
  })
}

interface Unlocked {
  candidateId: string
  at: Date
  until: Date
  isOpen: boolean
  name?: string
  headline?: string | null
}

/** What the employer has unlocked, from the entries of the ledger, newest first; names while reading is free. */
async function showUnlocked(visit: Visit): Promise<View> {
  const { zone } = visit
  const query = { kind: 'CvDownload', pageSize: UNLOCKED_PER_PAGE, cursor: visit.query.cursor } as const
  const { items, nextCursor } = await visit.ask(listCreditEntries, { query })
  const unlocks = items.filter(({ amount, cause }) => amount < 0 && cause.startsWith(UNLOCK))
  const rows = await Promise.all(
    unlocks.map(({ cause, createdAt }) => readRow(visit, cause.slice(UNLOCK.length), new Date(createdAt))),
  )
  return screen(visit, {
    title: 'Unlocked profiles',
    lead: `What your employer has unlocked, newest first. Each can be read for ${UNLOCK_WINDOW_DAYS} days.`,
    back: toSearch,
    body: [
      html`<div class="card">${table({
        caption: 'Unlocked profiles',
        rows,
        rowHref: ({ candidateId }) => `/search/candidates/${candidateId}`,
        columns: {
          Candidate: ({ name, candidateId }) => userText(name ?? `Candidate ${candidateId}`, { lines: 1 }),
          Headline: ({ headline }) => userText(headline, { lines: 2 }),
          Unlocked: ({ at }) => when(at, zone, 'date'),
          'Free to read until': ({ until, isOpen }) =>
            isOpen ? when(until, zone, 'date') : badge({ text: 'Ended' }),
        },
        empty: {
          title: 'No profile is unlocked yet',
          text: 'Search, open a candidate, and unlock the profile there. The price is shown before.',
          action: linkButton(toSearch),
        },
      })}</div>`,
      nextCursor &&
        more({
          href: `/search/unlocked?${new URLSearchParams({ cursor: nextCursor })}`,
          label: 'Earlier ones',
        }),
    ],
  })
}

async function readRow(visit: Visit, candidateId: string, at: Date): Promise<Unlocked> {
  const until = new Date(at.getTime() + WINDOW_MS)
  const ended = { candidateId, at, until, isOpen: false }
  if (until <= visit.now) return ended
  try {
    const profile = await visit.part('search', () =>
      visit.ask(getCandidate, { params: { id: candidateId } }, { maxCredits: 0, isHidden: true }),
    )
    const said = profile && { name: fullName(profile), headline: profile.headline }
    return { ...ended, isOpen: true, ...said }
  } catch (error) {
    // Hidden or erased meanwhile, or the window has just ended.
    if (error instanceof ApiError && error.status < 500) return ended
    throw error
  }
}

export const candidatePages: Page[] = [
  get('/search/unlocked', roles, showUnlocked),
  get(path, roles, showCandidate),
  unlock,
]
