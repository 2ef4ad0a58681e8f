import { badge, panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { table } from '@jobboard/html/table'
import { definitions, userText, when } from '@jobboard/html/values'
import { pageBefore, text } from '../../http/form.ts'
import { type Area, get, type Outcome, redirect, screen, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields } from '../../kit/fields.ts'
import { livePerson, roles } from '../../person/person.ts'
import {
  browserName,
  endOf,
  endOtherSessions,
  endSessions,
  listSessions,
  type Session,
  savePreferences,
  showsCalls,
} from '../../session/session.ts'

const methods = { email: 'Mail', link: 'One-time link', oidc: 'Sign-in provider' }

const PATH = '/account'

const yes = (is: boolean) => (is ? 'yes' : '')

const setLook = command({
  path: '/preferences/look',
  roles,
  fields: fields(undefined, {
    compact: { type: 'checkbox', label: 'Compact rows', hint: 'Tables show more rows, each on one line.' },
    calls: {
      type: 'checkbox',
      label: 'API calls',
      hint: 'The button </> of each page shows the calls that it makes, to copy.',
    },
  }),
  submit: { label: 'Save', icon: 'check' },
  again: show,
  async done({ deps, person, form }) {
    const [isCompact, showsCalls] = ['compact', 'calls'].map((name) => text(form, name) === 'yes')
    await savePreferences(deps.db.sql, livePerson(person), { isCompact: isCompact!, showsCalls: showsCalls! })
    return redirect(PATH, 'Saved, in every browser.')
  },
})

const endOthers = command({
  path: `${PATH}/sessions/end-others`,
  roles,
  submit: { label: 'Sign out all other browsers', tone: 'secondary' },
  again: show,
  async done({ deps, person, sessionId }) {
    const count = await endOtherSessions(deps.db.sql, livePerson(person), sessionId)
    if (count === 0) return redirect(PATH, 'No other browser was signed in.')
    const said = count === 1 ? 'One other browser is signed out.' : `${count} other browsers are signed out.`
    return redirect(PATH, said)
  },
})

const endAll = command({
  path: `${PATH}/sessions/end-all`,
  roles,
  submit: { label: 'Sign out everywhere, here too', tone: 'danger' },
  again: show,
  async done({ deps, person }) {
    await endSessions(deps.db.sql, livePerson(person))
    return leave('You are signed out everywhere.')
  },
})

/** The own account: who one is, the sessions, and the end of them. */
export const account: Area = {
  places: [{ href: PATH, label: 'Your account', icon: 'user', roles }],
  pages: [
    get(PATH, roles, show),
    { method: 'POST', path: `${PATH}/sessions/:sessionId/end`, roles, handle: endOne },
    endOthers,
    endAll,
    { method: 'POST', path: '/sign-out', roles, handle: signOut },
    { method: 'POST', path: '/preferences/theme', roles, handle: setTheme },
    setLook,
  ],
}

async function show(visit: Visit): Promise<Outcome> {
  const { person, deps, preferences } = visit
  const sessions = await listSessions(deps.db.sql, livePerson(person), deps.env, deps.now())
  const hint = 'An admin of your employer, or an operator of the platform, changes it.'
  return screen(visit, {
    title: 'Your account',
    lead: 'Who you are here, how pages look, and where you are signed in.',
    body: [
      panel({
        title: 'Who you are',
        body: definitions({
          Name: userText(person.name),
          Role: html`<span>${person.role}. <span class="text-body-secondary">${hint}</span></span>`,
          Employer: person.kind === 'user' && userText(person.employerName),
          Platform: person.kind === 'staff' && 'Staff of the platform',
        }),
      }),
      setLook.panel(visit, 'How pages look', {
        values: { compact: yes(preferences.isCompact), calls: yes(showsCalls(visit)) },
      }),
      panel({
        title: 'Where you are signed in',
        body: [
          html`<p class="text-body-secondary">At most 20 browsers; with one more, the one that was not used for longest is signed out.</p>`,
          sessionTable(visit, sessions),
          html`<div class="jb-actions hstack flex-wrap gap-2">
            ${endOthers.form(visit)} ${endAll.form(visit)}
          </div>`,
        ],
      }),
    ],
  })
}

function sessionTable({ sessionId, deps, csrf, zone }: Visit, sessions: Session[]): Html {
  const nameOf = ({ userAgent }: Session) => browserName(userAgent) || 'Unknown browser'
  return table({
    caption: 'Where you are signed in',
    rows: sessions,
    empty: 'No browser',
    columns: {
      Browser: (session) => {
        const isThis = session.id === sessionId && badge({ text: 'this browser', tone: 'info' })
        return html`<span>${nameOf(session)} ${isThis}</span>`
      },
      'Signed in with': ({ signedInBy }) => methods[signedInBy],
      Since: ({ createdAt }) => when(createdAt, zone),
      'Last use': ({ lastUsedAt }) => when(lastUsedAt, zone, 'relative', deps.now()),
      Ends: (session) => when(endOf(session, deps.env), zone),
      Action: (session) => html`<form method="post" action=${`${PATH}/sessions/${session.id}/end`}>
          <input type="hidden" name="csrf" value=${csrf} />
          <button class="btn btn-secondary" type="submit" aria-label=${`Sign out ${nameOf(session)}`}>Sign out</button>
        </form>`,
    },
  })
}

async function endOne(visit: Visit): Promise<Outcome> {
  const id = Number(visit.params.sessionId)
  if (id === visit.sessionId) return signOut(visit)
  const ended =
    Number.isSafeInteger(id) && (await endSessions(visit.deps.db.sql, livePerson(visit.person), id)) > 0
  return ended
    ? redirect(PATH, 'That browser is signed out.')
    : redirect(PATH, 'That browser was signed out before.', 'info')
}

async function signOut({ deps, person, sessionId }: Visit): Promise<Outcome> {
  await endSessions(deps.db.sql, livePerson(person), sessionId)
  return leave('You are signed out.')
}

function leave(notice: string): Outcome {
  return { ...redirect('/sign-in', notice), cookies: { session: null }, clearsSite: true }
}

/** Back to the page whose form it was, which the browser names. */
async function setTheme({ form: sent, request, deps }: Visit): Promise<Outcome> {
  const theme = text(sent, 'theme')
  const isKnown = theme === 'light' || theme === 'dark'
  const to = pageBefore(request, deps.env.PORTAL_BASE_URL)
  return { ...redirect(to), cookies: { theme: isKnown ? theme : null } }
}
