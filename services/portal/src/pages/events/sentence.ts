import type { PublicEvent, WebhookData } from '@jobboard/contracts/webhooks/public-events'
import { type Child, type Html, html } from '../../html/html.ts'
import { texts } from './texts.ts'

const MAX_TITLE = 100

/** What has happened, with links to what it happened to. */
export function sentenceOf(event: PublicEvent): Html {
  return html`<span>${partsOf(event)}</span>`
}

function partsOf({ type, data }: PublicEvent): Child {
  const [before, after] = texts.what[type]
  switch (type) {
    case 'application.submitted': {
      const { applicationId, jobPostId, jobTitle } = data as WebhookData<typeof type>
      return [before, application(applicationId), after, job(jobPostId, jobTitle)]
    }
    case 'application.status_changed': {
      const { applicationId, previousStatus, newStatus } = data as WebhookData<typeof type>
      return [before, application(applicationId), after, previousStatus, texts.to, newStatus]
    }
    case 'job.expired': {
      const { jobPostId } = data as WebhookData<typeof type>
      return [before, job(jobPostId, undefined), after]
    }
    case 'application.erased':
      return [before, application((data as WebhookData<typeof type>).applicationId), after]
  }
}

function application(id: number): Html {
  return html`<a href=${`/applications/${id}`}>${String(id)}</a>`
}

function job(id: number, title = String(id)): Html {
  return html`<a href=${`/jobs/${id}`} class="jb-text" dir="auto">${title.slice(0, MAX_TITLE)}</a>`
}
