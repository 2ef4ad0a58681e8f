import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '@jobboard/testkit/eventually'
import type { Person } from '../../src/person/person.ts'
import { sharedPortalSystem } from '../support/portal-system.ts'
import type { Visitor } from '../support/visitor.ts'

/** A request as it arrived at a receiver. */
export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver on loopback; responds 200 until `respond` is called. */
export async function startReceiver() {
  const requests: Received[] = []
  let respond = (response: ServerResponse) => void response.writeHead(200).end('ok')
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    respond(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    respond(status: number, body = '') {
      respond = (response) => void response.writeHead(status, { 'content-type': 'text/html' }).end(body)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A portal in front of webhook, a receiver, and an admin of an employer. */
export async function openWebhookPages() {
  const [system, receiver] = await Promise.all([sharedPortalSystem(), startReceiver()])
  const { sql } = system.network.services.webhook.deps.db
  const admin = async () => {
    const person = await system.employerWithUser('EmployerAdmin')
    return { person, browser: await system.signedIn(person) }
  }
  return {
    system,
    receiver,
    sql,
    /** A new employer with an admin, signed in. */
    admin,
    /** Adds an endpoint by the form; returns its id and secret. */
    async add(browser: Visitor, fields: { url?: string; events?: string[] } = {}) {
      const page = await browser.open('/webhooks/new')
      const added = await browser.submit(page, '/webhooks/new', { url: receiver.url, ...fields })
      if (added.status !== 200) throw new Error(`adding an endpoint: ${added.text}`)
      const id = Number(/\/webhooks\/(\d+)"/.exec(added.$.html('main'))?.[1])
      return { id, secret: added.$('.jb-secret code').first().text(), page: added }
    },
    /** Events that happened to the employer now, in its feed, with a delivery each that is due. */
    async happen({ employerId }: Extract<Person, { kind: 'user' }>, subscriptionId: number, count: number) {
      await sql`
        with feed as (
          insert into event_feed (employer_id, last_number) values (${employerId}, ${count})
          on conflict (employer_id) do update set last_number = event_feed.last_number + ${count}
          returning last_number
        ), made as (
          insert into event (id, employer_id, type, body, occurred_at, feed_number)
          select new.id, ${employerId}, 'job.expired',
            convert_to(json_build_object('id', new.id, 'type', 'job.expired', 'data', json_build_object('jobPostId', n))::text, 'UTF8'),
            now(), last_number - ${count} + n
          from feed, (select gen_random_uuid() as id, n from generate_series(1, ${count}::integer) as n) as new
          returning id
        )
        insert into delivery (id, subscription_id, event_id, due_at, created_at)
        select gen_random_uuid(), ${subscriptionId}, id, now(), now() from made`
    },
    /** The page, once it says this. */
    says: (browser: Visitor, path: string, what: string | RegExp) =>
      eventually(`${path} says ${what}`, async () => {
        const page = await browser.open(path)
        return page.text.match(what) ? page : undefined
      }),
    subscriptions: (employerId: number) =>
      sql<{ id: number; status: string }>`
        select id, status from subscription where employer_id = ${employerId} order by id`,
    stop: receiver.stop,
  }
}
export type WebhookPages = Awaited<ReturnType<typeof openWebhookPages>>
