import { expect, test } from 'vitest'
import type { ContentBlock } from './content-block.ts'
import { contentText } from './content-text.ts'
import { ownLabel } from './label.ts'

const label = ownLabel
const png = Buffer.from('not a picture').toString('base64')

test.each<[name: string, content: readonly ContentBlock[], text: string]>([
  ['nothing', [], ''],
  ['a text', [{ type: 'text', text: 'said\n', label }], 'said\n'],
  [
    'several blocks, each from a line of its own',
    [
      { type: 'text', text: 'two files', label },
      { type: 'json', value: ['a', 'b'], label },
    ],
    'two files\n[\n  "a",\n  "b"\n]',
  ],
  [
    'an image, by its size',
    [{ type: 'image', mediaType: 'image/png', data: png, label }],
    '[image, image/png, 13 bytes]',
  ],
  ['a resource with text', [{ type: 'resource', uri: 'note:1', text: 'noted', label }], 'noted'],
  ['a resource without', [{ type: 'resource', uri: 'note:1', label }], '[resource note:1]'],
  [
    'a reference',
    [{ type: 'artifact_ref', id: 'a1', mediaType: 'text/plain', bytes: 9, label }],
    '[artifact a1, text/plain, 9 bytes]',
  ],
])('content as text: %s', (_, content, text) => {
  expect(contentText(content)).toBe(text)
})
