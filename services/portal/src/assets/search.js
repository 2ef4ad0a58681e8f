// Checks the query of CV search while it is typed. Without script the form has a button for it.
import { readPage } from './portal.js'

const DELAY_MS = 350
const region = document.getElementById('query-check')
const form = region?.closest('form')
const input = form?.elements.query
let timer
let current

async function check() {
  current?.abort()
  current = new AbortController()
  const body = new URLSearchParams({ csrf: form.elements.csrf.value, query: input.value })
  try {
    const response = await fetch(region.dataset.check, { method: 'POST', body, signal: current.signal })
    // After the end of the session it is the sign-in: the next form says so.
    if (!response.ok || response.redirected) return
    region.replaceChildren(...(await readPage(response)).body.childNodes)
    const isWrong = region.querySelector('[data-wrong]') !== null
    input.toggleAttribute('aria-invalid', isWrong)
    if (isWrong) input.setAttribute('aria-invalid', 'true')
    document.getElementById('field-query-error')?.remove()
    input.closest('.jb-field').classList.toggle('jb-field-wrong', isWrong)
    keepInAddress()
  } catch {
    // Aborted by the next one, or not reached: the form itself is checked when it is sent.
  }
}

// The address fills the form again, so that a search can be shared and a reload keeps it.
function keepInAddress() {
  if (input.value.length > 1_000 || location.pathname !== '/search') return
  const url = new URL(location.href)
  url.searchParams.delete('packed')
  url.searchParams.set('query', input.value)
  history.replaceState(history.state, '', url)
}

input?.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(check, DELAY_MS)
})
