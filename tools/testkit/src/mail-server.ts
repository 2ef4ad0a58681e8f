import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail as the server took it. */
export interface ReceivedMail {
  recipients: string[]
  /** Headers and text, with LF line ends and without the soft line breaks of quoted-printable. */
  source: string
  messageId: string
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** Starts an SMTP server on loopback that records every mail, and takes everything until `behave` is called. */
export async function startMailServer() {
  const mails: ReceivedMail[] = []
  let behaviour: 'take' | 'hang' | 'refuse' = 'take'
  let connections = 0
  const hanging: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, callback) {
      connections++
      callback()
    },
    onRcptTo({ address }, _session, callback) {
      callback(behaviour === 'refuse' ? new Error(`550 no such user ${address}`) : undefined)
    },
    async onData(stream, { envelope }, callback) {
      // A client that went away in the middle of its message.
      const received = await buffer(stream).catch((err: Error) => err)
      if (received instanceof Error) return void callback(received)
      if (behaviour === 'hang')
        return void hanging.push(() => callback(Object.assign(new Error('gone'), { responseCode: 421 })))
      const source = received.toString().replaceAll('\r\n', '\n').replaceAll('=\n', '')
      const messageId = /^Message-ID: (.*)$/im.exec(source)?.[1] ?? ''
      mails.push({ recipients: envelope.rcptTo.map(({ address }) => address), source, messageId })
      callback()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    /** Connections since the start. */
    get connections() {
      return connections
    },
    /** `take` accepts mail, `hang` never responds to the content, `refuse` refuses every recipient. */
    behave(as: typeof behaviour) {
      behaviour = as
    },
    /** Refuses for now the mails that hang, and closes their connections. */
    drop() {
      for (const end of hanging.splice(0)) end()
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
