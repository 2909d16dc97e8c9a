import type { CodePart } from '@drawbridge/core/machine'

/** The parts of a file that are run: its lines, and further files that it includes. */
export interface ReadPart {
  readonly says: readonly string[]
  /** As they are written there. */
  readonly includes: readonly string[]
}

/** The text of scripts of a `package.json`, or of the goals of a makefile with all that they need. Pure. */
export function partOfCode(text: string, { of, names }: CodePart): ReadPart {
  return of === 'package' ? { says: scriptsOf(text, names), includes: [] } : recipesOf(text, names)
}

/** Names of sub-commands that run scripts by names of their own. */
const lifecycles: Readonly<Record<string, readonly string[]>> = {
  install: ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'],
  publish: ['prepublishOnly', 'prepack', 'prepare', 'postpack', 'publish', 'postpublish'],
  pack: ['prepack', 'prepare', 'postpack'],
}
const aliases: Readonly<Record<string, string>> = {
  i: 'install',
  ci: 'install',
  add: 'install',
  t: 'test',
  tst: 'test',
}

function scriptsOf(text: string, names: readonly string[]): readonly string[] {
  const scripts = new Map(Object.entries(readScripts(text)))
  const [given = 'install'] = names
  const name = aliases[given] ?? given
  const wanted = Object.hasOwn(lifecycles, name) ? lifecycles[name] : [`pre${name}`, name, `post${name}`]
  return (wanted ?? []).flatMap((each) => {
    const script = scripts.get(each)
    return typeof script === 'string' ? [script] : []
  })
}

function readScripts(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    const scripts = typeof value === 'object' && value !== null && 'scripts' in value ? value.scripts : undefined
    return typeof scripts === 'object' && scripts !== null ? scripts : {}
  } catch {
    return {}
  }
}

interface Rule {
  readonly needs: readonly string[]
  readonly lines: string[]
}

function recipesOf(text: string, goals: readonly string[]): ReadPart {
  const rules = new Map<string, Rule[]>()
  const includes: string[] = []
  let first: string | undefined
  let current: readonly Rule[] = []
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    if (line.startsWith('\t')) {
      for (const { lines } of current)
        lines.push(
          line
            .slice(1)
            .replace(/^[@+-]+/, '')
            .trim(),
        )
      continue
    }
    const included = /^[-s]?include\s+(.+)$/.exec(line)?.[1]
    if (included !== undefined)
      includes.push(...included.split(/\s+/).filter((name) => name !== '' && !name.includes('$')))
    const [, targets, needs] = /^([^\s#:=][^:=#]*)::?(?!=)([^#]*)/.exec(line) ?? []
    if (targets === undefined) continue
    const rule: Rule = {
      needs: (needs?.split(';')[0] ?? '').split(/\s+/).filter((name) => name !== '' && name !== '|'),
      lines: [],
    }
    const atOnce = needs?.split(';')[1]?.trim()
    if (atOnce !== undefined) rule.lines.push(atOnce)
    current = [rule]
    for (const name of targets.trim().split(/\s+/)) {
      rules.set(name, [...(rules.get(name) ?? []), rule])
      if (!name.startsWith('.')) first ??= name
    }
  }
  const seen = new Set<string>()
  const says: string[] = []
  const run = (goal: string): void => {
    if (seen.has(goal)) return
    seen.add(goal)
    for (const { needs, lines } of rules.get(goal) ?? []) {
      for (const need of needs) run(need)
      says.push(...lines.filter((line) => line !== ''))
    }
  }
  const known = goals.filter((goal) => rules.has(goal))
  for (const goal of known.length > 0 ? known : first === undefined ? [] : [first]) run(goal)
  return { says: [...new Set(says)], includes }
}
