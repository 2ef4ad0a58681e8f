import { domainToUnicode } from 'node:url'
import { eventually } from '@jobboard/testkit/eventually'
import { type ReceivedMail, startMailServer } from '@jobboard/testkit/mail-server'
import { expect, test } from 'vitest'
import { openMailer } from './mailer.ts'

test('a mail server that is silent for longer than the limit has failed; so has one that was aborted', async () => {
  const server = await startMailServer()
  server.behave('hang')
  const mail = { id: 'one', to: ['admin@own.example'], subject: 'Disabled', text: 'Disabled.' }
  const impatient = openMailer(server.url, 'webhooks@board.example', 200)
  await expect(impatient(mail, new AbortController().signal)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  const patient = openMailer(server.url, 'webhooks@board.example')
  const before = server.connections
  const stopping = new AbortController()
  const sending = expect(patient(mail, stopping.signal)).rejects.toThrow('mail not sent: ')
  await eventually('the next connection', async () => server.connections > before)
  stopping.abort()
  await sending
  expect(server.mails).toEqual([])
  server.drop()
  await server.stop()
})

test.each([
  'r&d@example.com',
  'a/b=c@example.com',
  "o'neil{x}|y@example.com",
  '~jobs!x#1%2?@example.com',
  'jobs@xn--80aswg.xn--p1ai',
])('%s is the only recipient, in the envelope and in the header (P-601)', async (address) => {
  const server = await startMailServer()
  const send = openMailer(server.url, 'portal@board.example')
  await send(
    { id: 'one', to: [address], subject: 'Sign in', text: 'Here.' },
    new AbortController().signal,
  ).finally(() => server.stop())
  const [{ recipients, source }] = server.mails as [ReceivedMail]
  // The test's server shows domains in Unicode.
  const [box, domain] = address.split('@') as [string, string]
  expect(recipients).toEqual([`${box}@${domainToUnicode(domain)}`])
  expect(/^To: (.*)$/m.exec(source)?.[1]).toBe(address)
})
