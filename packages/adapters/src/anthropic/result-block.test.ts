import { expect, test } from 'vitest'
import { resultBlock } from './result-block.ts'

test.each([
  ['ok', false],
  ['failed', true],
  ['denied', true],
  ['cancelled', true],
] as const)('a call that ended with %s is answered with its text, as an error: %s', (status, isError) => {
  expect(resultBlock('1', { status, text: 'Words.' })).toEqual({
    type: 'tool_result',
    tool_use_id: '1',
    content: 'Words.',
    is_error: isError,
  })
})
