import { subscribableEvents } from '@jobboard/contracts/endpoints/webhook'
import { webhookExamples } from '@jobboard/contracts/openapi/examples/webhooks'
import { panel } from '../../html/blocks.ts'
import { copyable } from '../../html/copy.ts'
import { type Entered, field } from '../../html/field.ts'
import { type Html, html } from '../../html/html.ts'
import { texts } from './texts.ts'

/** The address and the events of an endpoint. */
export function endpointFields(entered: Entered): Html {
  return html`<div class="jb-form">
    ${field(entered, { type: 'url', name: 'url', label: texts.url, hint: texts.urlHint, maxLength: 2_000, required: true, placeholder: 'https://hooks.example.com/job-board', autocomplete: 'off' })}
    ${field(entered, { type: 'checkboxes', name: 'events', label: texts.events, options: subscribableEvents.map((value) => ({ value, label: value, hint: texts.eventSentences[value] })) })}
  </div>`
}

/** The labels of `endpointFields`, for the summary of errors. */
export const endpointLabels = { url: texts.url, events: texts.events }

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
