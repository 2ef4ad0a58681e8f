// Loads a part of the page again until it is done: an element with an id and `data-refresh`, whose text is said then.
import { announce, showTimes } from './portal.js'

const INTERVAL_MS = 3_000

async function refresh() {
  const part = document.querySelector('[data-refresh]')
  if (!part) return
  if (!document.hidden) {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
    if (response?.redirected) return location.reload()
    if (response?.ok) {
      const page = new DOMParser().parseFromString(await response.text(), 'text/html')
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
