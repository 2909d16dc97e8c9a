import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The file with the mistake. */
export const priceWithMistake = `/** What \`count\` pieces cost, in cents. */
export function totalPrice(cents, count) {
  const total = cents * count
  return count > 10 ? Math.round(total * 0.9) : total
}
`

/** The small project that the demo works on: a shop's prices, with a mistake that its test knows of. Text by path. */
export const projectFiles: Readonly<Record<string, string>> = {
  'package.json': `{ "name": "corner-shop", "private": true, "type": "module" }\n`,
  'README.md': `# Corner shop\n\nPrices in cents. Ten pieces of the same thing or more cost a tenth less.\n`,
  'src/price.js': priceWithMistake,
  'test/price.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalPrice } from '../src/price.js'

test('a few pieces cost their full price', () => assert.equal(totalPrice(250, 3), 750))
test('ten pieces cost a tenth less', () => assert.equal(totalPrice(250, 10), 2250))
`,
}

/** A scratch copy of the project with a data folder next to it, removed when disposed. */
export interface PlantedProject extends Disposable {
  readonly workspace: string
  readonly home: string
}

/** Writes the project, and further files given as text by path, into a scratch folder. */
export function plantProject({
  more = {},
  prefix = 'drawbridge-demo-',
}: {
  readonly more?: Readonly<Record<string, string>>
  readonly prefix?: string
} = {}): PlantedProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), prefix)))
  const workspace = join(folder, 'corner-shop')
  for (const [path, text] of Object.entries({ ...projectFiles, ...more })) {
    const file = join(workspace, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return {
    workspace,
    home: join(folder, 'home'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
