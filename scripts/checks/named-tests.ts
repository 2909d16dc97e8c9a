import { readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { isFixture, listFiles } from '../lib/list-files.ts'

/**
 * A README that says which test holds an invariant names one that exists: relative to its own folder, the `src` in it, or the
 * `src` of its package, with `*` for any part of a name.
 */
export async function checkNamedTests(root: string): Promise<CheckResult> {
  const files = listFiles(root)
  const problems = files
    .filter((path) => path.endsWith('README.md') && !isFixture(path))
    .flatMap((readme) => {
      const bases = basesOf(readme)
      return namesOfTests(readFileSync(join(root, readme), 'utf8'))
        .filter((name) => !files.some((path) => bases.some((base) => matchesGlob(path, join(base, name)))))
        .map((name) => `${readme} names the test \`${name}\`, which does not exist: name the one that holds it.`)
    })
  return resultOf(problems)
}

function namesOfTests(text: string): readonly string[] {
  return [...text.matchAll(/`([\w.*/-]+\.test\.ts)`/g)].map(([, name = '']) => name)
}

function basesOf(readme: string): readonly string[] {
  const folder = dirname(readme)
  const packageFolder = /^packages\/[^/]+/.exec(readme)?.[0]
  return [folder, join(folder, 'src'), ...(packageFolder === undefined ? [] : [join(packageFolder, 'src')])]
}
