import { form } from '../html/form.ts'
import { type View, view } from '../http/outcome.ts'
import { card } from './card.ts'
import type { Guest } from './guest.ts'
import { texts } from './texts.ts'

/** The page of a link: a button alone. Programs open the links of mails, so opening one changes and shows nothing. */
export function linkPage({ csrf }: Guest, action: string): View {
  const body = form({ action, csrf, operation: '', submit: { label: texts.linkButton } })
  return view({ title: texts.linkTitle, body: card({ title: texts.linkTitle, lead: texts.linkLead, body }) })
}
