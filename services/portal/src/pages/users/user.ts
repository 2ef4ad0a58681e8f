import { deleteUser, listUsersOfEmployer, updateUser } from '@jobboard/contracts/employers/users'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { listRecruiterKeys, revokeKey, setKeyUser } from '@jobboard/contracts/keys/admin'
import { badge, notice, panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { definitions, userText, when } from '@jobboard/html/values'
import { list, text } from '../../http/form.ts'
import { get, type Page, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields, optionsOf } from '../../kit/fields.ts'
import { isInUse } from '../../parts/key.ts'
import { type EmployerRole, employerRoles, isInSandbox } from '../../person/person.ts'
import { sendInvitation } from './invitation.ts'

export type User = ResponseBody<typeof listUsersOfEmployer>[number]
type Key = ResponseBody<typeof listRecruiterKeys>[number]

const MAX_KEYS_SHOWN = 10
/** Keys that one removal moves or revokes. */
const MAX_KEYS_CHANGED = 100
const roles = ['EmployerAdmin'] as const
const path = '/users/:userId'
const lastAdmin = 'The last EmployerAdmin cannot lose the role. Make another user EmployerAdmin first.'

export const roleTexts: Record<EmployerRole, string> = {
  EmployerAdmin: 'Everything of your employer: users, keys, webhooks and credits too.',
  Recruiter: 'Jobs, applications, and CV search with your credits.',
  Interviewer: 'Reads applications without contact details, and writes own notes and scorecards.',
}

/** The role of a user, and whether it is the reader. */
export function roleMarks({ person }: Visit, { id, role }: User) {
  return html`<span class="hstack flex-wrap gap-1">${badge({ text: role })}${id === person.id && badge({ text: 'you', tone: 'info' })}</span>`
}

/** What invites and changes a user says about the fields that both have. */
export const userWords = {
  name: { label: 'Name', hint: 'As notes and scorecards show it.', required: true },
  role: {
    label: 'Role',
    required: true,
    options: employerRoles.map((value) => ({ value, label: value, hint: roleTexts[value] })),
  },
}

function userOf({ params }: Visit, users: readonly User[]): User {
  const user = users.find(({ id }) => String(id) === params.userId)
  if (!user) throw notFound()
  return user
}

async function showUser(visit: Visit): Promise<View> {
  const [users, keys] = await Promise.all([visit.ask(listUsersOfEmployer), visit.ask(listRecruiterKeys)])
  const user = userOf(visit, users)
  const isSelf = user.id === visit.person.id
  const own = keys.filter((key) => key.userId === user.id && isInUse(key))
  const others = optionsOf(
    users.flatMap(({ id, name }) => (id === user.id ? [] : [[id, name]])),
    'None',
  )
  return screen(visit, {
    title: user.name.slice(0, 80),
    heading: userText(user.name, { lines: 3 }),
    lead: roleMarks(visit, user),
    back: { href: '/users', label: 'Back to the users' },
    body: [
      panel({
        title: 'Name and role',
        body: [
          definitions({ 'E-mail': userText(user.email), Since: when(user.createdAt, visit.zone, 'date') }),
          change.form(visit, { values: { name: user.name, role: user.role } }),
        ],
      }),
      visit.deps.sendMail &&
        !isSelf &&
        !isInSandbox(visit.person) &&
        inviteAgain.panel(visit, 'Invitation', {
          before:
            'They can sign in with their e-mail address at any time. The mail only says so, with a link to the sign-in.',
        }),
      remove.panel(visit, 'Remove this user', {
        question: `Remove ${user.name.slice(0, 80)}?`,
        before: [
          html`<p>They cannot sign in any more, and where they are signed in, it ends with their next click. Notes and scorecards that they wrote stay, with their name.</p>`,
          isSelf && notice({ tone: 'warning', body: 'This is you: you will be signed out.' }),
          own.length > 0 && notice({ tone: 'warning', body: keyList(own) }),
        ],
        hidden: { keyId: own.slice(0, MAX_KEYS_CHANGED).map(({ id }) => String(id)) },
        values: { keys: 'keep' },
        fields: own.length > 0 ? { keyUser: { options: others } } : { keys: false, keyUser: false },
      }),
    ],
  })
}

const change = command({
  path,
  roles,
  call: updateUser,
  fields: fields(updateUser.body, {
    name: userWords.name,
    role: { ...userWords.role, hint: 'Another role counts from the next click of that person on.' },
  }),
  submit: { label: 'Save the changes', icon: 'check' },
  refusals: { invalid_state: { role: lastAdmin } },
  again: showUser,
  done({ person }, { id, role }) {
    // Who has just lost the role sees no users any more.
    const to = id === person.id && role !== 'EmployerAdmin' ? '/' : `/users/${id}`
    return redirect(to, 'The changes are saved. They count from the next click of that person on.')
  },
})

const inviteAgain = command({
  path: `${path}/invite`,
  roles,
  submit: { label: 'Send the invitation again', icon: 'mail', tone: 'secondary' },
  again: showUser,
  async done(visit) {
    const { id, email } = userOf(visit, await visit.ask(listUsersOfEmployer))
    const mail = await sendInvitation(visit, email)
    const to = `/users/${id}`
    if (mail === 'sent') return redirect(to, 'The invitation was sent again.')
    const said =
      mail === 'limited'
        ? 'Not sent: at most 3 of your invitations an hour go to one address, and 100 a day to all of your users.'
        : 'The mail server did not take the mail. Try again in a few minutes.'
    return redirect(to, said, 'warning')
  },
})

const remove = command({
  path: `${path}/remove`,
  roles,
  call: deleteUser,
  fields: fields(undefined, {
    keys: {
      type: 'radio',
      label: 'What becomes of the keys',
      required: true,
      options: [
        {
          value: 'keep',
          label: 'They work on without a user',
          hint: 'Notes and scorecards with them are refused, everything else works.',
        },
        {
          value: 'move',
          label: 'They move to another user',
          hint: 'The person still knows their texts: revoke keys that must not be used any more.',
        },
        {
          value: 'revoke',
          label: 'They are revoked',
          hint: 'For good: within a second every call with them is refused.',
        },
      ],
    },
    keyUser: { type: 'select', label: 'The other user', hint: 'Only for keys that move.' },
  }),
  submit: { label: 'Remove the user', tone: 'danger', icon: 'trash' },
  confirm: { question: 'Remove this user?', tick: 'Yes, remove this person' },
  async check(visit) {
    const [keys, keyUser] = [text(visit.form, 'keys'), text(visit.form, 'keyUser')]
    if (keys !== 'move') return undefined
    const users = await visit.ask(listUsersOfEmployer)
    const isKnown = users.some(({ id }) => String(id) === keyUser)
    if (isKnown && keyUser !== visit.params.userId) return undefined
    return { keyUser: 'Choose the user to whom the keys move. Nothing was done yet.' }
  },
  refusals: { invalid_state: { '': lastAdmin } },
  again: showUser,
  async done(visit) {
    const said = 'The user was removed, and is signed out everywhere'
    const left = await changeKeys(visit)
    if (left === 0) return redirect('/users', `${said}.`)
    const which =
      left === 1 ? 'one key could not be changed and has' : `${left} keys could not be changed and have`
    return redirect('/users', `${said}, but ${which} no user now. Look under Keys.`, 'warning')
  },
})

/** Moves or revokes the keys of a user who was just removed, as the form says: number of those that stay without a user. The
 * same form again does the same once more. */
async function changeKeys(visit: Visit): Promise<number> {
  const { form: sent, operation } = visit
  const what = text(sent, 'keys')
  if (what !== 'move' && what !== 'revoke') return 0
  const userId = Number(text(sent, 'keyUser'))
  let left = 0
  for (const keyId of list(sent, 'keyId').slice(0, MAX_KEYS_CHANGED)) {
    const params = { keyId }
    try {
      if (what === 'revoke') await visit.ask(revokeKey, { params }, { operation })
      else await visit.ask(setKeyUser, { params, body: { userId } }, { operation })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      left++
    }
  }
  return left
}

function keyList(keys: readonly Key[]): Html {
  const rest = keys.length - MAX_KEYS_SHOWN
  return html`<div>
    <p>${keys.length === 1 ? 'One key writes' : `${keys.length} keys write`} notes with this name:</p>
    <ul>
      ${keys.slice(0, MAX_KEYS_SHOWN).map(({ id, name }) => {
        return html`<li><a class="alert-link" href=${`/keys/${id}`}>${userText(name, { lines: 1 })}</a></li>`
      })}
      ${rest > 0 && html`<li>and ${rest} more</li>`}
    </ul>
  </div>`
}

export const userPages: Page[] = [get(path, roles, showUser), change, inviteAgain, remove]
