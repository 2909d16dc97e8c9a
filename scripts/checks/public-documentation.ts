import { type CheckResult, resultOf } from '../lib/check.ts'
import { type Declaration, type MemberDeclaration, openDeclarations } from '../lib/declarations.ts'
import { publicNames } from '../lib/public-names.ts'

/** Every public name says what it means, every number its unit, and every function that throws says so. */
export async function checkPublicDocumentation(root: string): Promise<CheckResult> {
  const declarationOf = openDeclarations(root)
  const problems = new Map<string, readonly string[]>()
  for (const { origin } of publicNames(root)) {
    if (problems.has(origin)) continue
    const declaration = declarationOf(origin)
    if (declaration !== undefined) problems.set(origin, gapsOf(declaration))
  }
  return resultOf([...problems].flatMap(([origin, gaps]) => gaps.map((gap) => `${origin.split('#')[0]}: ${gap}`)))
}

function gapsOf({ name, comment, kind, members, throws }: Declaration): readonly string[] {
  const unclear = members.filter((member) => isNumber(member) && !hasUnit(member) && !unitOfAll.test(comment))
  return [
    ...(comment === '' ? [`"${name}" has no doc comment. Say what it means.`] : []),
    ...(kind === 'function' && throws && !/\b(?:throws?|rejects?)\b/i.test(comment)
      ? [`"${name}" throws, and its doc comment does not say when.`]
      : []),
    ...unclear.map(
      (member) => `"${name}.${member.name}" is a number without a unit. Say in its doc comment what it counts.`,
    ),
  ]
}

function isNumber({ type = '' }: MemberDeclaration): boolean {
  return /^number(?: \| undefined)?$/.test(type)
}

/** A name such as `waitMs` has its unit, and one such as `calls` says what it counts. */
const unitInName =
  /(?:Ms|Seconds|Minutes|Days|Bytes|Lines|Columns|Tokens)$|^(?:bytes|lines|count|index|columns|exitCode|calls|events|commands|paths|hosts|times|port|pid)$/
/** A type whose numbers all have one unit says so once. */
const unitOfAll = /\btokens\b|\bUS dollars\b/i
const unitInComment =
  /milliseconds|seconds|minutes|\bms\b|tokens|US dollars|HTTP status|bytes|MiB|lines?\b|characters|UTF-16|units|number|count|position|from [01]\b|how many|version|as `/i

function hasUnit({ name, comment }: MemberDeclaration): boolean {
  return unitInName.test(name) || unitInComment.test(comment)
}
