import { badge, pageHead, panel } from '../../html/blocks.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { table } from '../../html/table.ts'
import { definitions, userText, when } from '../../html/values.ts'
import { text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Area } from '../../http/page.ts'
import { pageBefore } from '../../http/page-before.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { roles } from '../../person/person.ts'
import { endOf, endOtherSessions, endSessions, listSessions, type Session } from '../../session/session.ts'
import { browserName } from '../../sign-in/browser-name.ts'
import { texts } from './texts.ts'

const PATH = '/account'

/** The own account: who one is, the sessions, and the end of them. */
export const account: Area = {
  places: [{ href: PATH, label: texts.title, icon: 'user', roles }],
  pages: [
    { method: 'GET', path: PATH, roles, handle: show },
    { method: 'POST', path: `${PATH}/sessions/:sessionId/end`, roles, handle: endOne },
    { method: 'POST', path: `${PATH}/sessions/end-others`, roles, handle: endOthers },
    { method: 'POST', path: `${PATH}/sessions/end-all`, roles, handle: endAll },
    { method: 'POST', path: '/sign-out', roles, handle: signOut },
    { method: 'POST', path: '/preferences/theme', roles, handle: setTheme },
  ],
}

async function show(visit: Visit): Promise<Outcome> {
  const { person, deps, csrf } = visit
  const sessions = await listSessions(deps.db.sql, person, deps.env, deps.now())
  const employer = person.kind === 'user' ? userText(person.employerName) : texts.staff
  const who = definitions([
    { term: texts.name, value: userText(person.name) },
    {
      term: texts.role,
      value: html`<span>${person.role}. <span class="jb-muted">${texts.roleHint}</span></span>`,
    },
    { term: person.kind === 'user' ? texts.employer : texts.platform, value: employer },
  ])
  const act = (action: string, label: string, tone: 'secondary' | 'danger') =>
    form({ action, csrf, operation: newOperation(), submit: { label, tone } })
  return view({
    title: texts.title,
    body: html`<div>
      ${pageHead({ title: texts.title, lead: texts.lead })} ${panel({ title: texts.who, body: who })}
      ${panel({
        title: texts.sessions,
        body: [
          html`<p class="jb-muted">${texts.sessionsLead}</p>`,
          sessionTable(visit, sessions),
          html`<div class="jb-actions">
            ${act(`${PATH}/sessions/end-others`, texts.endOthers, 'secondary')}
            ${act(`${PATH}/sessions/end-all`, texts.endAll, 'danger')}
          </div>`,
        ],
      })}
    </div>`,
  })
}

function sessionTable({ sessionId, deps, csrf, zone }: Visit, sessions: Session[]): Html {
  const nameOf = ({ userAgent }: Session) => browserName(userAgent) || texts.unknownBrowser
  return table({
    caption: texts.sessions,
    rows: sessions,
    empty: texts.none,
    columns: [
      {
        head: texts.browser,
        cell: (session) => {
          const isThis = session.id === sessionId && badge({ text: texts.thisBrowser, tone: 'info' })
          return html`<span>${nameOf(session)} ${isThis}</span>`
        },
      },
      { head: texts.by, cell: ({ signedInBy }) => texts.methods[signedInBy] },
      { head: texts.since, cell: ({ createdAt }) => when(createdAt, zone) },
      { head: texts.lastUsed, cell: ({ lastUsedAt }) => when(lastUsedAt, zone, 'relative', deps.now()) },
      { head: texts.ends, cell: (session) => when(endOf(session, deps.env), zone) },
      {
        head: texts.actions,
        cell: (session) => html`<form method="post" action=${`${PATH}/sessions/${session.id}/end`}>
          <input type="hidden" name="csrf" value=${csrf} />
          <button class="btn jb-button-secondary" type="submit" aria-label=${texts.endOf(nameOf(session))}>${texts.end}</button>
        </form>`,
      },
    ],
  })
}

async function endOne(visit: Visit): Promise<Outcome> {
  const id = Number(visit.params.sessionId)
  if (id === visit.sessionId) return signOut(visit)
  const ended = Number.isSafeInteger(id) && (await endSessions(visit.deps.db.sql, visit.person, id)) > 0
  return ended ? redirect(PATH, texts.ended) : redirect(PATH, texts.notThere, 'info')
}

async function endOthers({ deps, person, sessionId }: Visit): Promise<Outcome> {
  return redirect(PATH, texts.endedOthers(await endOtherSessions(deps.db.sql, person, sessionId)))
}

async function endAll({ deps, person }: Visit): Promise<Outcome> {
  await endSessions(deps.db.sql, person)
  return leave(texts.signedOutEverywhere)
}

async function signOut({ deps, person, sessionId }: Visit): Promise<Outcome> {
  await endSessions(deps.db.sql, person, sessionId)
  return leave(texts.signedOut)
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
