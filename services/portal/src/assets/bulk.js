// Applications that are chosen on a board or in a list, and changed together, and the shortcuts of the pages of applications.
// Without this script the boxes and buttons are a form that leads to a page.
import { announce, readPage } from './portal.js'
import { offerUndo, post, resumeUndo, undo } from './undo.js'

const bar = document.getElementById('bulk')
const dialog = document.getElementById('bulk-dialog')
const part = dialog?.querySelector('[data-part]')
const MAX = 100

/** Ids of the chosen applications; they outlive their cards, which are shown again when something changes. */
const ids = new Set()
/** The id of the one that was chosen last. */
let anchor

export const items = () =>
  [...document.querySelectorAll('[data-card], tr.jb-row')].filter((item) => item.checkVisibility())
const boxOf = (item) => item?.querySelector('input[name=ids]')
const boxes = () => [...document.querySelectorAll('input[name=ids][form=bulk]')]
const chosen = () => boxes().filter((box) => box.checked)

/** Chooses an application, or no longer; with `isRange` all from the one before up to it. */
function choose(box, isChosen, isRange) {
  // A card that was shown again has another box.
  const shown = items().map(boxOf)
  const [from, to] = [shown.findIndex(({ value }) => value === anchor), shown.indexOf(box)]
  const isWhole = isRange && from >= 0 && to >= 0
  const range = isWhole ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [box]
  for (const each of range) each.checked = isChosen
  anchor = box.value
  showChosen(true)
}

function chooseNone() {
  for (const box of chosen()) box.checked = false
  showChosen()
}

function showChosen(isSaid) {
  ids.clear()
  for (const { value } of chosen()) ids.add(value)
  const { size } = ids
  bar.dataset.size = size
  const text = `${size} chosen${size > MAX ? `; at most ${MAX} can be changed at once` : ''}`
  bar.querySelector('[data-chosen]').textContent = text
  for (const button of bar.querySelectorAll('button')) button.disabled = size > MAX
  const all = document.querySelector('[data-choose-all]')
  if (all) {
    all.checked = size > 0 && size === boxes().length
    all.indeterminate = size > 0 && !all.checked
  }
  if (isSaid) announce(text)
}

document.addEventListener('click', (event) => {
  const { target } = event
  if (target.matches('[data-choose-all]')) {
    for (const box of boxes()) box.checked = target.checked
    showChosen(true)
  } else if (target.matches('input[name=ids]')) choose(target, target.checked, event.shiftKey)
})
bar?.addEventListener('submit', (event) => {
  event.preventDefault()
  open(event.submitter.value, chosen())
})

/** Opens the form that does this to the applications of these boxes. */
async function open(act, those) {
  if (those.length === 0 || those.length > MAX || dialog.open) return
  const statuses = new Set(those.map((box) => box.dataset.status))
  const query = new URLSearchParams([['do', act], ...those.map(({ value }) => ['ids', value])])
  // Of several statuses none is expected.
  if (statuses.size === 1) query.set('from', [...statuses][0])
  query.set('back', bar.elements.back.value)
  const response = await fetch(`/applications/bulk?${query}`).catch(() => undefined)
  if (response?.redirected) return location.reload()
  if (!response || !show(await readPage(response))) return location.assign(`/applications/bulk?${query}`)
  dialog.showModal()
  part.querySelector('select, textarea, input:not([type=hidden])')?.focus()
}

/** Puts the form of a page into the dialog. */
function show(page) {
  const form = page.querySelector('[data-bulk], [data-items]')
  if (!form) return false
  dialog.querySelector('h2').textContent = form.dataset.title ?? form.dataset.said
  const errors = page.querySelector('.jb-errors')
  part.replaceChildren(...[errors, form].filter(Boolean).map((it) => document.adoptNode(it)))
  errors?.focus()
  return form
}

dialog?.addEventListener('click', (event) => {
  if (!event.target.closest('[data-cancel]')) return
  event.preventDefault()
  dialog.close()
})
dialog?.addEventListener('submit', async (event) => {
  const form = event.target
  if (form.method !== 'post') return
  event.preventDefault()
  const data = new FormData(form, event.submitter)
  data.set('as', 'card')
  const response = await post(form.action, new URLSearchParams(data))
  if (response?.redirected) return location.reload()
  const done = response && show(await readPage(response))
  if (!done) {
    delete form.dataset.sent
    form.removeAttribute('aria-busy')
    const problem = document.createElement('p')
    problem.role = 'alert'
    problem.textContent =
      'Nobody knows whether it was done, because there is no response. Send it again: it is done only once.'
    return part.prepend(problem)
  }
  if (done.dataset.items) await finish(JSON.parse(done.dataset.items), done.dataset.said)
  else part.querySelector('.jb-actions button')?.focus()
})

/** Shows the applications as they are now, and offers to undo their move. */
async function finish(results, said) {
  const before = new Map(boxes().map((box) => [Number(box.value), { ...box.dataset }]))
  const moved = results
    .filter(({ id, ok, status }) => ok && status && before.has(id) && before.get(id).status !== status)
    .map(({ id, status }) => ({ id, from: status, ...before.get(id) }))
  const refused = results.filter(({ ok }) => !ok)
  if (refused.length === 0) dialog.close()
  chooseNone()
  announce(said)
  const those = results.map(({ id }) => id)
  await changed(those, said, moved)
}

/** Shows applications as they are now; without it the page is loaded again. */
let showAgain
export const onChanged = (show) => {
  showAgain = show
}

async function changed(those, said, moved) {
  if (showAgain) {
    await showAgain(those)
    return offerUndo(said, moved)
  }
  offerUndo(said, moved, true)
  if (dialog.open) dialog.addEventListener('close', () => location.reload())
  else location.reload()
}

// Cards that are shown again keep their ticks.
if (bar) {
  const board = document.querySelector('[data-board]')
  const keep = () => {
    for (const box of boxes()) if (ids.has(box.value)) box.checked = true
    showChosen()
  }
  if (board) new MutationObserver(keep).observe(board, { childList: true, subtree: true })
  showChosen()
  resumeUndo(() => changed([], '', []))
}

// ---- Shortcuts, never while somebody types ----

const KEY = 'no-shortcuts'
const help = document.getElementById('shortcuts')
const switched = help?.querySelector('[data-shortcuts]')
if (switched) switched.checked = !localStorage.getItem(KEY)
switched?.addEventListener('change', () => {
  if (switched.checked) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'yes')
})

const here = () => document.activeElement?.closest('[data-card], tr.jb-row')
const linkOf = (item) => item?.querySelector('a')

/** To the next one of the page, or from the page of one to that of the next. */
function go(step) {
  const page = document.querySelector(`.jb-neighbours [rel=${step > 0 ? 'next' : 'prev'}]`)
  if (page) return page.click()
  const all = items()
  const at = all.indexOf(here())
  linkOf(all[at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step])?.focus()
}

function act(name) {
  const several = chosen()
  if (several.length > 0) return void open(name, several)
  const item = here()
  const dialog = item?.querySelector('[data-dialog=move]')
  if (name === 'move' && dialog) return dialog.click()
  const box = boxOf(item)
  if (box) void open(name, [box])
}

const actions = {
  j: () => go(1),
  k: () => go(-1),
  m: () => act('move'),
  r: () => act('reject'),
  t: () => act('tag'),
  n: () => act('note'),
  u: () => void undo(),
  x({ shiftKey }) {
    const box = boxOf(here())
    if (box) choose(box, shiftKey || !box.checked, shiftKey)
  },
  '?': () => help.showModal(),
  escape: () => chosen().length > 0 && chooseNone(),
}

document.addEventListener('keydown', (event) => {
  const { target, key, ctrlKey, metaKey, altKey, repeat } = event
  const isTyping = target.closest?.('input:not([type=checkbox]), textarea, select, [contenteditable]')
  if (
    isTyping ||
    localStorage.getItem(KEY) ||
    ctrlKey ||
    metaKey ||
    altKey ||
    document.querySelector('dialog[open]')
  )
    return
  const action = actions[key.toLowerCase()]
  if (!action || (repeat && !'jk'.includes(key))) return
  event.preventDefault()
  action(event)
})
