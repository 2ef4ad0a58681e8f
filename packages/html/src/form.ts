import { type Child, type Html, html } from './html.ts'
import { type IconName, icon } from './icon.ts'

/** The button of a form. */
export interface Submit {
  label: string
  tone?: 'primary' | 'secondary' | 'danger'
  icon?: IconName
  disabled?: boolean
  /** Sent when this button submits: `intent=publish`. */
  name?: string
  value?: string
  /** Sends the form as it is, with empty required fields. */
  isUnchecked?: boolean
  /** Another target than that of the form: a place of the same page, `#questions`, too. */
  action?: string
  /** Shows the icon alone; the label is for screen readers and on hover. */
  isIconOnly?: boolean
}

/** A form that acts: it posts `csrf` and `operation` beside its fields, and a browser with script sends it once.
 *  With `confirm`, the browser demands a tick first, posted as `confirmed=yes`. */
export function form({
  action,
  csrf,
  operation,
  submit,
  body,
  confirm,
  beside,
  moves,
}: {
  action: string
  csrf: string
  /** Sent on as `Idempotency-Key`: one for each rendered form. */
  operation: string
  submit: Submit
  body?: Child
  confirm?: { question: string; tick?: string }
  /** What stands beside the button: a link that leaves the form. */
  beside?: Child
  /** Enter in a select of it sends it. */
  moves?: boolean
}): Html {
  return html`<form class="jb-form vstack gap-4" method="post" action=${action} data-moves=${moves} data-once="">
    <input type="hidden" name="csrf" value=${csrf} />
    <input type="hidden" name="operation" value=${operation} />
    ${body}
    ${
      confirm &&
      html`<fieldset class="jb-confirm">
        <legend>${confirm.question}</legend>
        <label class="d-flex gap-2 py-1"><input type="checkbox" class="form-check-input" name="confirmed" value="yes" required="" /><span>${confirm.tick ?? 'I understand'}</span></label>
      </fieldset>`
    }
    <div class="jb-actions hstack flex-wrap gap-2">${button(submit)}${beside}</div>
  </form>`
}

/** A form that asks: its fields go into the address, so that the result can be kept and shared. With `csrf` they are posted
 *  instead: what is looked for is personal. */
export function filters({
  action,
  submit,
  body,
  csrf,
}: {
  action: string
  submit: Submit
  body: Child
  csrf?: string
}): Html {
  return html`<form class="jb-filters card flex-row flex-wrap gap-2 align-items-end p-3 d-print-none" method=${csrf === undefined ? 'get' : 'post'} action=${action} role="search">
    ${csrf !== undefined && html`<input type="hidden" name="csrf" value=${csrf} />`}${body}
    <div class="jb-actions hstack flex-wrap gap-2 align-self-end">${button({ tone: 'secondary', ...submit })}</div>
  </form>`
}

export function button({ label, tone = 'primary', icon: name, isIconOnly, ...sent }: Submit): Html {
  const attributes = {
    name: sent.name,
    value: sent.value,
    disabled: sent.disabled,
    formaction: sent.action,
    formnovalidate: sent.isUnchecked,
    ...(isIconOnly && { title: label, 'aria-label': label }),
  }
  return html`<button class=${`btn btn-${tone}`} type="submit" ...${attributes}>
    ${name && icon(name)}${!isIconOnly && html`<span>${label}</span>`}
  </button>`
}
