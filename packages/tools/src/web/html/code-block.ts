import { fenceFor } from './back-ticks.ts'
import { elementsBelow, isElement, type PageElement, type PageNode } from './page-node.ts'

const languageClass = /(?:^|\s)(?:language-|lang-|highlight-source-|brush:\s*|sourceCode\s+)([\w+#.-]+)/

/** A `pre` element as a fenced block; the fence is longer than any in the code. */
export function codeBlock(element: PageElement): string {
  const code = literalText(element.children).replace(/^\n/, '').trimEnd()
  const fence = fenceFor(code, 3)
  return code === '' ? '' : `${fence}${languageOf(element)}\n${code}\n${fence}`
}

function literalText(nodes: readonly PageNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.text.replace(/\r\n?/g, '\n')
      const separator = node.name === 'br' || /^(?:div|li|tr|p)$/.test(node.name) ? '\n' : ''
      return `${literalText(node.children)}${separator}`
    })
    .join('')
}

function languageOf(element: PageElement): string {
  const named = [element, ...elementsBelow(element.children)].filter(
    (candidate) => candidate === element || isElement(candidate, 'code'),
  )
  for (const { attributes } of named) {
    const language =
      attributes['data-lang'] ?? attributes['data-language'] ?? languageClass.exec(attributes.class ?? '')?.[1]
    if (language !== undefined && /^[\w+#.-]{1,30}$/.test(language)) return language
  }
  return ''
}
