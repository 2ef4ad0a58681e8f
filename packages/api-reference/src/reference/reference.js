Scalar.createApiReference('#reference', configuration)

// The guides at the top of the sidebar. Scalar has no setting for links there, and draws the sidebar again when a narrow
// screen opens it.
new MutationObserver(listGuides).observe(document.body, { childList: true, subtree: true })

function listGuides() {
  const list = document.querySelector('aside > ul')
  if (!list || list.querySelector('.guides')) return
  const item = document.createElement('li')
  item.className = 'guides'
  const details = document.createElement('details')
  details.open = true
  const summary = document.createElement('summary')
  summary.textContent = 'Guides'
  details.append(summary, ...guides.map(linkTo))
  item.append(details)
  list.prepend(item)
}

function linkTo({ path, title }) {
  const link = document.createElement('a')
  link.href = path
  link.textContent = title
  return link
}
