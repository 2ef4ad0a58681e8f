// Enter in the select of a form that moves sends it, as in a line of text; a list that is open takes the key for its choice.
document.addEventListener('keydown', (event) => {
  const { target, key } = event
  if (key !== 'Enter' || !target.matches?.('[data-moves] select')) return
  if (CSS.supports('selector(select:open)') && target.matches('select:open')) return
  event.preventDefault()
  target.form.requestSubmit()
})
