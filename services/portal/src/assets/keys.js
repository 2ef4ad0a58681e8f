// Shortcuts of a board and of a list of applications; never while somebody types.
import { boxOf, choose, chooseNone, chosen, items, open } from './bulk.js'
import { undo } from './undo.js'

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

function go(step) {
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
  const isOff = switched && !switched.checked
  if (isTyping || isOff || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return
  const action = actions[key.toLowerCase()]
  if (!action || (repeat && !'jk'.includes(key))) return
  event.preventDefault()
  action(event)
})
