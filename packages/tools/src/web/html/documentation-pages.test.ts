import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { documentationPage } from '../../testing/web/documentation-page.ts'
import { readHtml } from '../content/read-html.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { elementsBelow, textOf } from './page-node.ts'
import { parsePage } from './parse-page.ts'
import { toText } from './to-text.ts'

const modules = resolve(import.meta.dirname, '../../../../../node_modules')
const installed = globSync('**/*.html', { cwd: modules }).filter((path) => {
  return readFileSync(resolve(modules, path), 'utf8').length > 2_000
})

/** What is left of Markdown without its code. */
function prose(markdown: string): string {
  return markdown.replace(/^ *(`{3,}).*\n[\s\S]*?\n *\1$/gm, '').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '')
}

describe('a reference page', () => {
  const page = documentationPage(40)
  const markdown = htmlToMarkdown(page.html, 'https://docs.example/api/stream.html')

  test('keeps headings, links, code lines and table cells', () => {
    for (const heading of page.headings) expect(markdown).toContain(`### \`${heading}\`\n`)
    for (const link of page.links) expect(markdown).toContain(`](${link})`)
    for (const line of page.codeLines) expect(markdown).toContain(`\n${line}\n`)
    for (const cell of page.cells) expect(markdown).toContain(cell.replaceAll('|', '\\|'))
    expect(markdown.match(/^```js$/gm)).toHaveLength(40)
    expect(markdown.match(/^\| --- \| --- \|$/gm)).toHaveLength(40)
  })

  test('has no raw tag and nothing hidden', () => {
    expect(prose(markdown)).not.toMatch(/<[a-z/!]/i)
    expect(markdown).not.toContain('secret')
  })

  test('is read without its navigation and footer', async () => {
    const { text, title } = await readHtml(page.html, 'https://docs.example/', 'markdown')
    expect(title).toBe('Reference | Docs')
    expect(text.startsWith('# Reference\n')).toBe(true)
    expect(text).not.toContain('Built with care')
    for (const line of page.codeLines) expect(text).toContain(line)
  })

  test('as plain text has the same words and no marks', () => {
    const text = toText(parsePage(page.html).nodes)
    for (const line of page.codeLines) expect(text).toContain(line)
    expect(text).not.toMatch(/^#|\*\*|\]\(/m)
    expect(text).not.toContain('secret')
  })
})

describe.skipIf(installed.length === 0)('pages of installed packages', () => {
  test.each(installed)('%s loses no word, link or line of code, and keeps no tag', (path) => {
    const html = readFileSync(resolve(modules, path), 'utf8')
    const markdown = htmlToMarkdown(html, 'https://docs.example/')
    const { nodes } = parsePage(html)
    expect(prose(markdown)).not.toMatch(/<[a-z/!]/i)
    const shown = markdown.replace(/\W+/g, '')
    for (const word of new Set(textOf(nodes).match(/[\p{L}\d]{4,}/gu))) expect(shown).toContain(word)
    for (const { name, children } of elementsBelow(nodes)) {
      if (name !== 'pre') continue
      for (const line of textOf(children).split('\n')) expect(markdown.replace(/\s+/g, ' ')).toContain(line.trim())
    }
  })
})

describe('a page that does not mark its content', () => {
  const sentence =
    'The keeper of the light walked down to the harbour, and nobody in the town could say why he did so. '
  const story = Array.from({ length: 12 }, (_, index) => `<p>${index} ${sentence.repeat(3)}</p>`).join('')

  test('is read as the article that it is', async () => {
    const html = `<body><div class="menu"><a href="/a">A</a> <a href="/b">B</a></div><div class="post"><h1>Light</h1>${story}</div>
      <div class="sidebar"><a href="/more">More stories</a></div></body>`
    const { text } = await readHtml(html, 'https://a.example/', 'markdown')
    expect(text.match(/The keeper/g)).toHaveLength(36)
    expect(text).not.toContain('More stories')
  })

  test('is read whole where an article would be only a part of it', async () => {
    const list = Array.from({ length: 60 }, (_, index) => `<li><a href="/${index}">entry number ${index}</a></li>`)
    const { text } = await readHtml(
      `<body><ul>${list.join('')}</ul><p>${sentence}</p></body>`,
      'https://a.example/',
      'markdown',
    )
    expect(text.match(/entry number/g)).toHaveLength(60)
  })
})
