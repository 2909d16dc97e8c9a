import { type CheckResult, resultOf } from '../lib/check.ts'
import { type Declaration, type MemberDeclaration, openDeclarations } from '../lib/declarations.ts'
import { publicNames } from '../lib/public-names.ts'

/** The doors behind which a program finds what it uses every day; docs/library.md shows most of their names. */
const documentedDoors: readonly string[] = [
  '@drawbridge/core',
  '@drawbridge/core/approval',
  '@drawbridge/core/artifact',
  '@drawbridge/core/base',
  '@drawbridge/core/event',
  '@drawbridge/core/hook',
  '@drawbridge/core/limits',
  '@drawbridge/core/machine',
  '@drawbridge/core/policy',
  '@drawbridge/core/question',
  '@drawbridge/core/lowering',
  '@drawbridge/core/registry',
  '@drawbridge/core/replay',
  '@drawbridge/core/schema',
  '@drawbridge/core/scrub',
  '@drawbridge/core/target',
  '@drawbridge/core/testing',
  '@drawbridge/mcp',
  '@drawbridge/room',
  '@drawbridge/sdk',
  '@drawbridge/sdk/replay',
  '@drawbridge/sdk/store',
]

/** Every name behind a documented door says what it means, every number its unit, and every function that throws says so. */
export async function checkPublicDocumentation(root: string): Promise<CheckResult> {
  const declarationOf = openDeclarations(root)
  const problems = new Map<string, readonly string[]>()
  for (const { door, origin } of publicNames(root)) {
    if (!documentedDoors.includes(door) || problems.has(origin)) continue
    const declaration = declarationOf(origin)
    if (declaration !== undefined) problems.set(origin, gapsOf(declaration))
  }
  return resultOf([...problems].flatMap(([origin, gaps]) => gaps.map((gap) => `${origin.split('#')[0]}: ${gap}`)))
}

function gapsOf({ name, comment, kind, members, throws }: Declaration): readonly string[] {
  const unclear = members.filter((member) => isNumber(member) && !hasUnit(member))
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
  /(?:Ms|Seconds|Minutes|Days|Bytes|Lines|Columns)$|^(?:bytes|lines|count|index|columns|exitCode|calls|events|commands|paths|hosts|times|port|pid)$/
const unitInComment =
  /milliseconds|seconds|minutes|\bms\b|bytes|MiB|lines?\b|characters|UTF-16|units|number|count|position|from [01]\b|how many|version|as `/i

function hasUnit({ name, comment }: MemberDeclaration): boolean {
  return unitInName.test(name) || unitInComment.test(comment)
}
