import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A mail. `id` makes its Message-ID, which stays the same when it is sent again. */
export interface Mail {
  id: string
  to: string[]
  subject: string
  text: string
  /** The same content; without it the mail is plain text. */
  html?: string
  /** Ends such mails at a POST of the mail program, without a further question (RFC 8058). */
  unsubscribeUrl?: string
}

/** Sends a mail over SMTP, one connection each. Throws SendFailed, also when `signal` aborts. */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>

/** Why a mail was not sent, without addresses: messages of mail servers quote them. */
class SendFailed extends Error {
  readonly code: string

  constructor(code: string, responseCode: number | undefined) {
    super(
      `mail not sent: ${code}${responseCode === undefined ? '' : `, the server responded ${responseCode}`}`,
    )
    this.code = code
  }
}

const TIMEOUT_MS = 10_000

/** Opens the mailer of a server. `from` is the sender of every mail. A server that is silent for `timeoutMs` has failed. */
export function openMailer(smtpUrl: string, from: string, timeoutMs = TIMEOUT_MS): SendMail {
  // 19 MB that a process without mails does not need.
  const nodemailer = require('nodemailer') as typeof import('nodemailer')
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  const domain = from.slice(from.lastIndexOf('@') + 1).replace('>', '')
  return async ({ id, to, subject, text, html, unsubscribeUrl }, signal) => {
    const headers = {
      'auto-submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'list-unsubscribe': `<${unsubscribeUrl}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }),
    }
    const messageId = `<${id}@${domain}>`
    await transport
      .sendMail({
        from,
        // As objects, which are not parsed: an address may have every character of an atom.
        to: to.map((address) => ({ name: '', address })),
        subject,
        text,
        ...(html !== undefined && { html }),
        messageId,
        headers,
        signal,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      .catch((error: { code?: string; name: string; responseCode?: number }) => {
        throw new SendFailed(error.code ?? error.name, error.responseCode)
      })
  }
}
