import type { z } from 'zod'
import { WEBHOOK_MAX_ATTEMPTS, WEBHOOK_TIMEOUT_MS } from '../limits.ts'
import {
  subscribableEvents,
  type WebhookEvent,
  webhookBodies,
  webhookExamples,
  webhookTestBody,
} from '../webhooks/public-events.ts'
import type { SchemaPrinter } from './schema.ts'

const happenings: Record<WebhookEvent | 'webhook.test', string> = {
  'application.submitted': 'a candidate has applied to one of your jobs, in any way',
  'application.status_changed': 'an application has been moved to another status',
  'job.expired': 'a job has reached its expiryDate and is expired',
  'application.erased':
    'the candidate of an application was erased; only to subscriptions that name it in `events`',
  'webhook.test': 'a test was requested for the subscription; it is attempted once',
}

/** Prints what receivers get, by event (Spec §6). */
export function printWebhooks(printer: SchemaPrinter): Record<string, unknown> {
  const events = subscribableEvents.map((event) => [
    event,
    printWebhook(event, webhookBodies[event], printer),
  ])
  const test = printWebhook('webhook.test', webhookTestBody, printer)
  return { ...Object.fromEntries(events), 'webhook.test': test }
}

const header = (name: string, description: string, example: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
})
const signature =
  '`t=<unix seconds>,v1=<hex>`: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret. Compare in constant time and reject a `t` more than 300 seconds from now. While a secret is being rotated there are two `v1`; accept either.'
const standardSignature =
  '`v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the bytes that the signing secret encodes in base64 after `whsec_`. While a secret is being rotated there are two, separated by a space; accept either.'
const standard =
  'One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.'

function printWebhook(event: WebhookEvent | 'webhook.test', body: z.ZodType, printer: SchemaPrinter) {
  return {
    post: {
      operationId: event,
      tags: ['Events and webhooks'],
      summary: `Sent to your endpoint when ${happenings[event]}`,
      description: `Delivered at least once and in any order: the same delivery id may arrive again. Respond with 2xx within ${WEBHOOK_TIMEOUT_MS / 1_000} seconds. See [webhooks](/docs/guides/webhooks).`,
      security: [],
      parameters: [
        header('X-Webhook-Signature', signature, `t=1772355600,v1=${'5f'.repeat(32)}`),
        header('X-Webhook-Event', 'Name of the event, equal to `type` in the body.', event),
        header(
          'X-Webhook-Delivery-Id',
          'Id of the delivery, the same in every attempt.',
          '5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11',
        ),
        header(
          'webhook-id',
          `Id of the event, the same in every attempt. ${standard}`,
          '9f1c2a54-6a0e-4a51-9d6e-0a8b3c1d2e4f',
          false,
        ),
        header('webhook-timestamp', `Time of the attempt in Unix seconds. ${standard}`, '1772355600', false),
        header('webhook-signature', `${standardSignature} ${standard}`, `v1,${'X'.repeat(43)}=`, false),
      ],
      requestBody: {
        required: true,
        description: 'The event. Verify the signature over these bytes before you parse them.',
        content: {
          'application/json': { schema: printer.print(body, 'output'), example: webhookExamples[event] },
        },
      },
      responses: {
        '2XX': { description: 'Received.' },
        default: {
          description: `Not received: it is sent again later, ${WEBHOOK_MAX_ATTEMPTS} times in all. \`webhook.test\` is not.`,
        },
      },
    },
  }
}
