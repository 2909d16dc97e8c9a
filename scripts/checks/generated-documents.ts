import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GeneratedBlock, generatedBlocks } from '../documents/generated-blocks.ts'
import { type CheckResult, resultOf } from '../lib/check.ts'

const wayOut = 'Write it again: npm run check -- generated-documents --write'

/** The generated parts of the documents are those that the sources give: tables and references never fall behind. */
export async function checkGeneratedDocuments(
  root: string,
  blocks: readonly GeneratedBlock[] = generatedBlocks,
): Promise<CheckResult> {
  const problems: string[] = []
  for (const { name, page, render } of blocks) {
    const shown = existsSync(join(root, page)) ? partsOf(page, readFileSync(join(root, page), 'utf8'), name) : undefined
    if (shown === undefined) problems.push(`${page} has no place for it: ${startOf(name)} and ${endOf(name)}.`)
    else if (shown.inside !== wrapped(page, await render(root)))
      problems.push(`${page} differs from its sources in "${name}". ${wayOut}`)
  }
  return resultOf(problems)
}

/** Rewrites the generated parts. */
export async function writeGeneratedDocuments(
  root: string,
  blocks: readonly GeneratedBlock[] = generatedBlocks,
): Promise<void> {
  for (const { name, page, render } of blocks) {
    const parts = partsOf(page, readFileSync(join(root, page), 'utf8'), name)
    if (parts === undefined) continue
    writeFileSync(join(root, page), `${parts.before}${wrapped(page, await render(root))}${parts.after}`)
  }
}

function startOf(name: string): string {
  return `<!-- generated: ${name} -->`
}

function endOf(name: string): string {
  return `<!-- end of ${name} -->`
}

function wrapped(page: string, text: string): string {
  return isWhole(page) ? `${text}\n` : `\n${text}\n`
}

function isWhole(page: string): boolean {
  return page.endsWith('.json')
}

function partsOf(page: string, text: string, name: string) {
  if (isWhole(page)) return { before: '', inside: text, after: '' }
  const start = text.indexOf(startOf(name))
  const end = text.indexOf(endOf(name))
  if (start === -1 || end < start) return undefined
  const from = start + startOf(name).length
  return { before: text.slice(0, from), inside: text.slice(from, end), after: text.slice(end) }
}
