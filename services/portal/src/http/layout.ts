import { join } from 'node:path'
import { dialog, notice, type Tone } from '@jobboard/html/blocks'
import { type Child, type Html, html } from '@jobboard/html/html'
import { type IconName, icon } from '@jobboard/html/icon'
import { addAssets, assetUrl } from '@jobboard/html/static'
import { locale } from '@jobboard/html/values'

const SITE = 'Job board'

addAssets(join(import.meta.dirname, '../assets'), 'portal.css', ['frame', 'pages', 'media'])

/** A link of the main navigation. */
export interface NavigationLink {
  href: string
  label: string
  icon: IconName
  current: boolean
}

/** What every page shows around its own content. Without a person it is a narrow page, for signing in. */
export interface LayoutView {
  title: string
  theme: 'light' | 'dark' | 'auto'
  /** IANA name of the reader's zone. */
  zone: string
  person?: { name: string; role: string; employer?: string; inSandbox?: boolean; canLeave?: boolean }
  navigation: readonly NavigationLink[]
  notice?: { tone: Tone; text: string }
  /** Of whom the page is: the script compares it with that of the browser now. */
  session?: string
  /** For the forms of the layout: sign-out and theme. */
  csrf: string
  body: Child
  /** Rows of tables of one line each. */
  isCompact?: boolean
  scripts?: readonly string[]
  missing?: readonly string[]
  /** The content takes the whole width: boards. */
  wide?: boolean
}

export function layout(view: LayoutView): Html {
  const { title, theme, zone, person } = view
  return html`<html lang="en" data-bs-theme=${theme === 'dark' ? 'dark' : 'light'} data-theme=${theme} data-zone=${zone} data-session=${view.session} data-locale=${locale} data-copied="Copied">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content=${theme === 'auto' ? 'light dark' : theme} />
      <title>${`${title} · ${person?.inSandbox ? 'Sandbox' : SITE}`}</title>
      <link rel="icon" type="image/svg+xml" href=${assetUrl('favicon.svg')} />
      <link rel="stylesheet" href=${assetUrl('bootstrap.min.css')} />
      <link rel="stylesheet" href=${assetUrl('html.css')} />
      <link rel="stylesheet" href=${assetUrl('portal.css')} />
      <script src=${assetUrl('theme.js')}></script>
      ${['portal.js', ...(person ? ['find.js'] : []), ...(view.scripts ?? [])].map((name) => html`<script type="module" src=${assetUrl(name)}></script>`)}
    </head>
    <body class=${['jb-body', !person && 'jb-body-narrow', view.isCompact && 'jb-compact'].filter(Boolean).join(' ')}>
      <a class="visually-hidden-focusable position-absolute top-0 start-0 m-2 px-3 py-2 rounded bg-body" href="#main">Skip to the content</a>
      ${person ? [phoneBar(view), sidebar(view)] : html`<header class="jb-brand-line">${brand()}</header>`}
      <main id="main" tabindex="-1" class=${view.wide ? 'jb-main jb-main-wide' : 'jb-main'}>
        ${person?.inSandbox && sandboxBand(view)}
        ${view.missing?.length ? notice({ tone: 'warning', body: `${view.missing.join(', ')} did not answer, so a part of this page is missing. The rest works.` }) : null}
        ${view.notice && html`<div data-announce="">${notice({ tone: view.notice.tone, body: view.notice.text })}</div>`}
        ${view.body}
      </main>
      <div id="announce" role="status" class="visually-hidden"></div>
      ${person && findBox()}
    </body>
  </html>`
}

/** On every page of the sandbox, printed too. */
function sandboxBand({ csrf, person }: LayoutView): Html {
  return html`<div class="alert alert-warning hstack flex-wrap gap-2 justify-content-between mb-0 py-2">
    <span><strong>Sandbox.</strong> Nothing here is live: invented candidates, credits that cost nothing.</span>
    ${
      person?.canLeave &&
      html`<form method="post" action="/sandbox/leave">
      <input type="hidden" name="csrf" value=${csrf} />
      <button class="btn btn-secondary">Leave the sandbox</button>
    </form>`
    }
  </div>`
}

function sidebar(view: LayoutView): Html {
  return html`<div class="jb-sidebar d-print-none">
    <header class="vstack gap-3">${brand()}${findLink()}</header>
    ${links(view.navigation)}
    <footer>${account(view)}</footer>
  </div>`
}

/** The same on a phone, behind a summary that opens without script. */
function phoneBar(view: LayoutView): Html {
  return html`<div class="jb-phone d-print-none">
    ${findLink()}
    <details>
      <summary>${brand()}<span class="hstack gap-2 text-body-secondary">${icon('menu')}<span>Menu</span></span></summary>
      <div class="vstack gap-3 px-2 pb-3">${links(view.navigation)}${account(view)}</div>
    </details>
  </div>`
}

function brand(): Html {
  return html`<span class="hstack gap-2 fw-semibold"><span class="jb-brand-mark">${icon('jobs')}</span><span>${SITE}</span></span>`
}

function links(navigation: readonly NavigationLink[]): Html {
  return html`<nav class="jb-navigation" aria-label="Main">
    <ul class="nav nav-pills flex-column">
      ${navigation.map(({ href, label, icon: name, current }) => {
        return html`<li>
          <a class=${current ? 'nav-link active' : 'nav-link'} href=${href} aria-current=${current ? 'page' : undefined}>
            ${icon(name)}<span>${label}</span>
          </a>
        </li>`
      })}
    </ul>
  </nav>`
}

function account({ person, theme, csrf, zone }: LayoutView): Html {
  return html`<div class="vstack gap-2 pt-3 border-top">
    <form method="post" action="/preferences/theme" class="jb-themes">
      <input type="hidden" name="csrf" value=${csrf} />
      <fieldset>
        <legend class="visually-hidden">Theme</legend>
        ${themes.map(([name, label, image]) => {
          return html`<button name="theme" value=${name} aria-pressed=${String(theme === name)} title=${label} aria-label=${label}>${icon(image)}</button>`
        })}
      </fieldset>
    </form>
    <noscript><p class="text-body-secondary">Times are in the zone ${zone}.</p></noscript>
    <div class="hstack gap-2 justify-content-between">
      <div class="vstack small overflow-hidden">
        <span class="fw-semibold text-truncate" dir="auto">${person?.name}</span>
        <span class="text-body-secondary text-truncate" dir="auto">${[person?.role, person?.employer].filter(Boolean).join(' · ')}</span>
      </div>
      <form method="post" action="/sign-out">
        <input type="hidden" name="csrf" value=${csrf} />
        <button class="jb-plain" title="Sign out" aria-label="Sign out">${icon('signOut')}</button>
      </form>
    </div>
  </div>`
}

const themes = [
  ['light', 'Light', 'sun'],
  ['dark', 'Dark', 'moon'],
  ['auto', 'Same as the device', 'auto'],
] as const

const MAX_LENGTH = 200

/** Opens the box; without script it leads to the page that finds the same. */
export function findLink(): Html {
  return html`<a class="jb-find" href="/find" data-dialog="find" aria-keyshortcuts="Control+K Meta+K">${icon('search')}<span>Find</span><kbd class="d-none d-lg-inline" aria-hidden="true">Ctrl K</kbd></a>`
}

/** The box: what is typed finds jobs, applications and pages (`find.js`). */
export function findBox(): Html {
  return dialog({
    id: 'find',
    title: 'Find',
    body: html`<form class="vstack gap-2" method="get" action="/find" role="search">
      <input class="form-control" type="text" name="q" maxlength=${MAX_LENGTH} autocomplete="off" spellcheck="false" placeholder="Job, candidate or page"
        role="combobox" aria-label="Job, candidate or page" aria-autocomplete="list" aria-haspopup="listbox" aria-controls="find-list" aria-expanded="false" />
      <div id="find-list" class="jb-find-list" role="listbox" aria-label="Found"></div>
      <p class="small text-body-secondary" data-find-said="">Arrow keys choose, Enter opens.</p>
    </form>`,
  })
}
