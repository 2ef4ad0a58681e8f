import nodemailer from 'nodemailer'

/** A plain-text mail. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends a mail over SMTP, one connection each. Throws SendFailed. */
export type SendMail = (mail: Mail) => Promise<void>

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

/** Opens the mailer of a server. `from` is the sender of every mail. A server that is silent for 10 s has failed. */
export function openMailer(smtpUrl: string, from: string): SendMail {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return async (mail) => {
    const headers = { 'auto-submitted': 'auto-generated' }
    await transport
      .sendMail({ from, ...mail, headers, disableFileAccess: true, disableUrlAccess: true })
      .catch((error: { code?: string; name: string; responseCode?: number }) => {
        throw new SendFailed(error.code ?? error.name, error.responseCode)
      })
  }
}
