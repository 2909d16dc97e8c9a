import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { isTestFile, listFiles } from '../lib/list-files.ts'

const folder = /^packages\/core\/src\/replay\//
/** Reads the sentences of records that have no fields yet. */
const exception = 'packages/core/src/replay/legacy-text.ts'

/** Ways to look into a sentence. A literal without a blank is a name, which may be compared. */
const patterns: readonly RegExp[] = [
  /\.(?:startsWith|endsWith|includes|indexOf|search|match|matchAll)\(\s*(?:'[^'\n]* [^'\n]*'|"[^"\n]* [^"\n]*"|`[^`\n]* [^`\n]*`|\/)/,
  /\/[^/\n]* [^/\n]*\/[a-z]*\.(?:exec|test)\(/,
  /(?:===|!==|case)\s*(?:'[^'\n]* [^'\n]*'|"[^"\n]* [^"\n]*"|`[^`\n]* [^`\n]*`)/,
  /\b(?:firstText\([^)]*\)|message|text)\s*(?:===|!==)\s*(?:['"`])/,
  /\b(?:firstText\([^)]*\)|message|text)\.(?:startsWith|endsWith|includes|indexOf|search|match|matchAll)\(/,
  /\.(?:exec|test)\(\s*(?:firstText|[\w.?]*\b(?:message|text)\b)/,
]

/** A replay decides by fields alone: the sentences that the pipeline writes may be written better at any time. */
export async function checkReplayReadsFields(root: string): Promise<CheckResult> {
  const problems = listFiles(root)
    .filter((path) => folder.test(path) && path.endsWith('.ts') && path !== exception && !isTestFile(path))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => (readsSentence(line) ? [`${path}:${index + 1}`] : [])),
    )
    .map((place) => `${place} reads a sentence: record what it looks for in a field. Old records: legacy-text.ts.`)
  return resultOf(problems)
}

function readsSentence(line: string): boolean {
  const isComment = /^\s*(?:\/\/|\*|\/\*\*)/.test(line)
  return !isComment && patterns.some((pattern) => pattern.test(line))
}
