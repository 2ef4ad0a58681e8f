import { subscribableEvents, webhookExamples } from '@jobboard/contracts/webhooks/public-events'
import { panel } from '@jobboard/html/blocks'
import { copyable } from '@jobboard/html/copy'
import { type Html, html } from '@jobboard/html/html'

export function samples(): Html {
  return panel({
    title: 'What arrives',
    body: html`<div class="vstack gap-4">
      <p class="text-body-secondary">Each is a POST with this JSON as its body.</p>
      ${subscribableEvents.map((event) => {
        const text = JSON.stringify(webhookExamples[event], null, 2)
        return html`<details><summary>${event}</summary>${copyable({ label: `Body of ${event}`, text })}</details>`
      })}
    </div>`,
  })
}

/** How a receiver verifies a delivery with our clients (docs/guides/webhooks.md). */
export const snippets = {
  typescript: `import { verifyWebhook, WebhookVerificationError } from '@jobboard/sdk'

export async function receive(request: Request): Promise<Response> {
  try {
    const event = await verifyWebhook({
      payload: await request.text(), // the raw body, before any parsing
      header: request.headers.get('x-webhook-signature'),
      secret: process.env.JOBBOARD_WEBHOOK_SECRET!,
    })
    console.log(event.type, event.id) // process each event.id once
    return new Response(null, { status: 204 })
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(error.message, { status: 400 })
    throw error
  }
}`,
  python: `import os

from jobboard import WebhookVerificationError, verify_webhook


def receive(raw_body, headers):
    """The status to respond with."""
    try:
        event = verify_webhook(raw_body, headers, os.environ["JOBBOARD_WEBHOOK_SECRET"])
    except WebhookVerificationError:
        return 400
    print(event["type"], event["id"])  # process each event["id"] once
    return 204`,
}
