import { readFileSync } from 'node:fs'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** The recipes of the README as files, by name. */
export function readRecipes(): Record<string, string> {
  const blocks = readme.matchAll(/^```ts recipe (\w+)\n(.*?)^```$/gms)
  return Object.fromEntries([...blocks].map(([, name, text]) => [`${name}.ts`, text!]))
}

/** Runs the webhook recipe with a valid and a changed delivery and prints the statuses of its responses. */
export const runWebhookRecipe = `
import { receive } from './webhooks.js'

const body = process.env.WEBHOOK_BODY!
for (const text of [body, body.replace('Baker', 'Cook')]) {
  const headers = { 'x-webhook-signature': process.env.WEBHOOK_HEADER! }
  const response = await receive(new Request('http://receiver.test/', { method: 'POST', headers, body: text }))
  console.log(response.status)
}
`

/** Uses every class and type that the package exports in one expression each, so that all declarations are checked. */
export const useTypes = `
import { createClient, type RequestBody, type ResponseBody, type WebhookEvent } from '@jobboard/sdk'

const client = createClient({ apiKey: 'pk_live_x', baseUrl: 'http://127.0.0.1' })
export const draft: RequestBody<'create-job'> = { title: 'Baker' }
export const job: Promise<ResponseBody<'create-job'>> = client.jobs.create(draft)
export const title = async (): Promise<string> => (await client.jobs.get(1)).title
export const typed = (event: WebhookEvent): number | undefined =>
  event.type === 'job.expired' ? event.data.jobPostId : undefined
// @ts-expect-error a job needs a title
client.jobs.create({})
// @ts-expect-error no such query parameter
client.jobs.list({ state: 'Active' })
// @ts-expect-error a path parameter is missing
client.call('get-job', {})
// @ts-expect-error no such field
job.then(({ salary }) => salary)
`
