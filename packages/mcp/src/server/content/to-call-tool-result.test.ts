import type { ContentBlock, Outcome, ToolResult } from '@drawbridge/core'
import { ownLabel } from '@drawbridge/core/artifact'
import { isCallToolResult } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { toCallToolResult } from './to-call-tool-result.ts'

const names = { exposedName: () => undefined }
const meta = { toolCallId: 'call_1', tool: 'demo.tool', durationMs: 1, targets: [], redactions: {} }
const json = (value: unknown): ContentBlock => ({ type: 'json', value, label: ownLabel })
const text = (words: string): ContentBlock => ({ type: 'text', text: words, label: ownLabel })

function ok(parts: Pick<ToolResult, 'content'> & Partial<ToolResult>): Outcome {
  return { status: 'ok', text: '', result: { toolCallId: 'call_1', isError: false, meta, ...parts } }
}

test('one JSON object is structured content too', () => {
  const result = toCallToolResult(ok({ content: [json({ sum: 5 })], data: { sum: 5 } }), names)
  expect(result).toMatchObject({ content: [{ text: '{"sum":5}' }], structuredContent: { sum: 5 } })
  expect(result._meta).toEqual({ 'drawbridge/outcome': { status: 'ok', toolCallId: 'call_1' } })
})

test.each([
  ['a list', [json([1])], undefined],
  ['an object beside words that a client would drop for it', [text('read this'), json({ sum: 5 })], undefined],
  ['data that is not what the content says', [text('the whole file')], { bytes: 14 }],
])('%s is not structured content', (_what, content, data) => {
  const result = toCallToolResult(ok({ content, ...(data === undefined ? {} : { data }) }), names)
  expect(result).not.toHaveProperty('structuredContent')
  expect(result._meta?.['drawbridge/data']).toEqual(data)
})

test('content for the person is marked as such', () => {
  const media: ContentBlock = { type: 'image', mediaType: 'image/png', data: 'aGVsbG8=', label: ownLabel }
  const { content } = toCallToolResult(ok({ content: [text('drawn')], media: [media] }), names)
  expect(content).toMatchObject([{ text: 'drawn' }, { type: 'image', annotations: { audience: ['user'] } }])
})

test.each(['failed', 'denied', 'cancelled'] as const)('a call that was %s is a result that says why', (status) => {
  const code = 'stale_file' as const
  const result = toCallToolResult(
    {
      status,
      code,
      message: 'Read it again.',
      text: 'Read it again.',
      result: { toolCallId: 'call_1', isError: true, code, retryable: false, content: [text('Read it again.')], meta },
    },
    names,
  )
  expect(isCallToolResult(result)).toBe(true)
  expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text: 'Read it again.' }] })
  expect(result._meta).toEqual({ 'drawbridge/outcome': { status, code, retryable: false, toolCallId: 'call_1' } })
})
