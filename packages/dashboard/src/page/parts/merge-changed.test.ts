import { expect, it } from 'vitest'
import { mergeChanged } from './merge-changed.ts'

const call = (id: string, status = 'ok') => ({ id, status })
type Call = ReturnType<typeof call>
const merge = (calls: readonly Call[], changed: ReadonlyMap<string, Call>, hasMore: boolean) =>
  mergeChanged(calls, changed, { hasMore, keyOf: ({ id }) => id })
const mapOf = (...calls: readonly Call[]) => new Map(calls.map((one) => [one.id, one]))
const shown = (calls: readonly Call[]) => calls.map(({ id, status }) => `${id} ${status}`)

it('puts what changed in its place and what is new at the end', () => {
  const merged = merge([call('a'), call('b', 'running')], mapOf(call('b'), call('c', 'asked')), false)
  expect(shown(merged)).toEqual(['a ok', 'b ok', 'c asked'])
})

it('shows no call twice that a page brings after it was heard of, and none before the pages that are missing', () => {
  const changed = mapOf(call('c'), call('d'))
  expect(shown(merge([call('a')], changed, true))).toEqual(['a ok'])
  expect(shown(merge([call('a'), call('b'), call('c')], changed, false))).toEqual(['a ok', 'b ok', 'c ok', 'd ok'])
})
