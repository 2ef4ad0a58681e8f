import type { SignatureCheck } from './signature.ts'

/** A webhook as it arrived, and what it got. */
export interface Arrival {
  receivedAt: Date
  /** The parsed body; undefined when it is not an event. */
  event: { id: string; type: string; timestamp: string; data: Record<string, unknown> } | undefined
  deliveryId: string | undefined
  /** How often this delivery has arrived, with this time. */
  attempt: number
  signature: SignatureCheck
  /** Null when the receiver hangs. */
  status: number | null
  delaySeconds: number
}

/** One line for people. */
export function eventLine(arrival: Arrival): string {
  const { receivedAt, event, attempt, signature } = arrival
  const time = receivedAt.toISOString().slice(11, 19)
  if (!event) return `${time} not a webhook of the job board -> ${responseText(arrival)}`
  const data = Object.entries(event.data).map(([name, value]) => `${name}=${shown(value)}`)
  const notes = [`event ${shown(event.id)}`, signatureText(signature)]
  if (attempt > 1) notes.push(`attempt ${attempt}`)
  return [time, shown(event.type), ...data, `(${notes.join(', ')})`, '->', responseText(arrival)].join(' ')
}

/** One line of JSON for programs. */
export function eventJson({ receivedAt, event, deliveryId, attempt, signature, status }: Arrival): string {
  const { result, ...clock } = signature
  return JSON.stringify({ receivedAt, event, deliveryId, attempt, signature: result, ...clock, status })
}

// Quoted when it is more than a word: a title may hold characters that move the cursor of a terminal.
function shown(value: unknown): string {
  const text = String(value)
  if (/^[\w.:+-]+$/.test(text)) return text
  return JSON.stringify(text).replace(
    /\p{Cc}|\p{Cf}/gu,
    (mark) => `\\u{${mark.codePointAt(0)!.toString(16)}}`,
  )
}

function signatureText(signature: SignatureCheck): string {
  switch (signature.result) {
    case 'ok':
      return 'signature ok'
    case 'missing':
      return 'SIGNATURE MISSING'
    case 'wrong':
      return 'SIGNATURE WRONG: not signed with this secret, or the body was changed on the way'
    case 'not checked':
      return 'signature not checked: no --secret'
    case 'clock':
      return `signature ok, but its time is ${Math.abs(signature.aheadSeconds)} s ${
        signature.aheadSeconds > 0 ? 'ahead of' : 'behind'
      } this machine: a receiver must refuse it (was the test clock moved?)`
  }
}

function responseText({ status, delaySeconds }: Arrival): string {
  if (status === null) return 'no response'
  return delaySeconds > 0 ? `${status} after ${delaySeconds} s` : String(status)
}
