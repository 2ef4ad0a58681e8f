import { recordSpans } from '@jobboard/testkit/record-spans'
import { expect, test } from 'vitest'
import {
  currentSpan,
  currentTraceparent,
  isTracing,
  runIn,
  startChild,
  startSpan,
} from '../src/tracing/span.ts'

test('while tracing is off there is no span, and work runs without one', () => {
  expect(isTracing()).toBe(false)
  expect(startSpan({ name: 'a', kind: 'server' })).toBeUndefined()
  expect(startChild({ name: 'a', kind: 'client' })).toBeUndefined()
  expect(runIn(undefined, () => currentSpan())).toBeUndefined()
  expect(currentTraceparent()).toBeNull()
})

test('an ended span has no children; what its request still stores keeps the trace', () => {
  const { stop } = recordSpans()
  const span = startSpan({ name: 'a', kind: 'server' })!
  runIn(span, () => {
    expect(currentSpan()).toBe(span)
    expect(startChild({ name: 'b', kind: 'client' })?.traceId).toBe(span.traceId)
    span.end()
    expect([currentSpan(), startChild({ name: 'b', kind: 'client' })]).toEqual([undefined, undefined])
    expect(currentTraceparent()).toBe(span.traceparent)
  })
  stop()
})
