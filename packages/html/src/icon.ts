import { type Html, html } from './html.ts'
import { assetUrl } from './static.ts'

/** The symbols of `assets/icons.svg`. */
export const iconNames = [
  ...['home', 'jobs', 'board', 'search', 'key', 'webhook', 'credits', 'users', 'user', 'event', 'code'],
  ...['review', 'employer', 'candidate', 'delivery', 'deadLetter', 'audit', 'system', 'plus', 'check'],
  ...['cross', 'copy', 'refresh', 'trash', 'edit', 'lock', 'unlock', 'mail', 'phone', 'clock', 'tag'],
  ...['note', 'star', 'info', 'success', 'warning', 'danger', 'previous', 'next', 'down', 'menu', 'more'],
  ...['external', 'signOut', 'sun', 'moon', 'auto', 'ai', 'settings', 'download', 'play', 'pause'],
  ...['filter', 'link', 'rotate', 'move', 'question', 'up'],
] as const

export type IconName = (typeof iconNames)[number]

/** An icon in the colour and size of the text beside it; screen readers skip it. */
export function icon(name: IconName): Html {
  return html`<svg class="jb-icon" aria-hidden="true"><use href=${`${assetUrl('icons.svg')}#${name}`} /></svg>`
}
