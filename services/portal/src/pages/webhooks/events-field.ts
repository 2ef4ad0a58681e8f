import { subscribableEvents } from '@jobboard/contracts/webhooks/public-events'
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
