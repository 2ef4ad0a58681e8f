import { dialog } from '@jobboard/html/blocks'
import { button } from '@jobboard/html/form'
import { type Html, html } from '@jobboard/html/html'
import { icon } from '@jobboard/html/icon'
import type { Visit } from '../../http/page.ts'
import { acts, path } from './bulk.ts'
import { movers } from './card.ts'

const keys = { J: 'Next application', K: 'Previous application', '?': 'This help' }
const keysOfMovers = {
  X: 'Choose it; with Shift all up to it',
  Esc: 'Choose none',
  M: 'Move',
  R: 'Reject',
  T: 'Tag',
  N: 'Note',
  U: 'Undo the last move, for 10 seconds',
}

/** What stands below a list or a board, whose applications have a `chooser`: the buttons that change the chosen ones, a
 * dialog for the script, and the undo. */
export function bulkBar({ csrf, person }: Visit, back: string): Html {
  const isMover = movers.includes(person.role)
  return html`<div class="jb-bulk d-print-none">
    ${
      isMover && [
        html`<form id="bulk" method="get" action=${path} class="jb-chosen card flex-row flex-wrap gap-2 align-items-center px-3 py-2" aria-label="Chosen applications">
          <input type="hidden" name="back" value=${back} />
          <span class="fw-semibold" data-chosen="">Chosen applications</span>
          ${Object.entries(acts).map(([value, { label, icon: image }]) => button({ label, icon: image, tone: 'secondary', name: 'do', value }))}
        </form>`,
        html`<form id="undo" class="jb-undo alert alert-info hstack gap-3" hidden=${true} method="post" action=${path}>
          <input type="hidden" name="csrf" value=${csrf} />
          <span data-text=""></span>${button({ label: 'Undo', icon: 'rotate', tone: 'secondary' })}
        </form>`,
        dialog({
          id: 'bulk-dialog',
          title: 'Change applications',
          body: html`<div data-part="" class="vstack gap-4"></div>`,
        }),
      ]
    }
    ${dialog({
      id: 'shortcuts',
      title: 'Shortcuts',
      body: html`<div class="vstack gap-3">
        <dl class="jb-keys">${Object.entries({ ...keys, ...(isMover && keysOfMovers) }).map(([key, what]) => [html`<dt><kbd>${key}</kbd></dt>`, html`<dd>${what}</dd>`])}</dl>
        <label class="d-flex gap-2"><input class="form-check-input" type="checkbox" data-shortcuts="" checked=${true} /><span>Use shortcuts in this browser</span></label>
      </div>`,
    })}
  </div>`
}

/** Opens the help; there are no shortcuts without script. */
export function shortcutsButton(): Html {
  return html`<button type="button" class="btn btn-secondary jb-only-script" data-dialog="shortcuts" aria-keyshortcuts="?">${icon('question')}<span>Shortcuts</span></button>`
}
