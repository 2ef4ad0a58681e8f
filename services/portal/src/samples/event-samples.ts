import { subscribableEvents, webhookExamples } from '@jobboard/contracts/webhooks/public-events'
import { panel } from '../html/blocks.ts'
import { copyable } from '../html/copy.ts'
import { type Html, html } from '../html/html.ts'
import { texts } from './texts.ts'

/** A body of each event. */
export function samples(): Html {
  return panel({
    title: texts.samples,
    body: html`<div class="jb-stack">
      <p class="jb-muted">${texts.samplesLead}</p>
      ${subscribableEvents.map((event) => {
        const text = JSON.stringify(webhookExamples[event], null, 2)
        return html`<details><summary>${event}</summary>${copyable({ label: texts.sampleOf(event), text })}</details>`
      })}
    </div>`,
  })
}
