// The copy buttons: shown by this script, because they do nothing without it.
for (const button of document.querySelectorAll('button.copy')) {
  const code = button.parentElement.querySelector('code')
  button.hidden = false
  button.addEventListener('click', async () => {
    await copy(code)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2_000)
  })
}

async function copy(element) {
  // Only there on https and on this machine.
  if (navigator.clipboard) return navigator.clipboard.writeText(element.textContent)
  getSelection().selectAllChildren(element)
  document.execCommand('copy')
}
