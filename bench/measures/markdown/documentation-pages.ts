import { glob, readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { documentationPage } from '../../../packages/tools/src/testing/web/documentation-page.ts'

export interface NamedPage {
  readonly name: string
  readonly html: string
}

const modules = resolve(import.meta.dirname, '../../../node_modules')
/** Smaller pages measure the call and not the work, in characters. */
const leastLength = 10_000
const mostPages = 4

/** Made-up reference pages of three sizes, and the largest HTML pages that installed packages bring along. */
export async function documentationPages(): Promise<readonly NamedPage[]> {
  const made = [20, 200, 1_000].map((sections) => ({
    name: `reference of ${sections} members`,
    html: documentationPage(sections).html,
  }))
  const found: NamedPage[] = []
  for await (const path of glob('**/*.html', { cwd: modules })) {
    const html = await readFile(resolve(modules, path), 'utf8')
    if (html.length >= leastLength) found.push({ name: basename(path), html })
  }
  const largest = found.toSorted((left, right) => right.html.length - left.html.length)
  return [...made, ...largest.slice(0, mostPages)]
}
