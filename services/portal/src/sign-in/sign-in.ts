import type { SendMail } from '@jobboard/process/mailer'
import type { PortalDeps } from '../portal-deps.ts'
import type { SignInCounters } from './counters.ts'
import type { Queue } from './mail/queue.ts'
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
