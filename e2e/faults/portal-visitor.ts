import { randomUUID } from 'node:crypto'
import type { Client } from '@jobboard/testkit/client'

export type PortalVisitor = Awaited<ReturnType<typeof signIn>>

const TIMEOUT_MS = 20_000

/** Signs an EmployerAdmin of the employer in, by a one-time link. */
export async function signIn(admin: Client, portalUrl: string, employerId: number, jobId: number) {
  const created = async (path: string, body: unknown) => {
    const response = await admin.post(`/admin/v1/employers/${employerId}/${path}`, body)
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`)
    return response.body
  }
  const email = `${randomUUID()}@people.example`
  const { id: userId } = await created('users', { name: 'Ada Admin', email, role: 'EmployerAdmin' })
  const { url } = await created('portal-links', { userId })
  const cookie = await signInByLink(url)
  const job = `/jobs/${jobId}`
  const pages = [
    ...['/', '/jobs', job, `${job}/board`, '/search'],
    ...['/keys', '/credits', '/users', '/webhooks', '/events'],
  ]
  let turn = 0
  return {
    /** The next page, and its status, read once. */
    next() {
      const path = pages[turn++ % pages.length]!
      return { path: path.replace(String(jobId), '{id}'), status: () => statusOf(portalUrl + path, cookie) }
    },
  }
}

async function statusOf(url: string, cookie: string): Promise<number | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { redirect: 'manual', headers: { cookie }, signal }).catch(
    () => undefined,
  )
  await response?.body?.cancel()
  return response?.status
}

const CSRF = /name="csrf" value="([^"]+)"/

/** Signs a person in to a portal by a one-time link. Returns the cookies of the session, as a request has them. */
async function signInByLink(link: string): Promise<string> {
  const form = await fetch(link)
  const csrf = CSRF.exec(await form.text())?.[1]
  if (!csrf) throw new Error(`the portal shows no form for a sign-in link: ${form.status}`)
  const signedIn = await fetch(link, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(form), origin: new URL(link).origin },
    body: new URLSearchParams({ csrf, operation: randomUUID() }),
  })
  if (signedIn.status !== 303) throw new Error(`the sign-in returned ${signedIn.status}`)
  return cookiesOf(form, signedIn)
}

/** A later cookie takes the place of an earlier one of its name. */
function cookiesOf(...responses: Response[]): string {
  const pairs = responses.flatMap(({ headers }) => headers.getSetCookie()).map((one) => one.split(';')[0]!)
  return [...new Map(pairs.map((pair) => [pair.split('=')[0], pair])).values()].join('; ')
}
