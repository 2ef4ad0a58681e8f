import { pageHead } from '../html/blocks.ts'
import { form } from '../html/form.ts'
import { html } from '../html/html.ts'
import { type View, view } from '../http/outcome.ts'
import type { Guest } from './guest.ts'
import { texts } from './texts.ts'

/** The page of a link: a button alone. Programs open the links of mails, so opening one changes and tells nothing. */
export function linkPage({ csrf }: Guest, action: string): View {
  return view({
    title: texts.linkTitle,
    body: html`<div>
      ${pageHead({ title: texts.linkTitle, lead: texts.linkLead })}
      ${form({ action, csrf, operation: '', submit: { label: texts.linkButton } })}
    </div>`,
  })
}
