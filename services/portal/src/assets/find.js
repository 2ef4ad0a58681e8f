// The box that finds jobs, applications and pages. Without this script its link leads to a page that does the same.
import { announce, leaveEndedSession, readPage } from './portal.js'

const PAUSE_MS = 200
const dialog = document.getElementById('find')
const input = dialog.querySelector('[role=combobox]')
const list = document.getElementById('find-list')
const said = dialog.querySelector('[data-find-said]')
let timer
let asking
/** What the list is for. */
let answered = ''

const options = () => [...list.querySelectorAll('[role=option]')]
const chosen = () => list.querySelector('[aria-selected=true]')

function choose(option) {
  chosen()?.setAttribute('aria-selected', 'false')
  option?.setAttribute('aria-selected', 'true')
  option?.scrollIntoView({ block: 'nearest' })
  if (option) input.setAttribute('aria-activedescendant', option.id)
  else input.removeAttribute('aria-activedescendant')
}

function show(found, text) {
  list.replaceChildren(...found)
  input.setAttribute('aria-expanded', String(options().length > 0))
  choose(options()[0])
  said.textContent = text
  announce(text)
}

async function ask() {
  asking?.abort()
  asking = new AbortController()
  const { signal } = asking
  const { value } = input
  try {
    const address = `/find/list?q=${encodeURIComponent(value)}`
    const response = await fetch(address, { signal, headers: { accept: 'text/html' } })
    if (response.redirected && (await leaveEndedSession())) return
    if (response.status === 429) return show([], 'Too many requests: wait a minute.')
    const page = await readPage(response)
    const found = page.querySelector('[data-options]')
    answered = value
    if (!found) return show([], 'Nothing could be looked up. Press Enter for the page.')
    show([...found.children], page.querySelector('[data-said]').textContent)
  } catch {
    if (!signal.aborted) show([], 'Nothing could be looked up. Press Enter for the page.')
  }
}

input.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(ask, PAUSE_MS)
})

input.addEventListener('keydown', (event) => {
  const all = options()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step && all.length > 0) {
    event.preventDefault()
    const at = all.indexOf(chosen())
    choose(all[(at + step + all.length) % all.length])
  }
  // What is shown may be older than what is typed: then Enter leads to the page.
  if (event.key === 'Enter' && chosen() && input.value === answered && !event.isComposing) {
    event.preventDefault()
    chosen().click()
  }
})

list.addEventListener('pointermove', ({ target }) => {
  const option = target.closest('[role=option]')
  if (option && option !== chosen()) choose(option)
})

dialog.addEventListener('jb-open', () => {
  input.value = ''
  ask()
  // The dialog is shown after this event.
  queueMicrotask(() => input.focus())
})

document.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  if (event.key.toLowerCase() !== 'k') return
  event.preventDefault()
  if (dialog.open) return dialog.close()
  // Above another dialog it would open twice as deep.
  if (document.querySelector('dialog[open]')) return
  document.querySelector('[data-dialog=find]').click()
})
