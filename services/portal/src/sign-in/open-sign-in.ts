import type { Sql } from '@jobboard/db/sql'
import type { Metrics } from '@jobboard/service/metrics/registry'
import type { GuestPage } from '../http/guest.ts'
import type { PortalDeps } from '../portal-deps.ts'
import { openSignInCounters } from './counters.ts'
import { choicePages } from './finish.ts'
import { linkPages } from './link-pages.ts'
import { openQueue } from './mail/mail.ts'
import { mailPages } from './mail/pages.ts'
import { oidcPages } from './oidc/pages.ts'
import { openProvider } from './oidc/provider.ts'
import type { SignIn } from './sign-in.ts'

/** Mails sent at a time, and mails that wait: as many as a slow mail server sends within a minute. */
const MAILS_AT_A_TIME = 4
const MAX_WAITING_MAILS = 200

/** Opens the sign-in: its pages, and what it needs. */
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
    pages: [...mailPages(signIn), ...choicePages(signIn), ...linkPages(signIn), ...oidcPages(signIn)],
  }
}

/** Deletes what has ended. */
export async function deleteEndedSignIns(sql: Sql, now: Date): Promise<void> {
  await sql`delete from sign_in_mail where ends_at < ${now}`
  await sql`delete from sign_in_limit where ends_at < ${now}`
  await sql`delete from sign_in_choice where ends_at < ${now}`
  await sql`delete from used_link where ends_at < ${now}`
  await sql`delete from oidc_attempt where ends_at < ${now}`
}
