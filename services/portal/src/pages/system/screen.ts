import { tabs } from '../../html/blocks.ts'
import { number } from '../../html/values.ts'
import type { View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { screen } from '../../kit/screen.ts'

const root = '/staff/system'
const views = {
  [root]: 'Services',
  [`${root}/streams`]: 'Streams',
  [`${root}/search`]: 'Search index',
  [`${root}/repair`]: 'Resync and replay',
}

export const readOnly = 'Operators can start these.'

/** A page about the system, with the views of it above. */
export function systemScreen(
  visit: Visit,
  current: '' | '/streams' | '/search' | '/repair',
  shown: Omit<Parameters<typeof screen>[1], 'heading' | 'tabs'>,
): View {
  return screen(visit, {
    ...shown,
    heading: 'System',
    tabs: tabs('Views of the system', views, root + current),
  })
}

/** A gauge, or a dash where nothing reports it. */
export function gauge(value: number | undefined): string {
  return value === undefined ? '–' : number(Math.round(value))
}

/** Whole seconds, or a dash. */
export function secondsOf(value: number | undefined): string {
  return value === undefined ? '–' : `${gauge(value)} s`
}
