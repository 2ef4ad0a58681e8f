import { randomUUID } from 'node:crypto'
import type { Client } from '@jobboard/testkit/client'
import type { System } from './fault.ts'

/** A person who is signed in to the portal. */
export interface PortalVisitor {
  /** The next page, and its status, read once; undefined for a page that shows what its service does not have. */
  next(): { path: string; status(): Promise<number | undefined> } | undefined
}

const CSRF = /name="csrf" value="([^"]+)"/
const TIMEOUT_MS = 20_000

/** Signs an EmployerAdmin of the employer in, by a one-time link. */
export async function signIn(
  admin: Client,
  portal: NonNullable<System['portal']>,
  employerId: number,
  jobId: number,
): Promise<PortalVisitor> {
  const created = async (path: string, body: unknown) => {
    const response = await admin.post(`/admin/v1/employers/${employerId}/${path}`, body)
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`)
    return response.body
  }
  const email = `${randomUUID()}@people.example`
  const { id: userId } = await created('users', { name: 'Ada Admin', email, role: 'EmployerAdmin' })
  const { url } = await created('portal-links', { userId })
  const form = await fetch(url)
  const csrf = CSRF.exec(await form.text())?.[1]
  if (!csrf) throw new Error(`${portal.url} shows no form for a sign-in link: ${form.status}`)
  const signedIn = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookieOf(form), origin: portal.url },
    body: new URLSearchParams({ csrf, operation: randomUUID() }),
  })
  if (signedIn.status !== 303) throw new Error(`The sign-in returned ${signedIn.status}`)
  const cookie = cookieOf(form, signedIn)
  const pages: { path: string; needs?: string }[] = [
    ...['/', '/jobs', `/jobs/${jobId}`, '/search', '/keys', '/credits', '/users'].map((path) => ({ path })),
    { path: `/jobs/${jobId}/board`, needs: 'pipeline' },
    ...['/webhooks', '/events'].map((path) => ({ path, needs: 'webhook' })),
  ]
  let turn = 0
  return {
    next() {
      const { path, needs } = pages[turn++ % pages.length]!
      if (needs && !portal.shows(needs)) return undefined
      return { path: path.replace(String(jobId), '{id}'), status: () => statusOf(portal.url + path, cookie) }
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

/** A later cookie takes the place of an earlier one of its name. */
function cookieOf(...responses: Response[]): string {
  const pairs = responses.flatMap(({ headers }) => headers.getSetCookie()).map((one) => one.split(';')[0]!)
  return [...new Map(pairs.map((pair) => [pair.split('=')[0], pair])).values()].join('; ')
}
