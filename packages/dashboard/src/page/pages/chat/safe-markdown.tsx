import type { ReactNode } from 'react'
import { ForeignText, spelledOut } from '../../parts/foreign-text.tsx'

/**
 * The part of Markdown that cannot deceive: headings, lists, code, emphasis, links that show their host. Markup of HTML stays text, and
 * pictures are shown as their address and never loaded.
 */
export function SafeMarkdown({ text }: { readonly text: string }): ReactNode {
  return blocksOf(text).map((block, index) => <Block key={index} block={block} />)
}

type MarkdownBlock =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'heading' | 'text'; readonly text: string }

/** Divides a text into its blocks. */
export function blocksOf(text: string): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.startsWith('```')) {
      const end = lines.findIndex((other, index) => index > at && other.startsWith('```'))
      const last = end < 0 ? lines.length : end
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') })
      at = last
    } else if (/^[-*] /.test(line)) {
      const items: string[] = []
      while (/^[-*] /.test(lines[at] ?? '')) {
        items.push((lines[at] ?? '').slice(2))
        at += 1
      }
      at -= 1
      blocks.push({ kind: 'list', items })
    } else if (/^#{1,6} /.test(line)) blocks.push({ kind: 'heading', text: line.replace(/^#+ /, '') })
    else if (line.trim() !== '') blocks.push({ kind: 'text', text: line })
  }
  return blocks
}

function Block({ block }: { readonly block: MarkdownBlock }): ReactNode {
  switch (block.kind) {
    case 'code':
      return (
        <pre className="my-1 overflow-x-auto rounded-sm bg-sunken p-2" tabIndex={0}>
          <ForeignText text={block.text} mono />
        </pre>
      )
    case 'list':
      return (
        <ul className="list-disc ps-5">
          {block.items.map((item, index) => (
            <li key={index}>
              <Inline text={item} />
            </li>
          ))}
        </ul>
      )
    case 'heading':
      return (
        <p className="mt-2 font-semibold">
          <Inline text={block.text} />
        </p>
      )
    case 'text':
      return (
        <p className="foreign">
          <Inline text={block.text} />
        </p>
      )
    default:
      return null
  }
}

const inline = /(`[^`]+`|\*\*[^*]+\*\*|!?\[[^\]]*\]\([^)\s]+\))/

function Inline({ text }: { readonly text: string }): ReactNode {
  return text.split(inline).map((piece, index) => <Piece key={index} text={piece} />)
}

function Piece({ text }: { readonly text: string }): ReactNode {
  if (/^`[^`]+`$/.test(text))
    return <code className="foreign rounded-sm bg-sunken px-1 font-mono text-sm">{spelledOut(text.slice(1, -1))}</code>
  if (/^\*\*[^*]+\*\*$/.test(text)) return <strong className="foreign">{spelledOut(text.slice(2, -2))}</strong>
  const [, isPicture, words = '', address = ''] = /^(!?)\[([^\]]*)\]\(([^)\s]+)\)$/.exec(text) ?? []
  if (isPicture === undefined) return <ForeignText text={text} />
  const target = isPicture === '' ? webAddress(address) : undefined
  if (target === undefined) return <ForeignText text={`${words} (${address})`} />
  return (
    <a href={target.href} rel="noopener noreferrer" target="_blank" className="text-accent underline">
      <ForeignText text={`${words} (${target.host})`} />
    </a>
  )
}

function webAddress(address: string): URL | undefined {
  try {
    const url = new URL(address)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
  } catch {
    return undefined
  }
}
