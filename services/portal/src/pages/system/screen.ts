import { tabs } from '../../html/blocks.ts'
import { number } from '../../html/values.ts'
import type { View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { screen } from '../../kit/screen.ts'

const views = {
  services: ['Services', '/staff/system'],
  streams: ['Streams', '/staff/system/streams'],
  search: ['Search index', '/staff/system/search'],
  repair: ['Resync and replay', '/staff/system/repair'],
} as const

export const readOnly = 'Operators can start these.'

/** A page about the system, with the views of it above. */
export function systemScreen(
  visit: Visit,
  current: keyof typeof views,
  shown: Omit<Parameters<typeof screen>[1], 'heading' | 'tabs'>,
): View {
  const items = Object.entries(views).map(([name, [label, href]]) => {
    return { href, label, current: name === current }
  })
  return screen(visit, { ...shown, heading: 'System', tabs: tabs(items, 'Views of the system') })
}

/** A gauge, or a dash where nothing reports it. */
export function gauge(value: number | undefined): string {
  return value === undefined ? '–' : number(Math.round(value))
}

/** Whole seconds, or a dash. */
export function secondsOf(value: number | undefined): string {
  return value === undefined ? '–' : `${number(Math.round(value))} s`
}
