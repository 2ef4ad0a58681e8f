import type { Sql } from '@jobboard/db/sql'
import { verifyPortalLink } from '@jobboard/service/auth/portal-link'
import { readPerson } from '../person/read-person.ts'
import { begin } from './finish.ts'
import type { GuestPage } from './guest.ts'
import { linkPage } from './link-page.ts'
import { refusal } from './refusal.ts'
import type { SignIn } from './sign-in.ts'
import { texts } from './texts.ts'

/** The pages of the one-time links that operators make. They have no browser to be bound to. */
export function linkPages(signIn: SignIn): GuestPage[] {
  const { counters, deps } = signIn
  return [
    {
      method: 'GET',
      path: '/sign-in/link/:token',
      handle: async (guest) => linkPage(guest, `/sign-in/link/${guest.params.token}`),
    },
    {
      method: 'POST',
      path: '/sign-in/link/:token',
      async handle(guest) {
        const over = () => {
          counters.refused('link')
          return refusal(410, texts.linkOver, texts.linkOverNext)
        }
        const link = verifyPortalLink(deps.env.CALLER_SECRET, guest.params.token!, guest.now.getTime())
        if (!link) return over()
        const person = await readPerson(deps, link, guest.request.id)
        if (!person) {
          counters.refused('unknown_person')
          return refusal(410, texts.unknown, texts.unknownNext)
        }
        if (!(await useNonce(deps.db.sql, link.nonce, new Date(link.expiresAtMs)))) return over()
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
