import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { isTestFile, listFiles } from '../lib/list-files.ts'

/** Folders of a person's machine. `/workspace`, `/home/user` and `/home/me` are the example world of docs and tests. */
const machinePath = /(?<![\w.~*-])\/(?:work|root|(?:Users|home)\/(?!(?:me|user)\b)\w+)\/[\w.-]+/g

/** Sources that know such folders on purpose, each with its reason. */
const exceptions: readonly { readonly path: RegExp; readonly reason: string }[] = [
  { path: /^scripts\/checks\/machine-paths/, reason: 'names what it looks for' },
]

/** Files must not name a path that exists only on its author's machine. Tests may: such paths are their data. */
export async function checkMachinePaths(root: string): Promise<CheckResult> {
  const problems = listFiles(root)
    .filter((path) => !isTestFile(path) && !exceptions.some((exception) => exception.path.test(path)))
    .flatMap((path) =>
      findMachinePaths(readFileSync(join(root, path), 'utf8'), root).map((found) => ({ path, ...found })),
    )
    .map(({ path, line, text }) => `${path}:${line} names ${text}: make it relative, or take it from an option.`)
  return resultOf(problems)
}

/** The machine's paths in a text, among them the checkout's own folder. Binary content has none. */
export function findMachinePaths(content: string, root: string): { line: number; text: string }[] {
  if (content.includes('\0')) return []
  return content.split('\n').flatMap((text, index) => {
    const found = [...text.matchAll(machinePath)].map(([match]) => match)
    if (text.includes(`${root}/`) && found.length === 0) found.push(root)
    return found.map((match) => ({ line: index + 1, text: match }))
  })
}
