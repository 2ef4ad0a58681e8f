import { type MailKind, mailKinds } from '@jobboard/contracts/employers/mails'
import { MAX_ID } from '@jobboard/contracts/limits'
import { openAuthenticator } from '@jobboard/events/nats/authenticator'

/** The mails that a link ends. */
export interface Unsubscribed {
  userId: number
  kind: MailKind
}

const MAX_TOKEN_LENGTH = 200

/** The token of the link in a mail that ends such mails: user, kind and an HMAC-SHA256 with a key derived from CALLER_SECRET.
 * It has no end and may be used again: mails are kept, and it can do nothing else. */
export function signUnsubscribe(secret: string, { userId, kind }: Unsubscribed): string {
  const payload = `${userId}-${kind}`
  return `${payload}.${signerOf(secret).sign(payload)}`
}

/** What an authentic token says; undefined for a forged one. */
export function verifyUnsubscribe(secret: string, token: string): Unsubscribed | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  const [payload = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !signerOf(secret).verify(signature, payload)) return undefined
  const [, id = '', name = ''] = /^([1-9][0-9]{0,9})-([a-z]+)$/.exec(payload) ?? []
  const kind = mailKinds.find((known) => known === name)
  return kind && Number(id) <= MAX_ID ? { userId: Number(id), kind } : undefined
}

function signerOf(secret: string) {
  return openAuthenticator(secret, 'unsubscribe')
}
