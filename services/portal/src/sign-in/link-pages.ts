import type { Sql } from '@jobboard/db/sql'
import { verifyPortalLink } from '@jobboard/service/auth/portal-link'
import type { GuestPage } from '../http/guest.ts'
import { readPerson } from '../person/read-person.ts'
import { begin } from './finish.ts'
import { linkPage, refuse } from './pages.ts'
import type { SignIn } from './sign-in.ts'

/** The pages of the one-time links that operators make. They have no browser to be bound to. */
export function linkPages(signIn: SignIn): GuestPage[] {
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
