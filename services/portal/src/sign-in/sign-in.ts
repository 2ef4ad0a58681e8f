import type { SendMail } from '@jobboard/process/mailer'
import type { PortalDeps } from '../env.ts'
import type { SignInCounters } from './counters.ts'
import type { Queue } from './mail/mail.ts'
import type { Provider } from './oidc/provider.ts'

/** What the pages of the sign-in work with. */
export interface SignIn {
  deps: PortalDeps
  counters: SignInCounters
  /** Undefined without SMTP_URL: nobody signs in by mail. */
  sendMail: SendMail | undefined
  queue: Queue
  /** Undefined without OIDC_ISSUER. */
  provider: Provider | undefined
}

const MAX_NEXT = 500

/** A path of this portal to open after the sign-in; `/` for anything else, such as another site, an own page of the sign-in,
 * or a path that a browser reads as an address. */
export function nextOf(path: string | undefined): string {
  if (path === undefined || path.length > MAX_NEXT || !path.startsWith('/')) return '/'
  const url = URL.parse(path, 'http://portal.invalid')
  if (url?.origin !== 'http://portal.invalid') return '/'
  const own = url.pathname + url.search
  const isSignIn = url.pathname === '/sign-in' || url.pathname.startsWith('/sign-in/')
  return own.length > MAX_NEXT || own.startsWith('//') || isSignIn ? '/' : own
}
