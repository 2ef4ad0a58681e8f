import {
  baseEnv,
  mailsForSignUp,
  mailVariables,
  originUrl,
  sandboxEnv,
} from '@jobboard/service/lifecycle/env'
import { z } from 'zod'

/** The environment of the accounts service. */
export const accountsEnv = baseEnv
  .extend({
    AUDIT_RETENTION_DAYS: z.coerce.number().int().min(30).max(3_650).default(400),
    ...sandboxEnv,
    /** Where people open the portal; links begin with it. */
    PORTAL_BASE_URL: originUrl('http://127.0.0.1:8082'),
    /** Of the mails to users. */
    SMTP_URL: mailVariables.SMTP_URL,
    MAIL_FROM: mailVariables.MAIL_FROM.transform((address) => address ?? 'portal@jobboard.example'),
  })
  .refine(...mailsForSignUp)
export type AccountsEnv = z.output<typeof accountsEnv>
