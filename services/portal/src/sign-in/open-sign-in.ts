import type { Sql } from '@jobboard/db/sql'
import { verifyPortalLink } from '@jobboard/service/auth/portal-link'
import type { Metrics } from '@jobboard/service/metrics/registry'
import type { PortalDeps } from '../env.ts'
import type { GuestPage } from '../http/guest.ts'
import { readPerson } from '../person/person.ts'
import { begin, choicePages } from './finish.ts'
import { mailPages } from './mail/pages.ts'
import { oidcPages } from './oidc/pages.ts'
import { openProvider } from './oidc/provider.ts'
import { linkPage, refuse } from './pages.ts'
import { openQueue, openSignInCounters, type SignIn } from './sign-in.ts'
import { signUpPages } from './sign-up.ts'

/** Mails sent at a time, and mails that wait: as many as a slow mail server sends within a minute. */
const MAILS_AT_A_TIME = 4
const MAX_WAITING_MAILS = 200

export function openSignIn(deps: PortalDeps, metrics: Metrics): SignIn & { pages: GuestPage[] } {
  const { env, db, log } = deps
  const counters = openSignInCounters(metrics, db.sql)
  const signIn: SignIn = {
    deps,
    counters,
    sendMail: deps.sendMail,
    queue: openQueue(MAILS_AT_A_TIME, MAX_WAITING_MAILS, (err) => {
      counters.mail('failed')
      log.warn({ err }, 'a sign-in mail was not sent')
    }),
    provider: openProvider(env),
  }
  return {
    ...signIn,
    pages: [
      ...mailPages(signIn),
      ...choicePages(signIn),
      ...linkPages(signIn),
      ...oidcPages(signIn),
      ...signUpPages(signIn),
    ],
  }
}

export async function deleteEndedSignIns(sql: Sql, now: Date): Promise<void> {
  await sql`delete from sign_in_mail where ends_at < ${now}`
  await sql`delete from sign_in_limit where ends_at < ${now}`
  await sql`delete from sign_in_choice where ends_at < ${now}`
  await sql`delete from used_link where ends_at < ${now}`
  await sql`delete from sign_up where ends_at < ${now}`
  await sql`delete from oidc_attempt where ends_at < ${now}`
}

/** The pages of the one-time links that operators make. They have no browser to be bound to. */
function linkPages(signIn: SignIn): GuestPage[] {
  const { deps } = signIn
  const path = '/sign-in/link/:token'
  return [
    { method: 'GET', path, handle: async (guest) => linkPage(guest, `/sign-in/link/${guest.params.token}`) },
    {
      method: 'POST',
      path,
      async handle(guest) {
        const link = verifyPortalLink(deps.env.CALLER_SECRET, guest.params.token!, guest.now.getTime())
        if (!link) return refuse(signIn, 'link')
        const person = await readPerson(deps, link, guest.request.id)
        if (!person) return refuse(signIn, 'unknown')
        const isFirst = await useNonce(deps.db.sql, link.nonce, new Date(link.expiresAtMs))
        if (!isFirst) return refuse(signIn, 'link')
        const next = link.page === 'start' ? '/' : `/${link.page}`
        return begin(signIn, guest, person, { signedInBy: 'link', next })
      },
    },
  ]
}

/** Uses a link up; false when it was used before. The row stays until the link has ended. */
async function useNonce(sql: Sql, nonce: string, endsAt: Date): Promise<boolean> {
  const rows = await sql`
    insert into used_link (nonce, ends_at) values (${nonce}, ${endsAt})
    on conflict do nothing returning true as is_first`
  return rows.length > 0
}
