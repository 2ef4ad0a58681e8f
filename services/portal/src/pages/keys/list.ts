import { listUsersOfEmployer } from '@jobboard/contracts/employers/users'
import { listRecruiterKeys } from '@jobboard/contracts/keys/admin'
import { empty, linkButton, pageHead, panel, tabs } from '../../html/blocks.ts'
import { html } from '../../html/html.ts'
import { number, userText, when } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { pagedTable } from '../../parts/paged-table.ts'
import { isInUse, ofEmployer } from '../../peers/own.ts'
import { type Key, keyEnds, rotationOf, scopeBadges, statusBadge } from './status.ts'
import { texts } from './texts.ts'

const PAGE_SIZE = 25
const words = texts.list

/** The employer's keys, newest first: those in use, or those that have ended. */
export const listPage: Page = {
  method: 'GET',
  path: '/keys',
  roles: ['EmployerAdmin'],
  async handle(visit) {
    const [keys, users] = await Promise.all([
      visit.ask(listRecruiterKeys, ofEmployer(visit)),
      visit.ask(listUsersOfEmployer, ofEmployer(visit)),
    ])
    const isEnded = visit.query.state === 'ended'
    const rows = keys.filter((key) => isInUse(key) !== isEnded)
    const ended = keys.filter((key) => !isInUse(key)).length
    const mint = linkButton({ href: '/keys/new', label: words.mint, icon: 'plus', tone: 'primary' })
    return view({
      title: words.title,
      body: html`<div class="jb-stack">
        ${pageHead({ title: words.title, lead: words.lead, actions: mint })}
        ${tabs(
          [
            { href: '/keys', label: words.current(number(keys.length - ended)), current: !isEnded },
            { href: '/keys?state=ended', label: words.ended(number(ended)), current: isEnded },
          ],
          words.tabs,
        )}
        ${panel({
          title: words.caption,
          body: pagedTable(visit, {
            name: 'page',
            pageSize: PAGE_SIZE,
            caption: words.caption,
            columns: columns(visit, keys, new Map(users.map(({ id, name }) => [id, name]))),
            rows,
            rowHref: ({ id }) => `/keys/${id}`,
            empty: isEnded ? empty(words.emptyEnded) : empty({ ...words.empty, action: mint }),
          }),
        })}
      </div>`,
    })
  },
}

function columns({ zone, now }: Visit, keys: readonly Key[], names: Map<number, string>) {
  const head = words.columns
  return [
    {
      head: head.name,
      cell: (key: Key) =>
        html`<span class="jb-event-what">${userText(key.name, { lines: 2 })}${keyEnds(key)}${rotationOf(key, keys)}</span>`,
    },
    { head: head.status, cell: (key: Key) => statusBadge(key) },
    { head: head.scopes, cell: (key: Key) => scopeBadges(key) },
    {
      head: head.user,
      cell: ({ userId }: Key) => {
        if (userId === null) return texts.none
        return userText(names.get(userId) ?? texts.show.removedUser(userId), { lines: 1 })
      },
    },
    { head: head.lastUse, cell: ({ lastUsedAt }: Key) => when(lastUsedAt, zone, 'relative', now) },
    {
      head: head.expires,
      cell: ({ expiresAt }: Key) => (expiresAt ? when(expiresAt, zone, 'date') : words.noEnd),
    },
  ]
}
