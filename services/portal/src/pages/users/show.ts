import { deleteUser, listUsersOfEmployer, updateUser } from '@jobboard/contracts/employers/users'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { notFound } from '@jobboard/contracts/error'
import { listRecruiterKeys } from '@jobboard/contracts/keys/admin'
import { badge, linkButton, notice, pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { definitions, userText, when } from '../../html/values.ts'
import { type View, view } from '../../http/outcome.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { isInUse, ofEmployer } from '../../peers/own.ts'
import type { User } from './list.ts'
import { nameField, roleField, userLabels } from './role-field.ts'
import { texts } from './texts.ts'

type Key = ResponseBody<typeof listRecruiterKeys>[number]

const words = texts.show
const MAX_KEYS_SHOWN = 10
/** Keys that one removal moves or revokes. */
export const MAX_KEYS_CHANGED = 100

/** One of the employer's users. Throws not_found. */
export async function readUser(visit: Visit): Promise<User> {
  return userOf(visit, await visit.ask(listUsersOfEmployer, ofEmployer(visit), { isHidden: true }))
}

function userOf({ params }: Visit, users: readonly User[]): User {
  const user = users.find(({ id }) => String(id) === params.userId)
  if (!user) throw notFound()
  return user
}

/** The page of a user, with what was wrong with the form that was sent. */
export async function showUser(visit: Visit, entered?: Entered): Promise<View> {
  const [users, keys] = await Promise.all([
    visit.ask(listUsersOfEmployer, ofEmployer(visit), { isHidden: true }),
    visit.ask(listRecruiterKeys, ofEmployer(visit), { isHidden: true }),
  ])
  const user = userOf(visit, users)
  const others = users.filter(({ id }) => id !== user.id)
  const shown = entered ?? { values: {}, errors: {} }
  const own = keys.filter((key) => key.userId === user.id && isInUse(key))
  const isSelf = user.id === visit.person.id
  return view({
    title: titleOf(user.name.slice(0, 80), shown),
    status: Object.keys(shown.errors).length > 0 ? 422 : 200,
    body: html`<div class="jb-stack">
      ${pageHead({
        title: userText(user.name, { lines: 3 }),
        lead: html`<span class="jb-marks">${badge({ text: texts.roles[user.role].label })}${isSelf && badge({ text: texts.list.you, tone: 'info' })}</span>`,
        actions: linkButton({ href: '/users', label: texts.cancel, icon: 'previous' }),
      })}
      ${errorSummary(shown, userLabels)}
      ${panel({ title: words.details, body: editForm(visit, user, shown) })}
      ${visit.deps.sendMail && !isSelf && invitePanel(visit, user)} ${removePanel(visit, user, own, others, shown)}
    </div>`,
  })
}

function editForm({ csrf, deps, zone, ...visit }: Visit, user: User, entered: Entered) {
  const { id, name, role, email, createdAt } = user
  const values = { name, role, ...entered.values }
  const input = { params: { ...ofEmployer(visit).params, userId: id }, body: { role } }
  return [
    definitions([
      { term: words.email, value: userText(email) },
      { term: words.since, value: when(createdAt, zone, 'date') },
    ]),
    form({
      action: `/users/${id}`,
      csrf,
      operation: newOperation(),
      submit: { label: words.submit, icon: 'check' },
      call: copyable(deps.env, updateUser, input),
      body: [nameField({ ...entered, values }), roleField({ ...entered, values }, words.roleHint)],
    }),
  ]
}

function invitePanel({ csrf }: Visit, { id }: User): Html {
  const { title, text, submit } = texts.again
  return panel({
    title,
    body: form({
      action: `/users/${id}/invite`,
      csrf,
      operation: newOperation(),
      submit: { label: submit, icon: 'mail', tone: 'secondary' },
      body: html`<p>${text}</p>`,
    }),
  })
}

function removePanel(
  { csrf, deps, ...visit }: Visit,
  { id, name }: User,
  keys: readonly Key[],
  others: readonly User[],
  entered: Entered,
): Html {
  const { title, text, self, question, tick, submit } = texts.remove
  const input = { params: { ...ofEmployer(visit).params, userId: id } }
  return panel({
    title,
    body: form({
      action: `/users/${id}/remove`,
      csrf,
      operation: newOperation(),
      submit: { label: submit, tone: 'danger', icon: 'trash' },
      confirm: { question: question(name.slice(0, 80)), tick },
      call: copyable(deps.env, deleteUser, input),
      body: [
        html`<p>${text}</p>`,
        id === visit.person.id && notice({ tone: 'warning', body: self }),
        keys.length > 0 && notice({ tone: 'warning', body: keyList(keys) }),
        keys.length > 0 && keyFields(keys, others, entered),
      ],
    }),
  })
}

/** What becomes of the keys; which they were when the page was read is sent along. */
function keyFields(keys: readonly Key[], others: readonly User[], entered: Entered): Html {
  const { keysThen, keyUser, keyUserHint, noUser } = texts.remove
  const values = { keys: 'keep', ...entered.values }
  const users = others.map((user) => ({ value: String(user.id), label: user.name }))
  return html`<div>
    ${keys.slice(0, MAX_KEYS_CHANGED).map(({ id }) => html`<input type="hidden" name="keyId" value=${String(id)} />`)}
    ${field(
      { ...entered, values },
      {
        type: 'radio',
        name: 'keys',
        label: keysThen.label,
        required: true,
        options: [
          { value: 'keep', label: keysThen.keep, hint: keysThen.keepHint },
          { value: 'move', label: keysThen.move, hint: keysThen.moveHint },
          { value: 'revoke', label: keysThen.revoke, hint: keysThen.revokeHint },
        ],
      },
    )}
    ${field(
      { ...entered, values },
      {
        type: 'select',
        name: 'keyUser',
        label: keyUser,
        hint: keyUserHint,
        options: [{ value: '', label: noUser }, ...users],
      },
    )}
  </div>`
}

function keyList(keys: readonly Key[]): Html {
  const rest = keys.length - MAX_KEYS_SHOWN
  return html`<div>
    <p>${texts.remove.keys(keys.length)}</p>
    <ul>
      ${keys.slice(0, MAX_KEYS_SHOWN).map(({ id, name }) => {
        return html`<li><a class="alert-link" href=${`/keys/${id}`}>${userText(name, { lines: 1 })}</a></li>`
      })}
      ${rest > 0 && html`<li>${texts.remove.moreKeys(rest)}</li>`}
    </ul>
  </div>`
}
