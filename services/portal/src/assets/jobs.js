// The form of a job: its questions without a round trip, and a warning before unsaved changes are left.
const editor = document.querySelector('[data-questions]')
const unsaved = document.querySelector('[data-unsaved]')
let isChanged = unsaved?.dataset.unsaved === 'true'

if (unsaved) {
  const form = unsaved.closest('form')
  const before = String(new URLSearchParams(new FormData(form)))
  form.addEventListener('submit', () => {
    isChanged = false
    removeEventListener('beforeunload', warn)
  })
  addEventListener('beforeunload', warn)
  function warn(event) {
    isChanged ||= String(new URLSearchParams(new FormData(form))) !== before
    if (isChanged) event.preventDefault()
  }
  // A link to a field from another page.
  const linked = location.hash.length > 1 && document.getElementById(location.hash.slice(1))
  if (linked && form.contains(linked)) linked.focus()
}

if (editor) {
  const list = editor.querySelector('[data-list]')
  const template = editor.querySelector('[data-template]')
  let next = list.children.length

  const showOptions = (question) => {
    const type = question.querySelector('select').value
    question.querySelector('[data-options]').hidden = type !== 'SingleChoice'
  }
  // Words with the number 0 come from the template.
  const count = () => {
    for (const [index, question] of [...list.children].entries()) {
      for (const element of question.querySelectorAll('h3, button[name=intent]')) {
        const words = (element.ariaLabel ?? element.textContent).replace(/\d+/, index + 1)
        if (element.ariaLabel === null) element.textContent = words
        else element.title = element.ariaLabel = words
      }
    }
    editor.querySelector('[data-none]').hidden = list.children.length > 0
  }
  const add = () => {
    const question = template.content.firstElementChild.cloneNode(true)
    const number = next++
    for (const element of [question, ...question.querySelectorAll('*')]) {
      for (const { name, value } of [...element.attributes]) {
        if (value.includes('NEW')) element.setAttribute(name, value.replaceAll('NEW', number))
      }
    }
    list.append(question)
    showOptions(question)
    question.querySelector('input[type=text]').focus()
  }

  for (const question of list.children) showOptions(question)
  list.addEventListener('change', ({ target }) => {
    if (target.matches('select')) showOptions(target.closest('[data-question]'))
  })
  editor.addEventListener('click', (event) => {
    const button = event.target.closest('button[name=intent]')
    if (!button) return
    event.preventDefault()
    const [action] = button.value.split('.')
    const question = button.closest('[data-question]')
    if (action === 'add') add()
    if (action === 'up') question.previousElementSibling?.before(question)
    if (action === 'down') question.nextElementSibling?.after(question)
    if (action === 'remove') {
      const beside = question.nextElementSibling ?? question.previousElementSibling
      question.remove()
      const target = beside
        ? beside.querySelector(`button[value^=remove]`)
        : editor.querySelector('button[value=add]')
      target.focus()
    } else if (action !== 'add') button.focus()
    count()
  })
}
