// The board of a job: moves by drag, by keyboard and by menu, and live changes. Every card also links to its page, where a form
// moves it without this script.
import { items, onChanged } from './bulk.js'
import { announce, leaveEndedSession, readPage } from './portal.js'
import { newOperation, offerUndo, post } from './undo.js'

const board = document.querySelector('[data-board]')
const dialog = document.getElementById('move')
const texts = JSON.parse(board.dataset.texts)
/** A part of the board, or another order: the numbers are not those of the job, and it is read again for each change. */
const isSearched = 'searched' in board.dataset
const MANY = 20
/** Cards of a column, as the server shows them; with fewer than half of them the board is read again for the others. */
const MAX_CARDS = 100

const cardOf = (id) => document.getElementById(`card-${id}`)
const columnOf = (status) => board.querySelector(`[data-column="${status}"]`)
const labelOf = (status) => columnOf(status).querySelector('h2').firstChild.textContent.trim()
const nameOf = (card) => card.querySelector('a').textContent.trim()

// ---- Numbers: always those of the service, which also counts what is not on the board ----

let counts = JSON.parse(board.dataset.counts)
/** How often the stream has given numbers. */
let counted = 0
const number = (n) => n.toLocaleString(document.documentElement.dataset.locale)

/** Shows the numbers, and below each column how many of them it has. */
function showCounts(fresh = counts) {
  counts = fresh
  let isShort = false
  for (const column of board.querySelectorAll('[data-column]')) {
    const total = counts[column.dataset.column]
    const shown = column.querySelectorAll('[data-card]').length
    const rest = column.querySelector('[data-rest]')
    column.querySelector('[data-count]').textContent = number(total)
    rest.hidden = total <= shown
    rest.firstChild.textContent = texts.rest
      .replace('{shown}', number(shown))
      .replace('{total}', number(total))
    isShort ||= shown < Math.min(total, MAX_CARDS / 2)
  }
  return isShort
}

/** Puts a card where it belongs, in place of what the board has of it; true when it had nothing. */
function place(card) {
  const old = cardOf(card.dataset.card)
  const { status } = card.dataset
  board.hidden = false
  document.querySelector('.jb-empty')?.remove()
  // A card that is read alone lacks these.
  const noted = old?.querySelector('[data-counts]')
  if (noted) card.lastElementChild.append(noted)
  if (old?.dataset.status === status) {
    old.replaceWith(card)
    return false
  }
  old?.remove()
  const list = columnOf(status).querySelector('[data-list]')
  list.prepend(card)
  while (list.children.length > MAX_CARDS && !isBusy(list.lastElementChild)) list.lastElementChild.remove()
  return !old
}

// ---- Moves ----

/** Sends a move. The board shows the application as it is then. */
async function send(form, card) {
  const id = card.dataset.card
  const countedBefore = counted
  const response = await post(`/applications/${id}/status`, new URLSearchParams(new FormData(form)))
  if (!response || ![200, 409, 422].includes(response.status)) return problem(texts.failed)
  // The session has ended: the address leads to the sign-in, and from there back.
  if (response.redirected) return location.reload()
  const found = (await readPage(response)).querySelector('[data-message]')
  if (!found) return problem(texts.failed)
  const fresh = document.adoptNode(found.querySelector('[data-card]'))
  const next = nextOf(card)
  const { status, reason } = card.querySelector('input[name=ids]').dataset
  place(fresh)
  const now = fresh.dataset.status
  const moved = { ...counts, [status]: counts[status] - 1 }
  const after = isSearched ? { ...moved, [now]: moved[now] + 1 } : JSON.parse(found.dataset.counts)
  // Numbers that the stream gave meanwhile may be newer; it gives those after this move too.
  if (showCounts((counted === countedBefore && after) || counts)) readAgain()
  if (response.status !== 200) return problem(found.dataset.message, fresh)
  dialog.close()
  // The focus stays with the card, unless that is in a rail now.
  if (fresh.checkVisibility()) focusCard(fresh)
  else focusOn(next?.querySelector('a') ?? columnOf(status))
  const said = texts.moved.replace('{name}', nameOf(fresh)).replace('{status}', labelOf(now))
  announce(said)
  if (now !== status) offerUndo(said, [{ id, from: now, status, reason }])
}

/** Says what went wrong, in the dialog, which opens if it is closed; without a card with a link that loads the page again. */
function problem(text, card) {
  if (card) prepare(card)
  const place = dialog.querySelector('[data-problem]')
  place.hidden = false
  place.querySelector('div div').replaceChildren(...(card ? [text] : [`${text} `, linkAgain()]))
  if (!dialog.open) dialog.showModal()
}

/** Fills the dialog for a card. */
function prepare(card, status = card.dataset.status) {
  const form = dialog.querySelector('form[method=post]')
  delete form.dataset.sent
  form.removeAttribute('aria-busy')
  form.reset()
  dialog.dataset.card = card.dataset.card
  dialog.querySelector('[data-problem]').hidden = true
  dialog.querySelector('[data-who]').textContent = nameOf(card)
  form.elements.operation.value = newOperation()
  form.elements.from.value = card.dataset.status
  form.elements.status.value = status
  return form
}

dialog?.addEventListener('jb-open', ({ detail }) => {
  prepare(detail.closest('[data-card]'))
  queueMicrotask(() => dialog.querySelector('select').focus())
})
dialog?.addEventListener('submit', async (event) => {
  const form = event.target
  if (form.method === 'dialog') return
  event.preventDefault()
  const card = cardOf(dialog.dataset.card)
  if (card && form.elements.status.value === card.dataset.status && !form.elements.note.value)
    return dialog.close()
  if (card) await send(form, card)
  delete form.dataset.sent
  form.removeAttribute('aria-busy')
})

// Its card may have been put in place of the one that it was opened from.
dialog?.addEventListener('close', () => {
  if (document.activeElement === document.body) focusCard(cardOf(dialog.dataset.card))
  retry()
})
/** The card after one, else the one before it. */
function nextOf(card, isOther = (it) => it !== card) {
  const column = card.closest('[data-column]')
  const cards = items().filter((it) => it === card || (isOther(it) && column.contains(it)))
  const at = cards.indexOf(card)
  return cards[at + 1] ?? cards[at - 1]
}
/** The page stays where it is, if the element is in sight. */
function focusOn(element) {
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
const focusCard = (card) => card && (card.querySelector('[data-dialog]') ?? card.querySelector('a')).focus()

// Cards can be dragged where a person may move them.
let dragged
board.addEventListener('dragstart', (event) => {
  dragged = event.target.closest?.('[data-card][draggable]')
  if (!dragged) return
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData('text/plain', nameOf(dragged))
  dragged.classList.add('opacity-50')
})
const mark = (column) => {
  for (const other of board.querySelectorAll('.jb-board-target')) other.classList.remove('jb-board-target')
  column?.classList.add('jb-board-target')
}
board.addEventListener('dragover', (event) => {
  const column = dragged && event.target.closest('[data-column]')
  if (!column) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'move'
  mark(column)
})
addEventListener('dragend', () => {
  dragged?.classList.remove('opacity-50')
  dragged = undefined
  mark()
  retry()
})
board.addEventListener('drop', (event) => {
  const status = dragged && event.target.closest('[data-column]')?.dataset.column
  if (!status) return
  event.preventDefault()
  const card = dragged
  if (status === card.dataset.status) return
  const form = prepare(card, status)
  // A rejection wants a reason, so a drop there is a proposal.
  if (status === 'Rejected') dialog.showModal()
  else send(form, card)
})
// ---- Live ----

const stateLine = document.querySelector('[data-state]')
const again = document.querySelector('[data-again]')
let source
// Six connections are all that a browser opens to a host without HTTP/2: some are left for pages.
const MAX_LIVE_TABS = 4
const tabs = new BroadcastChannel('live boards')
const me = newOperation()
/** Tabs of this browser whose boards became live after this one. */
let newer = new Set()
let since = board.dataset.since
let queue = Promise.resolve()
let state
/** The board has to be read again, as soon as nobody is at a card that has changed. */
let isStale = false

/** A link that loads the page again, for a text that says so. */
function linkAgain() {
  const link = again.cloneNode(true)
  link.hidden = false
  return link
}

/** Shows the state of the stream, or that the board has to be read again. */
function say(now = state) {
  state = now
  const shown = isStale ? 'changed' : state
  stateLine.textContent = texts[shown]
  stateLine.dataset.state = shown
  again.hidden = !['changed', 'ended'].includes(shown)
}

const inQueue = (step) => {
  queue = queue.then(step).catch(() => {})
  return queue
}

function connect() {
  if (source || document.hidden) return
  say('connecting')
  newer = new Set()
  tabs.postMessage({ opened: me })
  source = new EventSource(`${board.dataset.board}/live?since=${encodeURIComponent(since)}`)
  source.addEventListener('state', ({ data }) => say(data))
  source.addEventListener('change', (event) => {
    since = event.lastEventId || since
    const changes = JSON.parse(event.data)
    inQueue(() => apply(changes))
  })
  source.addEventListener('stale', readAgain)
  source.addEventListener('counts', ({ data }) => {
    counted++
    if (!isSearched) inQueue(() => showCounts(JSON.parse(data)) && reload())
  })
  // Newer boards of this person have taken its place.
  source.addEventListener('paused', () => disconnect('paused'))
  // The session has ended, or the person has another role: the page is no longer theirs.
  source.addEventListener('end', () => {
    source.close()
    location.reload()
  })
  source.addEventListener('error', () => {
    if (source.readyState !== EventSource.CLOSED) return say('connecting')
    disconnect('ended')
    void leaveEndedSession()
  })
}

function disconnect(reason) {
  if (!source) return
  source.close()
  source = undefined
  tabs.postMessage({ closed: me })
  if (reason) say(reason)
}

// Among several visible boards of a browser, those that were looked at last are live.
tabs.addEventListener('message', ({ data: { opened, closed } }) => {
  newer.delete(closed)
  if (opened) newer.add(opened)
  if (newer.size >= MAX_LIVE_TABS) disconnect('paused')
  else if (closed && state === 'paused') connect()
})
addEventListener('focus', connect)
addEventListener('pointerdown', connect)

// Nobody looks at a hidden page.
document.addEventListener('visibilitychange', () => (document.hidden ? disconnect() : connect()))
addEventListener('pagehide', () => disconnect())
addEventListener('pageshow', connect)

async function apply(changes) {
  if (isSearched) return reload()
  const news = changes.filter(({ id, version }) => cardOf(id)?.dataset.version !== version)
  const found = { new: 0, other: 0 }
  if (news.length > MANY) {
    await reload()
    found.other = news.length
    news.length = 0
  }
  for (const { id } of news) {
    const response = await fetch(`${board.dataset.board}/cards/${id}${location.search}`)
    if (!response.ok) continue
    const card = document.adoptNode((await readPage(response)).querySelector('[data-card]'))
    if (isBusy(cardOf(id))) {
      later(cardOf(id))
      found.other++
    } else found[place(card) && card.dataset.status === 'New' ? 'new' : 'other']++
  }
  showCounts()
  const sentence = (n, one, many) => (n === 0 ? [] : [n === 1 ? one : many.replace('{count}', n)])
  const said = [
    ...sentence(found.new, texts.arrivedOne, texts.arrivedMany),
    ...sentence(found.other, texts.changedOne, texts.changedMany),
  ]
  if (said.length > 0) announce(said.join('. '))
}

/** A card that somebody is at: it has the focus, is dragged, or is in the open dialog. */
const isBusy = (card) =>
  card &&
  (card.contains(document.activeElement) ||
    card === dragged ||
    (dialog?.open && dialog.dataset.card === card.dataset.card))

/** Marks a card that has changed; the board is read again when nobody is at it any more. */
function later(card) {
  isStale = true
  say()
  if (card.classList.contains('jb-board-changed')) return
  card.classList.add('jb-board-changed')
  const note = document.createElement('p')
  note.className = 'small text-warning-emphasis'
  note.append(`${texts.changed}. `, linkAgain())
  card.append(note)
}

/** Shows the whole board again, the focus where it was. While somebody is at a card that has changed, it waits. */
async function reload() {
  isStale = true
  if (dragged || dialog?.open) return say()
  const response = await fetch(location.href).catch(() => undefined)
  if (!response?.ok) return say()
  const fresh = (await readPage(response)).querySelector('[data-board]')
  if (!fresh) return say()
  const focused = document.activeElement.closest('[data-card]')
  const after = focused && fresh.querySelector(`#${focused.id}`)
  const isSame = after?.dataset.version === focused?.dataset.version
  if (dragged || dialog?.open || !isSame) return say()
  const { activeElement } = document
  const isLink = activeElement.matches('a')
  const column = activeElement.closest('[data-column]')?.id
  const open = [...board.querySelectorAll('details[open]')].map(
    (it) => it.closest('[data-column]').dataset.column,
  )
  board.replaceChildren(...document.adoptNode(fresh).childNodes)
  for (const status of open) columnOf(status).querySelector('details').open = true
  board.hidden = fresh.hidden
  since = fresh.dataset.since
  counts = JSON.parse(fresh.dataset.counts)
  isStale = false
  say()
  if (isLink && after) focusOn(after.querySelector('a'))
  else if (focused) focusCard(after)
  else if (column) document.getElementById(column).focus()
}
const readAgain = () => inQueue(reload)
// Several were changed together: the focus moves to one that was not.
onChanged((ids) => {
  const changed = new Set(ids.map(cardOf))
  const current = document.activeElement.closest('[data-card]') ?? cardOf(ids.at(-1))
  if (current && changed.has(current)) {
    const next = nextOf(current, (it) => !changed.has(it))
    focusOn(next?.querySelector('a') ?? current.closest('[data-column]'))
  }
  return inQueue(reload)
})
function retry() {
  if (isStale) inQueue(() => isStale && reload())
}
addEventListener('focusin', retry)
addEventListener('click', retry)

connect()
