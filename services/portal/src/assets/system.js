// The progress of a rebuild, a resync or a replay, loaded again until it is done.
const PAUSE_MS = 2_000

async function refresh() {
  const shown = document.getElementById('progress')
  if (shown?.dataset.refresh !== 'yes') return
  try {
    const response = await fetch(location.href)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const next = response.ok && page.getElementById('progress')
    if (next) {
      const focused = shown.contains(document.activeElement) && document.activeElement.getAttribute('href')
      shown.replaceWith(next)
      if (focused) next.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus()
      if (next.dataset.refresh !== 'yes')
        document.getElementById('announce').textContent = next.querySelector('.jb-badge').textContent
    }
  } catch {
    // The portal is away: the next try may find it.
  }
  setTimeout(refresh, PAUSE_MS)
}
setTimeout(refresh, PAUSE_MS)
