import { type Child, type Html, html } from './html.ts'
import { type IconName, icon } from './icon.ts'

/** What a message or a badge means. */
export type Tone = 'success' | 'info' | 'warning' | 'danger'

/** A part of a page, titled where it is more than what the page is about. `level` is that of its heading, 2 by default. */
export function panel({
  title,
  body,
  actions,
  level = 2,
}: {
  title?: string | undefined
  body: Child
  actions?: Child
  level?: 2 | 3
}): Html {
  const head = [
    title && heading(level, title),
    actions && html`<div class="jb-actions hstack flex-wrap gap-2">${actions}</div>`,
  ]
  return html`<section class="card">
    ${head.some(Boolean) && html`<header class="card-header hstack flex-wrap gap-3 justify-content-between">${head}</header>`}
    <div class="card-body vstack gap-4">${body}</div>
  </section>`
}

/** The title of a page, with a line below it and its actions beside it. */
export function pageHead({ title, lead, actions }: { title: Child; lead?: Child; actions?: Child }): Html {
  return html`<header class="jb-page-head hstack flex-wrap gap-3 justify-content-between">
    <div><h1>${title}</h1>${lead && html`<p class="mt-1 text-body-secondary">${lead}</p>`}</div>
    ${actions && html`<div class="jb-actions hstack flex-wrap gap-2 d-print-none">${actions}</div>`}
  </header>`
}

export function linkButton({
  href,
  label,
  tone = 'secondary',
  icon: name,
}: {
  href: string
  label: string
  tone?: 'primary' | 'secondary' | 'danger'
  icon?: IconName
}): Html {
  return html`<a class=${`btn btn-${tone}`} href=${href}>${name && icon(name)}<span>${label}</span></a>`
}

/** What stands where there is nothing to list, and what to do about it. */
export function empty({ title, text, action }: { title: string; text: Child; action?: Child }): Html {
  return html`<div class="jb-empty vstack gap-1 align-items-center p-5 text-center">
    ${icon('deadLetter')}
    <p class="fw-semibold">${title}</p>
    <p class="text-body-secondary">${text}</p>
    ${action && html`<div class="mt-2">${action}</div>`}
  </div>`
}

export function badge({ text, tone = 'neutral' }: { text: Child; tone?: Tone | 'neutral' }): Html {
  const colours =
    tone === 'neutral' ? 'bg-body-secondary text-body' : `bg-${tone}-subtle text-${tone}-emphasis`
  return html`<span class=${`badge rounded-pill ${colours}`} dir="auto">${text}</span>`
}

/** A message in the page; it stays until the page is left. */
export function notice({ tone, title, body }: { tone: Tone; title?: string; body: Child }): Html {
  return html`<div class=${`alert alert-${tone} d-flex gap-2`}>
    ${icon(tone)}
    <div class="text-body">${title && html`<p class="fw-semibold">${title}</p>`}<div>${body}</div></div>
  </div>`
}

/** Stands where a service that did not answer would have given something. */
export function missingPart({ service, what }: { service: string | Iterable<string>; what: string }): Html {
  const services = typeof service === 'string' ? service : [...service].join(' and ')
  const body = `${what} cannot be shown, because ${services} did not answer. Load the page again in a moment.`
  return notice({ tone: 'warning', body })
}

/** Views of one thing, each a page of its own. */
export function tabs(
  label: string,
  links: Readonly<Record<string, string>>,
  current: string | undefined,
): Html {
  return html`<nav class="jb-tabs border-bottom" aria-label=${label}>
    <ul class="nav nav-underline">
      ${Object.entries(links).map(([href, text]) => {
        const isCurrent = href === current
        return html`<li><a class=${isCurrent ? 'nav-link active' : 'nav-link'} href=${href} aria-current=${isCurrent ? 'page' : undefined}>${text}</a></li>`
      })}
    </ul>
  </nav>`
}

/** A dialog that `data-dialog="id"` opens; before it opens, its page's script may fill it on the event `jb-open`. */
export function dialog({ id, title, body }: { id: string; title: string; body: Child }): Html {
  return html`<dialog id=${id} class="jb-dialog" aria-labelledby=${`${id}-title`}>
    <header class="d-flex justify-content-between mb-3">
      <h2 id=${`${id}-title`}>${title}</h2>
      <form method="dialog"><button class="jb-plain" aria-label="Close">${icon('cross')}</button></form>
    </header>
    ${body}
  </dialog>`
}

function heading(level: 2 | 3, title: string): Html {
  return level === 2 ? html`<h2 dir="auto">${title}</h2>` : html`<h3 dir="auto">${title}</h3>`
}
