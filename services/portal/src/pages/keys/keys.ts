import { listUsersOfEmployer } from '@jobboard/contracts/employers/users'
import { listRecruiterKeys } from '@jobboard/contracts/keys/admin'
import { linkButton } from '@jobboard/html/blocks'
import { html } from '@jobboard/html/html'
import { number, userText, when } from '@jobboard/html/values'
import type { Area, View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { filters } from '../../kit/filters.ts'
import { screen } from '../../kit/screen.ts'
import { isInUse, scopeBadges } from '../../parts/key.ts'
import { keyPages } from './key.ts'
import { mintPages } from './mint.ts'
import { authorOf, type Key, keyEnds, rotationOf, statusBadge } from './parts.ts'

const roles = ['EmployerAdmin'] as const

const list = filters({
  path: '/keys',
  pageSize: 25,
  tabs: { name: 'state', label: 'Keys by state', values: ['', 'ended'] },
})

/** The employer's keys, newest first: those in use, or those that have ended. */
async function showKeys(visit: Visit): Promise<View> {
  const [keys, users] = await Promise.all([visit.ask(listRecruiterKeys), visit.ask(listUsersOfEmployer)])
  const { zone, now } = visit
  const at = list.read(visit)
  const ended = keys.filter((key) => !isInUse(key))
  const action = linkButton({ href: '/keys/new', label: 'Create key', icon: 'plus', tone: 'primary' })
  const none = {
    title: 'No key yet',
    text: 'Create a key for the first system that shall call the API. Its text is shown once, right after that.',
    action,
  }
  const noneEnded = {
    title: 'No key has ended',
    text: 'Revoked, refused and expired keys are listed here.',
  }
  return screen(visit, {
    title: 'API keys',
    lead: 'A key lets your own systems act for your employer. Give each system a key of its own.',
    actions: action,
    body: [
      at.tabs({
        '': `In use ${number(keys.length - ended.length)}`,
        ended: `Ended ${number(ended.length)}`,
      }),
      at.panel({
        caption: 'API keys',
        rows: at.tab === 'ended' ? ended : keys.filter(isInUse),
        rowHref: ({ id }) => `/keys/${id}`,
        empty: at.tab === 'ended' ? noneEnded : none,
        columns: {
          Name: (key: Key) =>
            html`<span class="jb-event-what vstack gap-1">${userText(key.name, { lines: 2 })}${keyEnds(key)}${rotationOf(key, keys)}</span>`,
          Status: statusBadge,
          'May do': ({ scopes }: Key) => scopeBadges(scopes),
          'Writes as': (key: Key) => authorOf(key, users, '—'),
          'Last use': ({ lastUsedAt }: Key) => when(lastUsedAt, zone, 'relative', now),
          'Works until': ({ expiresAt }: Key) => (expiresAt ? when(expiresAt, zone, 'date') : 'No end'),
        },
      }),
    ],
  })
}

/** API keys: mint, show once, use, replace, revoke. */
export const keys: Area = {
  places: [{ href: '/keys', label: 'API keys', icon: 'key', roles }],
  pages: [{ method: 'GET', path: '/keys', roles, handle: showKeys }, ...mintPages, ...keyPages],
}
