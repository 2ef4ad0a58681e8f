import { pageHead } from '../html/blocks.ts'
import { type Child, type Html, html } from '../html/html.ts'

/** The content of a page before the sign-in. */
export function card({ title, lead, body }: { title: string; lead?: string; body: Child }): Html {
  return html`<section class="jb-panel">
    <div class="jb-panel-body">${pageHead({ title, ...(lead !== undefined && { lead }) })}${body}</div>
  </section>`
}
