import { getKey } from '@jobboard/contracts/keys/own'
import { linkButton, notice, pageHead } from '../../html/blocks.ts'
import { curlOf, secretOnce } from '../../html/copy.ts'
import { type Child, html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import { type View, view } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { reviewNotice } from './status.ts'
import { texts } from './texts.ts'

const words = texts.minted

/** The page that shows a new key once, with a call that uses it. */
export function secretPage(
  { deps }: Visit,
  { apiKey, ...key }: Parameters<typeof reviewNotice>[0] & { apiKey: string; id: number },
  { title, lead, more }: { title: string; lead: string; more?: Child },
): View {
  return view({
    title,
    body: html`<div class="jb-stack">
      ${pageHead({ title, lead: userText(lead, { lines: 2 }) })}
      ${more && notice({ tone: 'info', body: more })}
      ${secretOnce({ label: words.label, secret: apiKey, page: `/keys/${key.id}`, snippet: `API_KEY=${apiKey}\n${keyCall(deps.env)}` })}
      ${reviewNotice(key)}
      <p>${words.gone}</p>
      <div>${linkButton({ href: `/keys/${key.id}`, label: words.toKey, tone: 'primary', icon: 'next' })}</div>
    </div>`,
  })
}

/** A call that says what the key in API_KEY may do. */
export function keyCall(env: Parameters<typeof copyable>[0]): string {
  return curlOf(copyable(env, getKey, {}))
}
