import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkDocumentLinks } from './document-links.ts'

const other = '# Other\n\n## `tool.name`, and more\n\n## Twice\n\n## Twice\n'

test('given links to a file and to a heading that do not exist, it names page, line and target', async () => {
  const page = '# Page\n\n[gone](gone.md)\n[there](other.md#nowhere) and [here](#nothing)\n'
  const root = plantRepository({ 'docs/page.md': page, 'docs/other.md': other })
  expect((await checkDocumentLinks(root)).report).toEqual([
    'docs/page.md:3 links to gone.md, which does not exist.',
    'docs/page.md:4 links to other.md#nowhere, but docs/other.md has no such heading.',
    'docs/page.md:4 links to #nothing, but docs/page.md has no such heading.',
  ])
})

test('passes for links that lead somewhere, addresses of the web, and code', async () => {
  const links = [
    'other.md#toolname-and-more',
    'other.md#twice-1',
    '#page',
    'https://example.com/x.md',
    '../docs/other.md',
  ]
  const page = `# Page\n\n${links.map((link) => `[a](${link})`).join('\n')}\n\n\`[b](gone.md)\`\n\n\`\`\`md\n[c](gone.md)\n\`\`\`\n`
  const root = plantRepository({ 'docs/page.md': page, 'docs/other.md': other })
  expect(await checkDocumentLinks(root)).toMatchObject({ passed: 1, failed: 0 })
})
