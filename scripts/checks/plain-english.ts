import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { isTestFile, listFiles } from '../lib/list-files.ts'
import { proseOf } from '../lib/prose.ts'

/** A way of writing that is not plain English, and the way out. */
type Pattern = {
  readonly pattern: RegExp
  readonly instead: string
  /** True if only the first words of a comment are meant. */
  readonly opens?: boolean
}

const patterns: readonly Pattern[] = [
  {
    pattern: /^(?:What|Whether|Where|Whoever|Who|Whose|Whom|How|Why|When|Which|That|Of|As of)\b/,
    instead: 'a verb first ("Returns …"), a noun with its article ("The result of …") or "True if …"',
    opens: true,
  },
  {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more than\b|less than\b|later than\b|less\b|use\b)/i,
    instead: '"is not a …"',
  },
  {
    pattern: /@throws [^@.]*?\bwhere\b|\bends with `\w+` where\b|\bwhere there (?:is|are) (?:one|any|no)\b/i,
    instead: '"if"',
  },
  {
    pattern:
      /(?<!= )\b(?:undefined|absent|null|none|rejects|throws|refused|fails)\b[`,]* (?:with `\w+` )?(?:only )?where\b/i,
    instead: '"if"',
  },
  { pattern: /\banew\b/i, instead: '"again"' },
  { pattern: /\b(?:is|are|was|were) told (?!from\b|apart\b)/i, instead: 'what happens: "is reported", "receives"' },
  { pattern: /\bpersons? word\b|\bperson's word\b|\boperator's leave\b/i, instead: '"approval", "permission"' },
  { pattern: /\bwhat came of\b|\btaken over\b/i, instead: '"result", "imported"' },
  { pattern: /\bby itself\b/i, instead: '"automatically", "on its own"' },
  {
    pattern: /\b(?:where|that) there (?:is|are) (?:not\b(?= *[.,;:)])|none\b)/i,
    instead: '"does not exist", "is missing"',
  },
  { pattern: /\bwho(?:m)?ever\b/i, instead: 'name the actor: "the process that …"' },
  { pattern: /\bof late\b|\bhow-manieth\b/i, instead: '"recent", "the Nth"' },
  { pattern: /\bthe very\b/i, instead: '"the same", "this"' },
  {
    pattern:
      /\b(?:stands?|stood|lies?|lay) (?:in|on|at|below|beside|there|here|where|under|outside|inside|above|behind|before|between|next|elsewhere|further)\b/i,
    instead: '"is in …"',
  },
  { pattern: /\bbeside\b/i, instead: '"next to", "besides", "in addition to"' },
  { pattern: /\bholds? (?:for|here|everywhere|only|also|as well)\b/i, instead: '"applies to"' },
  { pattern: /\bshall\b/i, instead: '"should", "will"' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: '"fix"' },
  { pattern: /\balso (?:where|what|of what|who)\b/i, instead: '"even if", "including"' },
  { pattern: /\bbecomes? of\b/i, instead: '"happens to"' },
]

/** Comments, messages and documents are plain English: these are the slips that a program can find. */
export async function checkPlainEnglish(root: string): Promise<CheckResult> {
  const problems = listFiles(root)
    .filter((path) => isRead(path))
    .flatMap((path) => problemsOf(path, readFileSync(join(root, path), 'utf8')))
  return resultOf(problems)
}

function isRead(path: string): boolean {
  if (isTestFile(path) || path === 'scripts/checks/plain-english.ts') return false
  return /\.tsx?$/.test(path) || /^docs\/.*\.md$|(?:^|\/)(?:README[^/]*|CONTRIBUTING|CHANGELOG)\.md$/.test(path)
}

function problemsOf(path: string, source: string): string[] {
  return proseOf(path, source).flatMap(({ kind, text, line }) =>
    patterns.flatMap(({ pattern, instead, opens }) => {
      if (opens === true && kind !== 'comment') return []
      const found = pattern.exec(text)
      if (found === null) return []
      const at = line + text.slice(0, found.index).split('\n').length - 1
      return [`${path}:${at} says "${found[0].trim()}": write ${instead}.`]
    }),
  )
}
