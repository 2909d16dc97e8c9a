/** The small project that the demo works on: a shop's prices, with a mistake that its test knows of. Text by path. */
export const projectFiles: Readonly<Record<string, string>> = {
  'package.json': `{ "name": "corner-shop", "private": true, "type": "module" }\n`,
  'README.md': `# Corner shop\n\nPrices in cents. Ten pieces of the same thing or more cost a tenth less.\n`,
  'src/price.js': `/** What \`count\` pieces cost, in cents. */
export function totalPrice(cents, count) {
  const total = cents * count
  return count > 10 ? Math.round(total * 0.9) : total
}
`,
  'test/price.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalPrice } from '../src/price.js'

test('a few pieces cost their full price', () => assert.equal(totalPrice(250, 3), 750))
test('ten pieces cost a tenth less', () => assert.equal(totalPrice(250, 10), 2250))
`,
}
