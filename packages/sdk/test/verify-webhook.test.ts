import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verifyWebhook } from '../src/index.ts'

interface Vector {
  name: string
  secrets: string[]
  timestamp: number
  body: string
  header: string
}

const file = new URL('../../../openapi/webhook-signatures.json', import.meta.url)
const vectors: Vector[] = JSON.parse(readFileSync(file, 'utf8'))
const [vector] = vectors as [Vector]

const verify = ({ secrets, timestamp, body, header }: Vector, changes = {}) =>
  verifyWebhook({
    payload: body,
    header,
    secret: secrets[0]!,
    now: new Date(timestamp * 1_000),
    ...changes,
  })

test.each(vectors)(
  'a delivery of the published vectors is verified with each secret: $name',
  async (delivery) => {
    const event = JSON.parse(delivery.body)
    for (const secret of delivery.secrets) {
      await expect(verify(delivery, { secret })).resolves.toEqual(event)
    }
    await expect(verify(delivery, { payload: new TextEncoder().encode(delivery.body) })).resolves.toEqual(
      event,
    )
    await expect(verify(delivery, { secret: ['another', delivery.secrets[0]!] })).resolves.toEqual(event)
  },
)

test.each([-300, 300])(
  'a timestamp %s s from now is accepted, one second more is not (P-167)',
  async (seconds) => {
    const at = (offset: number) => ({ now: new Date((vector.timestamp + offset) * 1_000) })
    await expect(verify(vector, at(seconds))).resolves.toBeDefined()
    const refused = { code: 'timestamp_out_of_tolerance' }
    await expect(verify(vector, at(seconds + Math.sign(seconds)))).rejects.toMatchObject(refused)
    await expect(verify(vector, { ...at(seconds), toleranceSeconds: 299 })).rejects.toMatchObject(refused)
    await expect(verify(vector, { toleranceSeconds: Number.NaN })).rejects.toMatchObject(refused)
  },
)

const hex = vector.header.split('v1=')[1]!

test.each([
  ['another secret', { secret: 'whsec_another' }],
  ['a changed body', { payload: vector.body.replace('Baker', 'Cook') }],
  ['a body that was parsed and printed again', { payload: JSON.stringify(JSON.parse(vector.body), null, 2) }],
  ['another timestamp', { header: `t=${vector.timestamp + 1},v1=${hex}` }],
  [
    'a changed signature',
    { header: `t=${vector.timestamp},v1=${hex.replace(/^./, (c) => (c === '0' ? '1' : '0'))}` },
  ],
])('%s: no_matching_signature', async (_, changes) => {
  await expect(verify(vector, changes)).rejects.toMatchObject({ code: 'no_matching_signature' })
})

test.each([
  ['', null],
  ['no header', undefined],
  ['no signature', `t=${vector.timestamp}`],
  ['no timestamp', `v1=${hex}`],
  ['two timestamps', `t=1,t=${vector.timestamp},v1=${hex}`],
  ['an empty signature', `t=${vector.timestamp},v1=`],
  ['a short signature', `t=${vector.timestamp},v1=${hex.slice(2)}`],
  ['another scheme', `t=${vector.timestamp},v0=${hex}`],
  ['a timestamp that is no number', `t=1e9,v1=${hex}`],
  ['a thousand signatures', `t=${vector.timestamp}${`,v1=${hex}`.repeat(1_000)}`],
])('%s: malformed_header', async (_, header) => {
  await expect(verify(vector, { header })).rejects.toMatchObject({ code: 'malformed_header' })
})

test('one valid signature among several is enough', async () => {
  const wrong = hex.replace(/./g, '0')
  const header = `t=${vector.timestamp},v1=${wrong},v1=${hex},v1=${wrong}`
  await expect(verify(vector, { header })).resolves.toBeDefined()
})

test('an empty secret is a TypeError: an unset variable verifies nothing', async () => {
  await expect(verify(vector, { secret: '' })).rejects.toBeInstanceOf(TypeError)
  await expect(verify(vector, { secret: [] })).rejects.toBeInstanceOf(TypeError)
})
