import { pageHead, tabs } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { number } from '../../html/values.ts'
import { texts } from './texts.ts'

const views = {
  services: '/staff/system',
  streams: '/staff/system/streams',
  search: '/staff/system/search',
  repair: '/staff/system/repair',
} as const
export type SystemView = keyof typeof views

/** The head of every page about the system. */
export function systemHead(current: SystemView, lead: string): Html {
  return html`<div>
    ${pageHead({ title: texts.title, lead })}
    ${tabs(
      Object.entries(views).map(([name, href]) => ({
        href,
        label: texts.tabs[name as SystemView],
        current: name === current,
      })),
      texts.views,
    )}
  </div>`
}

/** A gauge, or a dash where nothing reports it. */
export function gauge(value: number | undefined): string {
  return value === undefined ? texts.unknown : number(Math.round(value))
}

/** Whole seconds, or a dash. */
export function secondsOf(value: number | undefined): string {
  return value === undefined ? texts.unknown : texts.seconds(number(Math.round(value)))
}
