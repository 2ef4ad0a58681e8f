import { createUser, listUsersOfEmployer } from '@jobboard/contracts/employers/users'
import { MAX_USERS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import { linkButton, notice, panel } from '@jobboard/html/blocks'
import { html } from '@jobboard/html/html'
import { definitions, userText, when } from '@jobboard/html/values'
import { type Area, get, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields } from '../../kit/fields.ts'
import { filters } from '../../kit/filters.ts'
import { type MailOutcome, sendInvitation, signInAddress } from './invitation.ts'
import { roleMarks, roleTexts, type User, userPages, userWords } from './user.ts'

const roles = ['EmployerAdmin'] as const
const back = { href: '/users', label: 'Back to the users' }

const list = filters({ path: '/users', pageSize: 50 })

async function showUsers(visit: Visit): Promise<View> {
  const users = await visit.ask(listUsersOfEmployer)
  const action = linkButton({ href: '/users/new', label: 'Invite a person', icon: 'plus', tone: 'primary' })
  return screen(visit, {
    title: 'Users',
    lead: 'The people who work here with you. They sign in with their e-mail address; there are no passwords.',
    actions: action,
    body: [
      list.read(visit).panel({
        caption: 'Users',
        rows: users,
        rowHref: ({ id }) => `/users/${id}`,
        empty: { title: 'Nobody yet', text: 'Invite the first person.', action },
        columns: {
          Name: ({ name }: User) => userText(name, { lines: 2 }),
          'E-mail': ({ email }: User) => userText(email, { lines: 1 }),
          Role: (user: User) => roleMarks(visit, user),
          Since: ({ createdAt }: User) => when(createdAt, visit.zone, 'date'),
        },
      }),
      panel({ title: 'What the roles may do', body: definitions(roleTexts) }),
    ],
  })
}

/** Adds a person, once per form, and mails them where to sign in, once. */
const invite = command({
  path: '/users/new',
  roles,
  call: createUser,
  fields: fields(createUser.body, {
    name: userWords.name,
    email: {
      label: 'E-mail address',
      hint: 'Only who reads mail to this address can sign in. It cannot be changed later.',
    },
    role: userWords.role,
  }),
  example: { name: 'Ada Quill', email: 'ada@example.com' },
  submit: { label: 'Invite', icon: 'mail' },
  again: showInvite,
  async done(visit, { name, email }, headers) {
    const added = `${name.slice(0, 80)} was added`
    if (headers['idempotency-replayed'] === 'true') return redirect('/users', `${added}.`)
    const mail = await sendInvitation(visit, email)
    const tone = mail === 'sent' || mail === 'none' || mail === 'sandbox' ? 'success' : 'warning'
    return redirect('/users', `${added}${afterwards(mail, signInAddress(visit.deps))}`, tone)
  },
})

function afterwards(mail: MailOutcome, address: string): string {
  if (mail === 'sandbox') return '. They stand for a person, and sign in nowhere.'
  if (mail === 'sent') return ', and the mail with the link to the sign-in was sent.'
  if (mail === 'none') return `. Tell them to sign in at ${address} with this e-mail address.`
  return mail === 'failed'
    ? `, but the mail server did not take the mail. Send the invitation again later, or tell them to sign in at ${address}.`
    : `, but no mail was sent: there were too many invitations. Tell them to sign in at ${address}.`
}

function showInvite(visit: Visit): View {
  const address = signInAddress(visit.deps)
  const unmailed = `This portal sends no mail. Tell them to sign in at ${address} with this e-mail address.`
  return screen(visit, {
    title: 'Invite a person',
    lead: `An employer can have ${MAX_USERS_PER_EMPLOYER} users.`,
    body: panel({
      body: invite.form(visit, {
        values: { role: 'Recruiter' },
        beside: linkButton(back),
        after: visit.deps.sendMail
          ? html`<p class="text-body-secondary">We mail them a link to the sign-in.</p>`
          : notice({ tone: 'info', body: unmailed }),
      }),
    }),
  })
}

export const users: Area = {
  places: [{ href: '/users', label: 'Users', icon: 'users', roles }],
  pages: [
    get('/users', roles, showUsers),
    get('/users/new', roles, async (visit) => showInvite(visit)),
    invite,
    ...userPages,
  ],
}
