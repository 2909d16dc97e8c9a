import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CallTrace } from '../run-context.ts'
import { noteRepetition } from './guard-loop.ts'

const trace = (call: string, result = 'same', changes = false): CallTrace => ({ call, result, changes })

function verdicts(traces: readonly CallTrace[]): string[] {
  let history: readonly CallTrace[] = []
  return traces.map((next) => {
    const noted = noteRepetition(history, next)
    history = noted.history
    return noted.verdict
  })
}

describe('a loop', () => {
  test('is the same call with the same result: warned of, then stopped', () => {
    expect(verdicts(Array.from({ length: 8 }, () => trace('read a')))).toEqual([
      'fine',
      'fine',
      'fine',
      'warn',
      'warn',
      'warn',
      'warn',
      'stop',
    ])
  })

  test('is also going to and fro between two calls', () => {
    const pingPong = Array.from({ length: 16 }, (_, index) => trace(index % 2 === 0 ? 'read a' : 'read b'))
    expect(verdicts(pingPong).slice(-2)).toEqual(['stop', 'stop'])
  })

  test('is not a poll whose answer changes, nor the reading of many files', () => {
    const polls = Array.from({ length: 30 }, (_, index) => trace('poll', `${index} %`))
    const reads = Array.from({ length: 30 }, (_, index) => trace(`read ${index}`))
    expect(new Set(verdicts([...polls, ...reads]))).toEqual(new Set(['fine']))
  })

  test('does not count a read after a change', () => {
    const work = Array.from({ length: 12 }, (_, index) => [trace('test'), trace(`edit ${index}`, 'done', true)]).flat()
    expect(new Set(verdicts(work))).toEqual(new Set(['fine']))
  })

  test('is found among changes that repeat themselves', () => {
    const work = Array.from({ length: 16 }, (_, index) => trace(index % 2 === 0 ? 'write x' : 'delete x', 'done', true))
    expect(verdicts(work)).toContain('stop')
  })
})

test('the history never outgrows its window', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ call: fc.string({ maxLength: 1 }), result: fc.constant(''), changes: fc.boolean() })),
      (traces) => {
        let history: readonly CallTrace[] = []
        for (const next of traces) history = noteRepetition(history, next).history
        expect(history.length).toBeLessThanOrEqual(24)
      },
    ),
  )
})
