// What was moved is moved back, for ten seconds; an application that somebody has moved meanwhile stays as it is.
import { announce, readPage } from './portal.js'

const form = document.getElementById('undo')
const UNDO_MS = 10_000
const KEY = 'undo'
let moved = []
let timer
let again = () => {}

/** Offers to move these back: `{id, from: its status now, status: the one before, reason}`. `isLater`: on the page that is loaded
 * next. */
export function offerUndo(text, changes, isLater) {
  if (changes.length === 0) return
  if (isLater) return sessionStorage.setItem(KEY, JSON.stringify({ text, changes, at: Date.now() }))
  moved = changes
  say(text)
  form.querySelector('button').hidden = false
  announce(`${text} Press U to undo it.`)
}

/** Offers what the page before has left; `afterwards` shows the applications as they are then. */
export function resumeUndo(afterwards) {
  again = afterwards
  const { text, changes, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  sessionStorage.removeItem(KEY)
  if (changes && Date.now() - at < UNDO_MS) offerUndo(text, changes)
}

function say(text) {
  form.hidden = false
  form.querySelector('[data-text]').textContent = text
  clearTimeout(timer)
  timer = setTimeout(hide, UNDO_MS)
}

// Whoever is at it has the time that it takes.
function hide() {
  if (form.matches(':hover') || form.contains(document.activeElement)) timer = setTimeout(hide, UNDO_MS)
  else form.hidden = true
}

/** One request for those that were moved from the same status for the same reason. */
export async function undo() {
  if (!form || form.hidden || moved.length === 0) return
  const groups = Map.groupBy(moved, ({ from, status, reason }) => JSON.stringify([from, status, reason]))
  moved = []
  form.querySelector('button').hidden = true
  const results = []
  for (const changes of groups.values()) results.push(...(await moveBack(changes)))
  const back = results.filter(({ ok }) => ok).length
  const left = results.length - back
  const parts = [
    back > 0 && `${back === 1 ? '1 application is' : `${back} applications are`} back.`,
    left > 0 &&
      `${left} stayed as ${left === 1 ? 'it is' : 'they are'}, because somebody moved ${left === 1 ? 'it' : 'them'} meanwhile or the reason is no longer in the list.`,
  ]
  const text =
    results.length === 0 ? 'It was not undone: there is no response.' : parts.filter(Boolean).join(' ')
  say(text)
  announce(text)
  await again()
}

async function moveBack(changes) {
  const [{ from, status, reason }] = changes
  const { code = '', text = '' } = JSON.parse(reason || '{}')
  const move = { from, status, reason: code, reasonText: text ?? '' }
  const fields = { do: 'move', as: 'card', confirmed: 'yes', operation: newOperation(), ...move }
  const body = new URLSearchParams(new FormData(form))
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  for (const { id } of changes) body.append('ids', id)
  const response = await post(form.action, body)
  const page = await readPage(response)
  return JSON.parse(page.querySelector('[data-items]')?.dataset.items ?? '[]')
}

/** An id for an operation; `crypto.randomUUID` is missing where a page is neither https nor loopback. */
export const newOperation = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('')

const TRIES = 5

/** Sends a form. While nobody knows whether it was done, it is sent again: it acts once. Undefined without a response. */
export async function post(action, body) {
  const init = { method: 'POST', body, headers: { accept: 'text/html' } }
  let response
  for (let n = 0; n < TRIES && (response?.status ?? 503) === 503; n++)
    response = await fetch(action, init).catch(() => undefined)
  return response
}

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void undo()
})
