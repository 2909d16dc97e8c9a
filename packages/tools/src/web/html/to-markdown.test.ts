import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'

const markdown = (html: string) => htmlToMarkdown(html, 'https://docs.example/guide/start.html')

describe('a page as Markdown', () => {
  test.each([
    [
      'headings without their links to themselves',
      '<h2 id="a">Use <code>x</code> <a href="#a">¶</a></h2>',
      '## Use `x`',
    ],
    ['paragraphs, and text between them', 'one<p>two</p>three', 'one\n\ntwo\n\nthree'],
    ['line breaks', 'one<br>two', 'one\ntwo'],
    ['emphasis that touches its words', 'a<b> bold </b>c <i></i>d', 'a **bold** c d'],
    ['links, absolute', '<a href="../api?a=1&amp;b=(2)">API</a>', '[API](https://docs.example/api?a=1&b=%282%29)'],
    ['links around blocks', '<a href="/x"><h3>Card</h3><p>more</p></a>', '[Card more](https://docs.example/x)'],
    [
      'links without a text by their label',
      '<a href="/x" aria-label="Edit"><img></a>',
      '[Edit](https://docs.example/x)',
    ],
    ['what leads nowhere as its text', '<a href="javascript:alert(1)">run</a>', 'run'],
    ['pictures', '<img src="a b.png" alt="A [small] one">', '![A small one](https://docs.example/guide/a%20b.png)'],
    ['pictures made of data as their description', '<img src="data:image/png;base64,AA" alt="dot">', 'dot'],
    ['code with back-ticks', 'a <code>b`c</code>', 'a `` b`c ``'],
    ['powers', '10<sup>6</sup>', '10^6'],
    ['a comparison', 'a < b & c &gt; d', 'a < b & c > d'],
    ['a tag that is text', '&lt;script&gt; and &amp;lt;', '&lt;script> and &lt;'],
    ['a list in a list', '<ul><li>a<ul><li>b</ul><li>c</ul>', '- a\n  - b\n- c'],
    ['a numbered list from its start', '<ol start="9"><li>a</li> <li>b</li></ol>', '9. a\n10. b'],
    [
      'code in a list item',
      '<ol><li><p>do</p><pre><code class="language-sh">ls\n\n  -l</code></pre></li></ol>',
      '1. do\n\n   ```sh\n   ls\n\n     -l\n   ```',
    ],
    ['a quote of blocks', '<blockquote><p>a</p><pre>b</pre></blockquote>', '> a\n>\n> ```\n> b\n> ```'],
    ['a fence longer than those in the code', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
    [
      'a table without a head',
      '<table><tr><td>a<td>b|c</tr><tr><td colspan="2"><p>d</p><p>e</p></tr></table>',
      '| a | b\\|c |\n| --- | --- |\n| d e |  |',
    ],
    [
      'a table with its caption',
      '<table><caption>T</caption><thead><tr><th>a<th>b<tbody><tr><td>1</table>',
      'T\n\n| a | b |\n| --- | --- |\n| 1 |  |',
    ],
    [
      'a table for layout as its content',
      '<table><tr><td><pre>1</pre><td><pre>x</pre></table>',
      '```\n1\n```\n\n```\nx\n```',
    ],
    ['elements of its own as what they hold', '<my-card><p>a</p></my-card><my-word>b</my-word>', 'a\n\nb'],
  ])('has %s', (_what, html, expected) => {
    expect(markdown(html)).toBe(expected)
  })

  test('has no raw tag outside code, is free of hidden text and never breaks, whatever the page', () => {
    const name = fc.constantFrom(
      ...'p div span a b code pre ul ol li table tr td th h1 blockquote sup q dl dt dd details x-y br img s title'.split(
        ' ',
      ),
    )
    const text = fc.oneof(
      fc.string().map((words) => words.replaceAll('<', '')),
      fc.constantFrom('&lt;i&gt;', '< ', '`', '```', '|', '\n', ' ', '&', '[', '](', '\uE000'),
    )
    const open = name.map((tag) => `<${tag} href="/x" src="y" alt="<b>" class="language-js" colspan="3">`)
    const hidden = fc.constantFrom('<p hidden>', '<div style="display:none">', '<i aria-hidden=true>')
    const hiding = hidden.map((start) => `${start}SECRET</${start.slice(1).split(' ')[0]}>`)
    const pieces = fc.array(
      fc.oneof(
        open,
        name.map((tag) => `</${tag}>`),
        text,
        hiding,
      ),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const rendered = markdown(parts.join(''))
        expect(rendered).not.toContain('SECRET')
        const prose = rendered.replace(/^ *(?:> )*(`{3,}).*\n[\s\S]*?\1$/gm, '').replace(/(`+)[^`][\s\S]*?\1/g, '')
        if (!prose.includes('`')) expect(prose).not.toMatch(/<[a-z/!?]/i)
      }),
      { numRuns: 500 },
    )
  })

  test('nested beyond reason is read as far as it goes, in time that grows with its length', () => {
    expect(markdown(`${'<div>'.repeat(1_000)}deep`)).toBe('deep')
    expect(markdown('<b>'.repeat(200_000))).toBe('')
    expect(markdown(`${'<ul><li>'.repeat(100)}x`)).toContain('- x')
  })

  test('does not become many times its own size, nor too much for the stack', () => {
    expect(markdown(`<table><tr>${'<td colspan="50">'.repeat(50_000)}`).length).toBeLessThan(1_000_000)
    const wideThenLong = `<table><tr>${'<td>x'.repeat(2_000)}</tr>${'<tr><td>y'.repeat(20_000)}`
    expect(markdown(wideThenLong).length).toBeLessThan(wideThenLong.length * 2)
    expect(markdown(`<code>${'`a'.repeat(200_000)}</code><pre>${'```a'.repeat(200_000)}</pre>`)).toMatch(/^`` /)
  })
})
