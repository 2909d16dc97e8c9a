/** The content of a generated page, to be found again in the result. */
export interface DocumentationPage {
  readonly html: string
  readonly headings: readonly string[]
  readonly links: readonly string[]
  readonly codeLines: readonly string[]
  readonly cells: readonly string[]
}

const words =
  'stream buffer event handler option value promise callback socket path encoding error timeout module'.split(' ')

/** A reference page as documentation generators write it: navigation, headings with links to themselves, highlighted code, tables, nested lists. */
export function documentationPage(sections: number): DocumentationPage {
  const headings: string[] = []
  const links: string[] = []
  const codeLines: string[] = []
  const cells: string[] = []
  const body = Array.from({ length: sections }, (_, index) => {
    const [first, second, third] = [0, 1, 2].map((step) => words[(index * 3 + step * 5) % words.length] ?? '')
    const name = `${first}.${second}${index}`
    headings.push(`${name}([options])`)
    links.push(
      `https://docs.example/api/${third}.html#${first}-${index}`,
      `https://docs.example/guide/${index}?a=1&b=2`,
    )
    codeLines.push(
      `const ${first}${index} = ${second}(\`${third}\`)`,
      `  if (${first}${index} < ${index} && true) return "<${third}>"`,
    )
    cells.push(`--${first}-${index}`, `${third} | ${second} of ${index}`)
    return `
<section class="member"><h3 id="m${index}"><code>${name}([options])</code><span><a class="mark" href="#m${index}">#</a></span></h3>
<div class="api_metadata"><span>Added in: v${index}.0.0</span></div>
<ul><li><code>options</code> <a class="type" href="/api/${third}.html#${first}-${index}">&lt;${third}&gt;</a> The ${second}.
<ul><li><code>${third}</code> <strong>Default:</strong> <code>${index}</code>.</li><li>Returns: <em>${first}</em></li></ul></li></ul>
<p>The <code>${name}()</code> method calls the ${third} &amp; waits. See <a href="https://docs.example/guide/${index}?a=1&amp;b=2">the ${first}
guide</a>.<br>It never blocks.</p>
<pre class="with-line-numbers"><code class="language-js cjs"><span class="hljs-keyword">const</span> ${first}${index} = <span class="hljs-title">${second}</span>(<span class="hljs-string">\`${third}\`</span>)
  <span class="hljs-keyword">if</span> (${first}${index} &lt; ${index} &amp;&amp; true) return "&lt;${third}&gt;"
</code></pre>
<table><thead><tr><th>Flag</th><th align="left">Meaning</th></tr></thead><tbody>
<tr><td><code>--${first}-${index}</code></td><td><p>${third} | ${second} of ${index}</p></td></tr></tbody></table>
<div style="display:none">secret ${index}</div><span aria-hidden="true">secret ${index}</span>
</section>`
  })
  const navigation = headings.map((heading, index) => `<li><a href="#m${index}">${heading}</a></li>`).join('')
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Reference | Docs</title>
<script>window.secret = "secret in a script"</script><style>.x{color:red}</style></head>
<body><nav><ul>${navigation}</ul></nav><main id="content"><h1>Reference</h1><!-- secret in a comment -->
${body.join('\n')}</main><footer><p>Built with care.</p></footer></body></html>`
  return { html, headings, links, codeLines, cells }
}
