import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { listFiles } from '../lib/list-files.ts'

/** Every relative link of a document leads to a file, and its anchor to a heading of that file. */
export async function checkDocumentLinks(root: string): Promise<CheckResult> {
  const pages = listFiles(root).filter((path) => path.endsWith('.md'))
  const anchors = new Map<string, ReadonlySet<string>>()
  const anchorsOf = (page: string) => {
    const known = anchors.get(page) ?? headingAnchors(readFileSync(join(root, page), 'utf8'))
    anchors.set(page, known)
    return known
  }
  const problems = pages.flatMap((page) =>
    linksOf(readFileSync(join(root, page), 'utf8')).flatMap(({ target, line }) => {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)))
      if (!existsSync(join(root, file))) return [`${page}:${line} links to ${target}, which does not exist.`]
      if (anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor)) return []
      return [`${page}:${line} links to ${target}, but ${file} has no such heading.`]
    }),
  )
  return resultOf(problems)
}

function linksOf(text: string): readonly { readonly target: string; readonly line: number }[] {
  return prose(text).flatMap((line, index) =>
    [...line.replaceAll(/`[^`]*`/g, '`').matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => ({ target, line: index + 1 }))
      .filter(({ target }) => !/^[a-z]+:/.test(target)),
  )
}

/** Names headings as Markdown viewers do: a second one of the same name gets a number. */
function headingAnchors(text: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const line of prose(text)) {
    const [, heading] = /^#{1,6} (.*)$/.exec(line) ?? []
    if (heading === undefined) continue
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    let free = anchor
    for (let count = 1; anchors.has(free); count += 1) free = `${anchor}-${count}`
    anchors.add(free)
  }
  return anchors
}

/** The lines of a document, those of code blocks emptied. */
function prose(text: string): readonly string[] {
  let isCode = false
  return text.split('\n').map((line) => {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    return isFence || isCode ? '' : line
  })
}
