import { getCredits } from '@jobboard/contracts/credits/endpoints'
import { getEmployer } from '@jobboard/contracts/employers/employers'
import { listUsersOfEmployer } from '@jobboard/contracts/employers/users'
import { recruiterScopes } from '@jobboard/contracts/endpoint'
import { listRecruiterKeys, mintRecruiterKey } from '@jobboard/contracts/keys/admin'
import { IDEMPOTENCY_HOURS, KEYS_PER_DAY } from '@jobboard/contracts/limits'
import { linkButton, notice, panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { number, userText, when } from '@jobboard/html/values'
import { type FormData, text } from '../../http/form.ts'
import { dayOf, endOfDay, zoneOfForm } from '../../http/local-time.ts'
import { type Area, get, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields, optionsOf } from '../../kit/fields.ts'
import { filters } from '../../kit/filters.ts'
import { isInUse, scopeBadges } from '../../parts/key.ts'
import { isInSandbox } from '../../person/person.ts'
import { keyPages } from './key.ts'
import { authorOf, type Key, keyEnds, rotationOf, scopeTexts, secretPage, statusBadge } from './parts.ts'

const roles = ['EmployerAdmin'] as const

const list = filters({
  path: '/keys',
  pageSize: 25,
  tabs: { name: 'state', label: 'Keys by state', values: ['', 'ended'] },
})

async function showKeys(visit: Visit): Promise<View> {
  const [keys, users] = await Promise.all([visit.ask(listRecruiterKeys), visit.ask(listUsersOfEmployer)])
  const { zone, now } = visit
  const at = list.read(visit)
  const ended = keys.filter((key) => !isInUse(key))
  const action = linkButton({ href: '/keys/new', label: 'Create key', icon: 'plus', tone: 'primary' })
  const none = {
    title: 'No key yet',
    text: 'Create a key for the first system that shall call the API. Its text is shown once, right after that.',
    action,
  }
  const noneEnded = { title: 'No key has ended', text: 'Revoked, refused and expired keys are listed here.' }
  return screen(visit, {
    title: 'API keys',
    lead: 'A key lets your own systems act for your employer. Give each system a key of its own.',
    actions: action,
    body: [
      at.tabs({ '': `In use ${number(keys.length - ended.length)}`, ended: `Ended ${number(ended.length)}` }),
      at.panel({
        caption: 'API keys',
        rows: at.tab === 'ended' ? ended : keys.filter(isInUse),
        rowHref: ({ id }) => `/keys/${id}`,
        empty: at.tab === 'ended' ? noneEnded : none,
        columns: {
          Name: (key: Key) =>
            html`<span class="jb-event-what vstack gap-1">${userText(key.name, { lines: 2 })}${keyEnds(key, visit)}${rotationOf(key, keys, visit)}</span>`,
          Status: statusBadge,
          'May do': ({ scopes }: Key) => scopeBadges(scopes),
          'Writes as': (key: Key) => authorOf(key, users, '—'),
          'Last use': ({ lastUsedAt }: Key) => when(lastUsedAt, zone, 'relative', now),
          'Works until': ({ expiresAt }: Key) => (expiresAt ? when(expiresAt, zone, 'date') : 'No end'),
        },
      }),
    ],
  })
}

/** Which new keys of the employer wait for a review (D-15): none, in a sandbox or of a partner; those with CvSearch; all; or
 * unknown whether all. */
type Review = 'sandbox' | 'none' | 'cvSearch' | 'all' | 'unknown'

const reviewTexts: Record<Review, string> = {
  sandbox: 'Keys of a sandbox begin with pk_test_, and every one works at once.',
  none: 'Your employer is a trusted partner: every key works at once.',
  cvSearch: 'A key with CvSearch waits until the platform approves it. Every other key works at once.',
  all: 'Your employer has neither an active contract nor a credit, so every new key waits until the platform approves it.',
  unknown:
    'A key with CvSearch waits until the platform approves it. Whether others wait depends on your credits, which cannot be read right now.',
}

const keyFields = fields(mintRecruiterKey.body, {
  name: { label: 'Name', hint: 'What will use it, such as “Careers page” or “ATS sync”.' },
  scopes: { label: 'What the key may do', hint: 'Only what the system needs. This cannot be changed later.' },
  userId: {
    type: 'select',
    label: 'Writes notes and scorecards as',
    hint: 'Notes and scorecards that are written with the key carry this name.',
  },
  expiresAt: { type: 'date', label: 'Last day' },
})

/** Mints a key, once per form, and shows it. The same form again shows the same key while nobody has used it. */
const mint = command({
  path: '/keys/new',
  roles,
  call: mintRecruiterKey,
  fields: keyFields,
  example: { name: 'Careers page', scopes: ['JobPosting'] },
  submit: { label: 'Create key', icon: 'key' },
  body: (sent, visit) => ({ ...keyFields.read(sent), expiresAt: lastMoment(sent, visit) }),
  check(visit) {
    const expiresAt = lastMoment(visit.form, visit)
    if (expiresAt === null || (expiresAt && expiresAt > visit.now)) return undefined
    return { expiresAt: 'Choose a day from today on, or leave it empty.' }
  },
  refusals: {
    idempotency_key_reused: {
      '': `This form has created a key before. Its text cannot be shown again: the key was used or changed since, the form is older than ${IDEMPOTENCY_HOURS} hours, or its fields were changed after it was sent. You find the key in the list. To mint another one with these values, send the form once more.`,
    },
  },
  again: showMint,
  done(visit, key) {
    const isWaiting = key.status === 'PendingApproval'
    const lead = `${key.name} ${isWaiting ? 'is created, and waits for review.' : 'can be used now.'}`
    return secretPage(visit, key, { title: 'Your new key', lead })
  },
})

/** The end of the day that was chosen; null for none, undefined for a text that is no day. */
function lastMoment(sent: FormData, visit: Visit): Date | null | undefined {
  const day = text(sent, 'expiresAt')
  return day === '' ? null : endOfDay(day, zoneOfForm(visit))
}

async function showMint(visit: Visit): Promise<View> {
  const [review = 'unknown', users = []] = await Promise.all([
    visit.part('accounts', () => readReview(visit)),
    visit.part('accounts', () => visit.ask(listUsersOfEmployer)),
  ])
  const { zone, now, person } = visit
  return screen(visit, {
    title: 'Create an API key',
    lead: 'The text of the key is shown once, right after this form.',
    body: [
      notice({
        tone: review === 'all' ? 'warning' : 'info',
        title: 'Which keys wait for a review',
        body: html`<p>${reviewTexts[review]} An employer can create and rotate ${KEYS_PER_DAY} keys a day.</p>`,
      }),
      panel({
        body: mint.form(visit, {
          values: { userId: String(person.id) },
          hidden: { zone },
          beside: linkButton({ href: '/keys', label: 'Back to the keys' }),
          fields: {
            scopes: {
              options: recruiterScopes.map((scope) => {
                return { value: scope, label: scope, hint: scopeHint(review, scope) }
              }),
            },
            userId: {
              options: optionsOf(
                users.map(({ id, name, email }) => [id, `${name.slice(0, 80)} (${email.slice(0, 80)})`]),
                'Nobody: it cannot write notes or scorecards',
              ),
            },
            expiresAt: {
              hint: `The key works until the end of this day (${zone}). Empty: until it is revoked.`,
              min: dayOf(now, zone),
            },
          },
        }),
      }),
    ],
  })
}

/** Reads which keys wait; the balances only where they decide. */
async function readReview(visit: Visit): Promise<Review> {
  if (isInSandbox(visit.person)) return 'sandbox'
  const employer = await visit.ask(getEmployer)
  if (employer.isTrustedPartner) return 'none'
  if (employer.hasActiveContract) return 'cvSearch'
  const balances = await visit.part('credits', () => visit.ask(getCredits))
  if (!balances) return 'unknown'
  return Object.values(balances).some((balance) => balance > 0) ? 'cvSearch' : 'all'
}

/** What a scope allows, and whether a key with it waits, where that is known. */
function scopeHint(review: Review, scope: (typeof recruiterScopes)[number]): Html {
  const isReviewed = review !== 'sandbox' && review !== 'none'
  const isWaiting = review === 'all' || (isReviewed && scope === 'CvSearch')
  const when = isWaiting ? 'Waits for review first.' : review !== 'unknown' && 'Works at once.'
  return html`<span>${scopeTexts[scope]} ${when && html`<strong>${when}</strong>`}</span>`
}

export const keys: Area = {
  places: [{ href: '/keys', label: 'API keys', icon: 'key', roles }],
  pages: [get('/keys', roles, showKeys), get('/keys/new', roles, showMint), mint, ...keyPages],
}
