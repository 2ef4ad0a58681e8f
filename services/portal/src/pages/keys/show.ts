import { listUsersOfEmployer } from '@jobboard/contracts/employers/users'
import {
  getKeyUsageOf,
  listRecruiterKeys,
  readKey,
  revokeKey,
  rotateKey,
} from '@jobboard/contracts/keys/admin'
import { linkButton, pageHead, panel } from '../../html/blocks.ts'
import { copyable as copyableText } from '../../html/copy.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { definitions, userText, when } from '../../html/values.ts'
import { type Outcome, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { isInUse, ofEmployer } from '../../peers/own.ts'
import { authorPanel } from './author.ts'
import { keyCall } from './secret.ts'
import { type Key, keyEnds, reviewNotice, rotationOf, scopeBadges, statusBadge } from './status.ts'
import { texts } from './texts.ts'
import { usagePanel } from './usage.ts'

const words = texts.show
const labels = { userId: texts.author.user, overlap: texts.rotate.overlap, stop: texts.rotate.title }

/** One key: what it may do, its calls, its replacement and its end. */
export const showPage: Page = {
  method: 'GET',
  path: '/keys/:keyId',
  roles: ['EmployerAdmin'],
  handle: (visit) => showKey(visit),
}

/** The page of a key, with what was wrong with the form that was sent. */
export async function showKey(visit: Visit, entered: Entered = { values: {}, errors: {} }): Promise<Outcome> {
  const params = { keyId: visit.params.keyId! }
  const [key, usage, keys, users] = await Promise.all([
    visit.ask(readKey, { params }),
    visit.ask(getKeyUsageOf, { params, query: {} }),
    visit.ask(listRecruiterKeys, ofEmployer(visit), { isHidden: true }),
    visit.ask(listUsersOfEmployer, ofEmployer(visit), { isHidden: true }),
  ])
  const own = key as Key
  const user = users.find(({ id }) => id === own.userId)
  return view({
    title: titleOf(key.name.slice(0, 80), entered),
    status: Object.keys(entered.errors).length > 0 ? 422 : 200,
    body: html`<div class="jb-stack">
      ${pageHead({
        title: userText(key.name, { lines: 3 }),
        lead: html`<span class="jb-marks">${statusBadge(own)}${scopeBadges(own)}</span>`,
        actions: linkButton({ href: '/keys', label: texts.mint.cancel, icon: 'previous' }),
      })}
      ${errorSummary(entered, labels)} ${reviewNotice(own)} ${usagePanel(usage, visit.now, isInUse(own))}
      ${panel({ title: words.facts, body: facts(visit, own, keys, user?.name) })}
      ${isInUse(own) && authorPanel(visit, own, users, entered)} ${isInUse(own) && rotatePanel(visit, own, entered)} ${isInUse(own) && revokePanel(visit, own)}
    </div>`,
  })
}

function facts({ zone, now, deps }: Visit, key: Key, keys: readonly Key[], userName: string | undefined) {
  const { id, userId, createdAt, lastUsedAt, expiresAt, scopes } = key
  const author = userId === null ? texts.mint.nobody : (userName ?? words.removedUser(userId))
  const [ends, rotation] = [keyEnds(key), rotationOf(key, keys)]
  return [
    definitions([
      { term: words.id, value: String(id) },
      ...(ends ? [{ term: words.ends, value: ends }] : []),
      ...(rotation ? [{ term: words.rotation, value: rotation }] : []),
      { term: words.user, value: userText(author, { lines: 2 }) },
      { term: words.created, value: when(createdAt, zone) },
      { term: words.lastUse, value: when(lastUsedAt, zone, 'relative', now) },
      { term: words.expires, value: expiresAt ? when(expiresAt, zone) : texts.list.noEnd },
      ...scopes.map((scope) => ({ term: scope, value: texts.scopes[scope] })),
    ]),
    isInUse(key) && copyableText({ label: words.tryLabel, text: keyCall(deps.env) }),
  ]
}

function rotatePanel({ csrf, deps }: Visit, { id }: Key, entered: Entered): Html {
  const { title, text, overlap, overlaps, stop, submit } = texts.rotate
  // Keys of an object that look like numbers come first; the order here is that of a person's choice.
  const order = ['3600', '86400', '604800', '2592000', '0']
  return panel({
    title,
    body: form({
      action: `/keys/${id}/rotate`,
      csrf,
      operation: newOperation(),
      submit: { label: submit, icon: 'rotate', tone: 'secondary' },
      call: copyable(deps.env, rotateKey, { params: { keyId: id }, body: { overlapSeconds: 86_400 } }),
      body: [
        html`<p>${text}</p>`,
        field(
          { values: { overlap: '86400', ...entered.values }, errors: entered.errors },
          {
            type: 'radio',
            name: 'overlap',
            label: overlap,
            required: true,
            options: order.map((value) => ({ value, ...overlaps[value]! })),
          },
        ),
        field(entered, { type: 'checkbox', name: 'stop', label: stop }),
      ],
    }),
  })
}

function revokePanel({ csrf, deps }: Visit, { id }: Key): Html {
  const { title, text, question, tick, submit } = texts.revoke
  return panel({
    title,
    body: form({
      action: `/keys/${id}/revoke`,
      csrf,
      operation: newOperation(),
      submit: { label: submit, tone: 'danger', icon: 'lock' },
      confirm: { question, tick },
      call: copyable(deps.env, revokeKey, { params: { keyId: id } }),
      body: html`<p>${text}</p>`,
    }),
  })
}
