import type { Bus } from '@jobboard/events/nats/bus'
import type { z } from 'zod'

/** Hears what other gateways say on a subject. Whatever is not of this shape is passed over: a stranger on NATS can spoil
 * no count and end no process. */
export function hear<Shape extends z.ZodType>(
  nc: Bus['nc'],
  subject: string,
  shape: Shape,
  callback: (told: z.output<Shape>) => void,
): void {
  nc.subscribe(subject, {
    callback: (error, message) => {
      if (error) return
      const told = shape.safeParse(parse(message.string()))
      if (told.success) callback(told.data)
    },
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
