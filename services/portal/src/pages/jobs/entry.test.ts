import { expect, test } from 'vitest'
import { afterButton, controlOf, jobFields, readQuestions, toSentQuestions } from './entry.ts'
import { labels } from './form.ts'

test('the form has every field that an employer can change', () => {
  expect(Object.keys(labels).toSorted()).toEqual(jobFields.toSorted())
})

const named = (...texts: string[]) =>
  texts.map((text) => ({ text, type: 'YesNo', required: true, options: '' }))
const textsAfter = (button: string) => afterButton(named('a', 'b', 'c'), button)?.map(({ text }) => text)

test('buttons add, move and remove questions; another button is none of theirs', () => {
  expect(textsAfter('add')).toEqual(['a', 'b', 'c', ''])
  expect(textsAfter('up.2')).toEqual(['a', 'c', 'b'])
  expect(textsAfter('up.0')).toEqual(['a', 'b', 'c'])
  expect(textsAfter('down.0')).toEqual(['b', 'a', 'c'])
  expect(textsAfter('down.2')).toEqual(['a', 'b', 'c'])
  expect(textsAfter('remove.1')).toEqual(['a', 'c'])
  for (const odd of ['up.9', 'down.-1', 'up.x', 'up.__proto__']) {
    expect(textsAfter(odd), odd).toEqual(['a', 'b', 'c'])
  }
  for (const other of ['', 'save', 'up', 'up.', 'rename.1']) expect(textsAfter(other), other).toBeUndefined()
})

test('questions are read in the order of the form, whatever their numbers', () => {
  const form = {
    'screeningQuestions.7.type': 'YesNo',
    'screeningQuestions.7.text': ' first ',
    'screeningQuestions.2.text': 'second',
    'screeningQuestions.2.type': 'SingleChoice',
    'screeningQuestions.2.options': 'A\r\n\r\n B ',
    'screeningQuestions.9.text': 'without a type: not of a form of ours',
  }
  const questions = readQuestions(form)
  expect(toSentQuestions(questions)).toEqual([
    { text: 'first', type: 'YesNo', required: false, options: [] },
    { text: 'second', type: 'SingleChoice', required: false, options: ['A', 'B'] },
  ])
})

test('a refusal belongs to a control', () => {
  expect(controlOf('/title')).toBe('title')
  expect(controlOf('/screeningQuestions')).toBe('screeningQuestions')
  expect(controlOf('/screeningQuestions/0')).toBe('screeningQuestions.0.text')
  expect(controlOf('/screeningQuestions/3/options/1')).toBe('screeningQuestions.3.options')
})
