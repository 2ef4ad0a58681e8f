import { linkButton } from '../html/blocks.ts'
import { html } from '../html/html.ts'
import { type View, view } from '../http/outcome.ts'
import { card } from './card.ts'
import { texts } from './texts.ts'

/** The page that says why nobody was signed in, and what to do. */
export function refusal(status: number, title: string, next: string): View {
  const back = linkButton({ href: '/sign-in', label: texts.back })
  return view({ title, status, body: card({ title, body: html`<div><p>${next}</p>${back}</div>` }) })
}
