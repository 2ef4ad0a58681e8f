import { expect, test } from 'vitest'
import { openReplicas, type Replica } from './replicas.ts'

/** Replicas on a clock that the test moves. */
function open(count: number) {
  const clock = { nowMs: 0 }
  const addresses = Array.from({ length: count }, (_, index) => ({
    url: `http://127.0.0.${index + 1}:1`,
    address: undefined,
  }))
  const replicas = openReplicas(addresses, { connectTimeoutMs: 1_000 }, () => clock.nowMs)
  return { replicas, clock, all: addresses.map((address) => replicas.at(address)!), addresses }
}

/** Lets that many callers choose at once; returns how many requests each replica got, and ends none of them. */
function choose({ replicas, all }: ReturnType<typeof open>, callers: number): number[] {
  const got = new Map<Replica, number>()
  for (let caller = 0; caller < callers; caller++) {
    const replica = replicas.next()
    replica.hold()
    got.set(replica, (got.get(replica) ?? 0) + 1)
  }
  return all.map((replica) => got.get(replica) ?? 0)
}

test('a request goes to the replica with the fewest in flight, in turn on ties', () => {
  const set = open(3)
  expect(choose(set, 9)).toEqual([3, 3, 3])
  const [first, second] = set.all
  const releases = [first!.hold(), first!.hold(), second!.hold()]
  expect(choose(set, 3)).toEqual([0, 1, 2])
  for (const release of [...releases, ...releases]) release()
  expect(set.replicas.inFlight()).toBe(12)
})

test('after an ejection one of many callers tries the replica; the others stay away until it succeeds', () => {
  const set = open(2)
  const [bad, good] = set.all
  bad!.ejection.failed(0, 0)
  expect(choose(set, 100)).toEqual([0, 100])
  set.clock.nowMs = 1_000
  expect(set.replicas.next()).toBe(bad)
  const release = bad!.hold()
  expect(choose(set, 100)).toEqual([0, 100])
  set.clock.nowMs = 60_000
  expect(choose(set, 100)).toEqual([0, 100])
  bad!.ejection.succeeded(1_000)
  release()
  expect(choose(set, 100)).toEqual([100, 0])
  expect(good!.inFlight).toBe(300)
})

test('a trial that fails ejects for longer; one without a result is followed by another', () => {
  const set = open(2)
  const [bad] = set.all
  bad!.ejection.failed(0, 0)
  set.clock.nowMs = 1_000
  let release = set.replicas.next([]).hold()
  bad!.ejection.failed(1_000, 1_000)
  release()
  set.clock.nowMs = 2_999
  expect(choose(set, 10)).toEqual([0, 10])
  set.clock.nowMs = 3_000
  expect(set.replicas.next()).toBe(bad)
  release = bad!.hold()
  expect(choose(set, 10)).toEqual([0, 10])
  release()
  expect(choose(set, 10)).toEqual([1, 9])
})

test('a replica that drains gets no requests for 10 s', () => {
  const set = open(2)
  set.all[0]!.ejection.left(0)
  set.clock.nowMs = 9_999
  expect(choose(set, 10)).toEqual([0, 10])
  set.clock.nowMs = 10_000
  expect(choose(set, 10)).toEqual([1, 9])
})

test('when all are ejected all are used; one that failed this request is chosen last', () => {
  const set = open(3)
  for (const { ejection } of set.all) ejection.failed(0, 0)
  expect(choose(set, 9)).toEqual([3, 3, 3])
  const [first, second, third] = set.all
  expect(set.replicas.next([first!, second!])).toBe(third)
  expect(set.all).toContain(set.replicas.next(set.all))
  expect(set.replicas.hasHealthyOther(first!)).toBe(false)
})

test('a replica that left gets no requests; one that stays keeps its ejection and its requests', () => {
  const set = open(2)
  const [first, second] = set.all
  second!.ejection.failed(0, 0)
  const release = first!.hold()
  set.replicas.setAddresses([set.addresses[1]!])
  expect([set.replicas.size(), set.replicas.inFlight()]).toEqual([1, 1])
  expect(set.replicas.next()).toBe(second)
  expect(set.replicas.at(set.addresses[0]!)).toBeUndefined()
  expect(second!.ejection.isEjected(0)).toBe(true)
  release()
})
