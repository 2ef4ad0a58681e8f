import { dialog } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { icon } from '@jobboard/html/icon'

const MAX_LENGTH = 200

/** Opens the box; without script it leads to the page that finds the same. */
export function findLink(): Html {
  return html`<a class="jb-find" href="/find" data-dialog="find" aria-keyshortcuts="Control+K Meta+K">${icon('search')}<span>Find</span><kbd aria-hidden="true">Ctrl K</kbd></a>`
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
