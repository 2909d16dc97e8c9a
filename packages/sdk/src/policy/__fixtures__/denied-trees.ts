import fc from 'fast-check'

/** A glob of a rule, with what it means. */
export type Meaning = readonly [string, (path: string) => boolean]

/** Globs of rules, each with what it means, told apart from the matcher under test. */
export const meanings: readonly Meaning[] = [
  ['p/**', (path) => /^p(\/|$)/.test(path)],
  ['p/', (path) => /^p(\/|$)/.test(path)],
  ['a/p', (path) => /^a\/p(\/|$)/.test(path)],
  ['**/p/**', (path) => /(^|\/)p(\/|$)/.test(path)],
  ['**/*.k', (path) => /(^|\/)[^/]*\.k$/.test(path)],
  ['a/f.t', (path) => /^a\/f\.t(\/|$)/.test(path)],
  ['{a,b}/[!x]/**', (path) => /^[ab]\/[^x/](\/|$)/.test(path)],
  ['b/*/f.t', (path) => /^b\/[^/]+\/f\.t(\/|$)/.test(path)],
]

export const folder = fc.array(fc.constantFrom('a', 'b', 'p', 'x'), { maxLength: 3 }).map((parts) => parts.join('/'))
export const place = fc
  .tuple(folder, fc.constantFrom('f.t', 'g.k', 'h.t'))
  .map(([parent, name]) => (parent === '' ? name : `${parent}/${name}`))

/** Whether a path of the workspace, or a folder that it lies in, is what one of the rules means. */
export const deniedBy =
  (rules: readonly Meaning[]) =>
  (path: string): boolean =>
    path.split('/').some((_, index, parts) => rules.some(([, means]) => means(parts.slice(0, index + 1).join('/'))))
