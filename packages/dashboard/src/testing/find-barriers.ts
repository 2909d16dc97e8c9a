import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns what the checks for people who use other means find, as one line each. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe: checks } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> }
    }
    interface Violation {
      readonly id: string
      readonly nodes: readonly { readonly html: string }[]
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await checks.run({ runOnly: tags })
    return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  })
}
