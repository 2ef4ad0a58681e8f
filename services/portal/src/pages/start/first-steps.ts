import { badge, panel } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { icon } from '../../html/icon.ts'
import type { EmployerParts } from './employer-parts.ts'
import { texts } from './texts.ts'

const words = texts.first

/** What a new employer does first; null once a job was published. A step whose service did not answer is left out. */
export function firstSteps({ metrics, keys, endpoints, users }: EmployerParts): Html | null {
  if (!metrics || metrics.jobs.Active + metrics.jobs.Closed + metrics.jobs.Expired > 0) return null
  const steps = [
    { isDone: false, href: '/jobs', text: words.job, hint: words.jobText },
    keys && { isDone: keys.length > 0, href: '/keys', text: words.key, hint: words.keyText },
    endpoints && {
      isDone: endpoints.length > 0,
      href: '/webhooks',
      text: words.endpoint,
      hint: words.endpointText,
    },
    users && { isDone: users.length > 1, href: '/users', text: words.colleague, hint: words.colleagueText },
  ].filter((step) => step !== undefined)
  return panel({
    title: words.title,
    body: html`<ol class="jb-waiting">
      ${steps.map(({ isDone, href, text, hint }) => {
        return html`<li class=${isDone ? 'jb-row jb-step-done' : 'jb-row'}>
          ${icon(isDone ? 'success' : 'next')}
          <span><a class="jb-row-link" href=${href}>${text}</a><span class="jb-muted jb-line-of">${hint}</span></span>
          ${isDone && badge({ text: words.done, tone: 'success' })}
        </li>`
      })}
    </ol>`,
  })
}
