// What every page has; each works without it.
const root = document.documentElement
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const announcer = document.getElementById('announce')

/** Says a text to screen readers. The region is emptied first, so that the same text is said twice. */
export function announce(text) {
  announcer.textContent = ''
  requestAnimationFrame(() => {
    announcer.textContent = text
  })
}

/** A response or a text as a document. */
export async function readPage(from) {
  const text = typeof from === 'string' ? from : ((await from?.text()) ?? '')
  return new DOMParser().parseFromString(text, 'text/html')
}

/** Shows the times below `within` in the browser's zone; the title keeps the UTC. */
export function showTimes(within = document) {
  if (!zone || root.dataset.zone === zone) return
  for (const element of within.querySelectorAll('time[data-style]')) {
    const { style } = element.dataset
    if (style === 'relative') continue
    const format = {
      dateStyle: 'medium',
      ...(style === 'dateTime' && { timeStyle: 'short' }),
      timeZone: zone,
    }
    element.textContent = new Intl.DateTimeFormat(root.dataset.locale, format).format(
      new Date(element.dateTime),
    )
  }
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copy)
  getSelection().selectAllChildren(source)
  try {
    await navigator.clipboard.writeText(source.textContent)
  } catch {
    // Pages that are neither https nor loopback have no clipboard: the text is selected.
    if (!document.execCommand('copy')) return
  }
  const label = button.querySelector('span')
  label.dataset.text ??= label.textContent
  label.textContent = root.dataset.copied
  announce(root.dataset.copied)
  setTimeout(() => {
    label.textContent = label.dataset.text
  }, 2_000)
  const secret = button.closest('[data-secret]')
  if (secret?.querySelector('pre') === source) secret.dataset.secret = ''
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy], [data-dialog], [data-close]')
  if (!button) return
  const { copy: source, dialog: id } = button.dataset
  if (source) return void copy(button)
  event.preventDefault()
  if (!id) return button.closest('dialog')?.close()
  const dialog = document.getElementById(id)
  dialog.dispatchEvent(new CustomEvent('jb-open', { detail: button }))
  dialog.showModal()
})

// A repeat of the same form is dropped until the page is shown again.
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!('once' in form.dataset)) return
  if (form.dataset.sent) event.preventDefault()
  form.dataset.sent = 'true'
  form.setAttribute('aria-busy', 'true')
})
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('[data-sent]')) {
    delete form.dataset.sent
    form.removeAttribute('aria-busy')
  }
})

/** Loads the page again, and returns true, if it is of another session than the browser has now: of none, or of another
 * person. The address then leads to the sign-in, and from there back. */
export async function leaveEndedSession() {
  const own = root.dataset.session
  if (own === undefined) return false
  const response = await fetch('/account', { headers: { accept: 'text/html' } }).catch(() => undefined)
  const page = await readPage(response)
  if (page.documentElement.dataset.session === own) return false
  location.reload()
  return true
}

// A browser that goes back may show the page as it was left, even after a sign-out: nobody sees it before the check.
addEventListener('pagehide', () => {
  root.dataset.left = ''
})
addEventListener('pageshow', async ({ persisted }) => {
  if (persisted && (await leaveEndedSession())) return
  delete root.dataset.left
})

// The page of a secret is the response to a form: loaded again it would send the form, and show the secret, once more.
const secret = document.querySelector('[data-secret]')
if (secret) history.replaceState(null, '', secret.dataset.page)

addEventListener('beforeunload', (event) => {
  if (document.querySelector('[data-secret]:not([data-secret=""])')) event.preventDefault()
})

if (zone) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax${secure}`
}
showTimes()
document.querySelector('[data-focus]')?.focus()
const shown = document.querySelector('[data-announce]')
if (shown) announce(shown.textContent.trim())

// Enter in the select of a form that moves sends it, as in a line of text; a list that is open takes the key for its choice.
document.addEventListener('keydown', (event) => {
  const { target, key } = event
  if (key !== 'Enter' || !target.matches?.('[data-moves] select')) return
  if (CSS.supports('selector(select:open)') && target.matches('select:open')) return
  event.preventDefault()
  target.form.requestSubmit()
})

// A part of the page is loaded again until it is done: an element with an id and `data-refresh`, whose text is said then.
const INTERVAL_MS = 3_000

async function refresh() {
  const part = document.querySelector('[data-refresh]')
  if (!part) return
  if (!document.hidden) {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
    if (response?.redirected) return location.reload()
    if (response?.ok) {
      const page = await readPage(response)
      const next = page.getElementById(part.id)
      if (next && next.innerHTML !== part.innerHTML) {
        const focused = part.contains(document.activeElement) && document.activeElement.getAttribute('href')
        showTimes(next)
        part.replaceWith(next)
        if (focused) next.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus()
      }
      if (next && !('refresh' in next.dataset)) announce(part.dataset.refresh)
    }
  }
  setTimeout(refresh, INTERVAL_MS)
}
setTimeout(refresh, INTERVAL_MS)
