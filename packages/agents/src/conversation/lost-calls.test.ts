import type { ConversationEntry } from '@drawbridge/core/agent'
import { noUsage } from '@drawbridge/core/model'
import { expect, test } from 'vitest'
import { lostCalls } from './lost-calls.ts'

const call = (id: string) => ({ type: 'call', id, name: 'fs__read_file', input: {} }) as const
const turn = (node: string, ...ids: readonly string[]): ConversationEntry => ({
  kind: 'turn',
  node,
  run: 'r1',
  model: 'm',
  blocks: ids.map(call),
  usage: noUsage,
  time: 0,
})
const result = (id: string): ConversationEntry => ({
  kind: 'result',
  node: `result/${id}`,
  call: id,
  tool: 'fs.read_file',
  isError: false,
  content: [],
  time: 0,
})

test('only calls of the last turn without a result are lost', () => {
  const entries = [turn('turn/1', 'a', 'b'), result('a'), turn('turn/2', 'c', 'd'), result('c')]
  expect(lostCalls(entries).map(({ run, event }) => [run, event.turn, event.toolCallId])).toEqual([
    ['r1', 'turn/2', 'd'],
  ])
  expect(lostCalls([])).toEqual([])
})
