import { linkButton, pageHead } from '@jobboard/html/blocks'
import { callDrawer } from '@jobboard/html/copy'
import { errorSummary, titleOf } from '@jobboard/html/field'
import { type Child, html } from '@jobboard/html/html'
import type { Refused } from '../http/form.ts'
import { type View, view } from '../http/page.ts'
import type { Visit } from '../http/visit.ts'
import { showsCalls } from '../session/session.ts'

/** A page: its head, with the calls that `visit.ask` has made and those of its forms for who wants to see them, what is wrong
 * with the form that was refused, and its panels. */
export function screen(
  visit: Visit,
  {
    title,
    heading = title,
    lead,
    actions,
    back,
    tabs,
    body,
    refused = visit.refused,
    ...more
  }: {
    /** Of the window. */
    title: string
    /** Of the page, where it is more than the title. */
    heading?: Child
    lead?: Child
    actions?: Child
    /** The page above this one. */
    back?: { href: string; label: string }
    /** The pages beside this one. */
    tabs?: Child
    body: Child
    /** By default the form of a command; `filters` have one of their own. */
    refused?: Refused | undefined
  } & Pick<View, 'status' | 'scripts' | 'wide' | 'cookies'>,
): View {
  const drawer = showsCalls(visit) && callDrawer(visit.calls)
  const up = back && linkButton({ ...back, icon: 'previous' })
  return view({
    status: refused ? 422 : 200,
    ...more,
    title: refused ? titleOf(title, refused) : title,
    body: html`<div class="vstack gap-4">
      ${pageHead({ title: heading, lead, actions: up || actions || drawer ? [up, actions, drawer] : null })}
      ${tabs} ${refused && errorSummary(refused, refused.labels)} ${body}
    </div>`,
  })
}
