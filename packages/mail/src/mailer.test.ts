import { eventually } from '@jobboard/testkit/eventually'
import { startMailServer } from '@jobboard/testkit/mail-server'
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
