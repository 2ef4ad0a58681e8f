import { randomUUID } from 'node:crypto'

const CSRF = /name="csrf" value="([^"]+)"/

/** Signs a person in to a portal by a one-time link. Returns the cookies of the session, as a request has them. */
export async function signInByLink(link: string): Promise<string> {
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
