import { Readable } from 'node:stream'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { FastifyReply } from 'fastify'
import type { Taker } from './pace.ts'
import type { Download } from './page.ts'
import type { Visit } from './visit.ts'

/** Files that are sent at a time, to one employer and by this process; one person gets one. */
const MAX_PER_EMPLOYER = 4
const MAX_IN_ALL = 16
/** A file that takes longer breaks off: who stops reading keeps no place. */
const MAX_MS = 600_000
/** How often the session, the person and the role are looked at. */
const REVISIT_MS = 5_000

/** Sends files. */
export interface Downloads {
  /** Sends a file as fast as the browser takes it. Where a service fails, or `revisit` gives none because the session, the
   * person or the role is no longer that of the start, the connection breaks off, so that nobody takes the part for the
   * whole. False, and nothing sent, while as many are under way as may be. */
  send(
    reply: FastifyReply,
    taker: Taker,
    download: Download,
    visit: Visit,
    revisit: () => Promise<Visit | undefined>,
  ): boolean
}

export function openDownloads(log: Log, maxMs = MAX_MS): Downloads {
  const sending = new Set<Taker>()
  const count = (name: keyof Taker, taker: Taker) =>
    [...sending].filter((one) => one[name] === taker[name]).length
  return {
    send(reply, taker, { name, lines }, visit, revisit) {
      const isFull =
        count('person', taker) > 0 ||
        count('employer', taker) >= MAX_PER_EMPLOYER ||
        sending.size >= MAX_IN_ALL
      if (isFull) return false
      const place = { ...taker }
      sending.add(place)
      let current = visit
      let lookedAtMs = performance.now()
      const again = async () => {
        if (performance.now() - lookedAtMs < REVISIT_MS) return current
        const next = await revisit()
        if (!next) throw new Error('the session ended during a download')
        lookedAtMs = performance.now()
        current = next
        return current
      }
      const body = Readable.from(lines(again), { highWaterMark: 1 })
      body.once('error', (err) => log.warn({ err }, 'download broke off'))
      const end = setTimeout(() => body.destroy(new Error('a download took too long')), maxMs)
      reply.raw.once('close', () => {
        clearTimeout(end)
        sending.delete(place)
      })
      void reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
        })
        .send(body)
      return true
    },
  }
}
