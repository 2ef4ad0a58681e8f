import type { ResponseBody } from '../operation.ts'

/** An event, as a webhook delivers it and as the event feed lists it. New types may be added: ignore others. */
export type WebhookEvent = ResponseBody<'list-events'>['items'][number]
