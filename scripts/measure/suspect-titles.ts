import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTestFile, listFiles } from '../lib/list-files.ts'

/** Words that say that something happens. A guess: most verbs in the third person end with "s". */
const verb =
  /\b(?:is|are|was|has|be|been|were|had|have|do|can|cannot|may|must|will|would|not|never|only|[a-z]+ed|[a-z]{2,}s|[a-z]+n't|kept|told|read|written|left|given|taken|made|found|held|hidden|shown|run|lost|sent|known|gone|broken|follow|keep|bind|hold|leave|come|explain|fail|ask|reach|stay)\b/i

/** Returns the titles of tests that have no verb: they name a thing and do not say what it does. */
export function suspectTitles(source: string): readonly string[] {
  const titles = [...source.matchAll(/^\s*test(?:\.each\([^\n]*\))?\(\s*(['"`])(.+?)\1,/gm)].map(
    ([, , title = '']) => title,
  )
  return titles.filter((title) => !verb.test(title) && !/[%$]/.test(title))
}

/** Returns the suspect titles below a folder, each after the path of its file. */
export function suspectTitlesIn(root: string, folder: string): readonly string[] {
  return listFiles(root)
    .filter((path) => path.startsWith(folder) && isTestFile(path))
    .flatMap((path) => suspectTitles(readFileSync(join(root, path), 'utf8')).map((title) => `${path}: ${title}`))
}
