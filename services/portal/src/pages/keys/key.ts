import { listUsersOfEmployer } from '@jobboard/contracts/employers/users'
import {
  getKeyUsageOf,
  listRecruiterKeys,
  readKey,
  revokeKey,
  rotateKey,
  setKeyUser,
} from '@jobboard/contracts/keys/admin'
import { notice, panel } from '@jobboard/html/blocks'
import { copyable } from '@jobboard/html/copy'
import { type Child, html } from '@jobboard/html/html'
import { definitions, userText, when } from '@jobboard/html/values'
import { text } from '../../http/form.ts'
import { get, type Page, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields, optionsOf } from '../../kit/fields.ts'
import { isInUse, scopeBadges } from '../../parts/key.ts'
import {
  authorOf,
  type Key,
  keyCall,
  keyEnds,
  reviewNotice,
  rotationOf,
  scopeTexts,
  secretPage,
  statusBadge,
  usagePanel,
} from './parts.ts'

const roles = ['EmployerAdmin'] as const
const path = '/keys/:keyId'
const nobody = 'Nobody: it cannot write notes or scorecards'

async function showKey(visit: Visit): Promise<View> {
  const [read, usage, keys, users] = await Promise.all([
    visit.ask(readKey),
    visit.ask(getKeyUsageOf),
    visit.ask(listRecruiterKeys),
    visit.ask(listUsersOfEmployer),
  ])
  const key = read as Key
  const author = authorOf(key, users, nobody)
  return screen(visit, {
    title: key.name.slice(0, 80),
    heading: userText(key.name, { lines: 3 }),
    lead: html`<span class="hstack flex-wrap gap-1">${statusBadge(key)}${scopeBadges(key.scopes)}</span>`,
    back: { href: '/keys', label: 'Back to the keys' },
    body: [
      reviewNotice(key),
      usagePanel(usage, visit.now, isInUse(key)),
      panel({ title: 'The key', body: facts(visit, key, rotationOf(key, keys, visit), author) }),
      isInUse(key) && [
        moveForm(visit, key, users),
        rotate.panel(visit, 'Rotate key', {
          values: { overlap: '86400' },
          before:
            'A new key with the same name, rights and end takes its place. Put it into your system while the old one still works. A key is replaced once.',
        }),
        revoke.panel(visit, 'Revoke key', {
          before: 'For good: within a second every call with it is refused. Webhooks are still delivered.',
        }),
      ],
    ],
  })
}

function facts(visit: Visit, key: Key, rotation: Child, author: Child): Child {
  const { zone, now } = visit
  return [
    definitions({
      Id: String(key.id),
      'Begins and ends with': keyEnds(key, visit),
      Rotation: rotation,
      'Writes notes and scorecards as': author,
      Created: when(key.createdAt, zone),
      'Last use': when(key.lastUsedAt, zone, 'relative', now),
      'Works until': key.expiresAt ? when(key.expiresAt, zone) : 'No end',
      ...Object.fromEntries(key.scopes.map((scope) => [scope, scopeTexts[scope]])),
    }),
    isInUse(key) &&
      copyable({ label: 'What the key may do; put its text into API_KEY', text: keyCall(visit) }),
  ]
}

/** Moves a key to another user, the author of what is written with it from then on (D-67). */
const move = command({
  path: `${path}/user`,
  roles,
  call: setKeyUser,
  fields: fields(setKeyUser.body, { userId: { type: 'select', label: 'User' } }),
  submit: { label: 'Move the key', icon: 'user', tone: 'secondary' },
  check: ({ form }) => (text(form, 'userId') === '' ? { userId: 'Choose a user.' } : undefined),
  again: showKey,
  done: ({ params }) => redirect(`/keys/${params.keyId}`, 'The key is that of this user now.'),
})

function moveForm(visit: Visit, { userId }: Key, users: readonly { id: number; name: string }[]) {
  const none = { value: '', label: nobody, disabled: true }
  const options = optionsOf(users.map(({ id, name }) => [id, name]))
  const said = 'The key has no user, so notes and scorecards are refused. Everything else works.'
  return move.panel(visit, 'Move the key to another user', {
    values: { userId: userId === null ? '' : String(userId) },
    fields: { userId: { options: userId === null ? [none, ...options] : options } },
    before: [
      userId === null && notice({ tone: 'info', body: said }),
      html`<p>Notes and scorecards that are written with the key from now on carry the name of this user; those written before keep theirs. The text of the key stays.</p>`,
    ],
  })
}

const overlaps = [
  { value: '3600', label: '1 more hour' },
  { value: '86400', label: '1 more day' },
  { value: '604800', label: '7 more days' },
  { value: '2592000', label: '30 more days' },
  { value: '0', label: 'No longer', hint: 'It stops within a second. For a key that others have seen.' },
]

/** Replaces a key and shows the new one. The same form again shows the same key while nobody has used it. */
const rotate = command({
  path: `${path}/rotate`,
  roles,
  call: rotateKey,
  fields: fields(undefined, {
    overlap: { type: 'radio', label: 'The old key works for', required: true, options: overlaps },
    stop: { type: 'checkbox', label: '“No longer” stops everything that uses the old key: I know' },
  }),
  body: (sent) => ({ overlapSeconds: Number(text(sent, 'overlap')) }),
  submit: { label: 'Rotate key', icon: 'rotate', tone: 'secondary' },
  check({ form }) {
    const overlap = text(form, 'overlap')
    if (!overlaps.some(({ value }) => value === overlap)) {
      return { overlap: 'Choose how long the old key works.' }
    }
    if (overlap !== '0' || text(form, 'stop') === 'yes') return undefined
    return { stop: 'Tick this to stop the old key at once. Nothing was done yet.' }
  },
  again: showKey,
  async done(visit, next) {
    if (!('userId' in next)) throw new Error('the key of an employer was replaced by one of a candidate')
    // Read afterwards: a form that is sent again shows the end that the first one began.
    const { status, expiresAt } = await visit.ask(readKey)
    const more =
      status === 'Revoked' || expiresAt === null
        ? 'The old key does not work any more.'
        : html`<span>The old key works until ${when(expiresAt, visit.zone)}.</span>`
    return secretPage(visit, next, { title: 'The replacement of your key', lead: next.name, more })
  },
})

const revoke = command({
  path: `${path}/revoke`,
  roles,
  call: revokeKey,
  submit: { label: 'Revoke key', tone: 'danger', icon: 'lock' },
  confirm: { question: 'Does nothing use this key any more?', tick: 'Yes, revoke it for good' },
  again: showKey,
  async done(visit) {
    const { name } = await visit.ask(readKey)
    return redirect('/keys', `${name.slice(0, 100)} is revoked. Calls with it are refused within a second.`)
  },
})

export const keyPages: Page[] = [get(path, roles, showKey), move, rotate, revoke]
