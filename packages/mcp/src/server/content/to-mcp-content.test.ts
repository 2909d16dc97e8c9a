import type { ContentBlock, Label } from '@drawbridge/core'
import { isSpecType } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toMcpContent } from './to-mcp-content.ts'

const label: Label = { sources: [{ tool: 'demo.read', target: '/a' }], trust: 'untrusted', readers: 'anyone' }
const names = { exposedName: (name: string) => name.replace('.', '__') }

const text = fc.string({ unit: 'binary' })
const data = fc.oneof(text, fc.base64String())
const blocks: fc.Arbitrary<Omit<ContentBlock, 'label'>> = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('json'), value: fc.oneof(fc.jsonValue(), fc.constant(undefined)) }),
  fc.record({ type: fc.constantFrom('image', 'audio'), mediaType: text, data }),
  fc.record(
    { type: fc.constant('resource'), uri: text, mediaType: text, text, data },
    { requiredKeys: ['type', 'uri'] },
  ),
  fc.record({ type: fc.constant('artifact_ref'), id: text, mediaType: text, bytes: fc.nat() }),
)

test('every block of ours becomes blocks that MCP accepts, each with the label', () => {
  fc.assert(
    fc.property(blocks, (block) => {
      const mapped = toMcpContent({ ...block, label } as ContentBlock, names)
      expect(mapped.length).toBeGreaterThan(0)
      for (const each of mapped) {
        expect(isSpecType.ContentBlock(each)).toBe(true)
        expect(each._meta).toEqual({ 'drawbridge/label': label })
      }
    }),
  )
})

describe('what a client gets of', () => {
  const picture = 'aGVsbG8='
  test.each<[string, Omit<ContentBlock, 'label'>, readonly object[]]>([
    ['text', { type: 'text', text: 'hi' } as ContentBlock, [{ type: 'text', text: 'hi' }]],
    ['JSON', { type: 'json', value: [1, null] } as ContentBlock, [{ type: 'text', text: '[1,null]' }]],
    [
      'an image',
      { type: 'image', mediaType: 'image/png', data: picture } as ContentBlock,
      [{ type: 'image', mimeType: 'image/png', data: picture }],
    ],
    [
      'an image whose data is broken',
      { type: 'image', mediaType: 'image/png', data: '!' } as ContentBlock,
      [{ type: 'text', text: expect.stringContaining('left out') }],
    ],
    [
      'a text resource',
      { type: 'resource', uri: 'file:///a', text: '' } as ContentBlock,
      [{ type: 'resource', resource: { uri: 'file:///a', text: '' } }],
    ],
    [
      'a binary resource',
      { type: 'resource', uri: 'file:///a', mediaType: 'application/pdf', data: picture } as ContentBlock,
      [{ type: 'resource', resource: { uri: 'file:///a', mimeType: 'application/pdf', blob: picture } }],
    ],
    [
      'a resource without its content',
      { type: 'resource', uri: 'file:///a' } as ContentBlock,
      [{ type: 'resource_link', uri: 'file:///a', name: 'file:///a' }],
    ],
    [
      'an artifact',
      { type: 'artifact_ref', id: 'out 1', mediaType: 'text/plain', bytes: 9000 } as ContentBlock,
      [
        {
          type: 'text',
          text: 'The full output (text/plain, 9000 bytes) is stored as artifact out 1. Read parts of it with artifact__read.',
        },
        {
          type: 'resource_link',
          uri: 'drawbridge://artifact/out%201',
          name: 'out 1',
          mimeType: 'text/plain',
          size: 9000,
        },
      ],
    ],
  ])('%s', (_what, block, expected) => {
    expect(toMcpContent({ ...block, label } as ContentBlock, names)).toMatchObject(expected)
  })
})
